// Figures into cells: value above, 95 % interval below.
#include "report/html/step_tables.hpp"

#include "core/text.hpp"
#include "page/markup.hpp"
#include "results/durability.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <map>

namespace oltpsim::report::html {
namespace {

using page::Cell;
using results::fixed_text;
using results::interval_text;
using results::ms_text;
using results::StepResult;
using results::tps_text;
using Rows = std::vector<std::vector<Cell>>;
using Known = std::optional<metrics::Uncertainty>;

std::string below(const Known& known, std::string (*text)(const std::optional<double>&)) {
    return known ? interval_text(known, text) : std::string();
}

Cell tps_cell(const std::optional<double>& tps, const Known& known) {
    return {tps_text(tps), below(known, tps_text)};
}

Cell ms_cell(const std::optional<double>& ms, const Known& known) {
    return {ms_text(ms), below(known, ms_text)};
}

void add_figures(
    std::vector<Cell>& cells,
    const std::optional<double>& tps,
    const results::LatencyFigures& response,
    const results::FigureUncertainty& known,
    const metrics::OutcomeCounts& ends
) {
    cells.push_back(tps_cell(tps, known.tps));
    cells.push_back(ms_cell(response.avg_ms, known.avg_ms));
    cells.push_back(ms_cell(response.p50_ms, known.p50_ms));
    cells.push_back(ms_cell(response.p95_ms, known.p95_ms));
    cells.push_back(ms_cell(response.p99_ms, known.p99_ms));
    cells.push_back(ms_cell(response.p999_ms, known.p999_ms));
    cells.emplace_back(ms_text(response.max_ms));
    cells.emplace_back(group_digits(ends.committed));
    cells.emplace_back(group_digits(ends.failed), "", ends.failed > 0);
    cells.emplace_back(group_digits(ends.retries));
}

std::string with_unit(const std::string& text, std::string_view unit) {
    return text == results::kNotAvailable ? text : fmt::format("{} {}", text, unit);
}

std::string sure(const Known& known, std::string (*text)(const std::optional<double>&)) {
    return known ? "95 %: " + interval_text(known, text) : "no 95 % interval: sample too short";
}

bool has_limits(const StepResult& step) {
    for (const auto& target : step.targets) {
        for (const auto& type : target.by_transaction) {
            if (type.p90_limit_ms) {
                return true;
            }
        }
    }
    return false;
}

Cell limit_cell(const results::TransactionFigures& type) {
    if (!type.p90_limit_ms) {
        return "";
    }
    const auto kept = type.within_limit();
    const char* verdict = !kept ? "n/a" : *kept ? "kept" : "EXCEEDED";
    return {
        fmt::format("{} ms", ms_text(type.p90_ms)),
        fmt::format("limit {} ms: {}", ms_text(type.p90_limit_ms), verdict),
        kept && !*kept
    };
}

std::string data_text(const results::TargetResult& target) {
    const std::string data = target.data_bytes ? human_size(*target.data_bytes) : "n/a";
    const std::string cache = target.buffer_bytes ? human_size(*target.buffer_bytes) : "n/a";
    return fmt::format("{} / {}", data, cache);
}

Cell ratio_cell(const results::TargetResult& target) {
    if (!target.data_bytes || target.buffer_bytes.value_or(0) == 0) {
        return results::kNotAvailable;
    }
    const double ratio =
        static_cast<double>(*target.data_bytes) / static_cast<double>(*target.buffer_bytes);
    return {fixed_text(ratio, 2), ratio <= 1 ? "fits into the cache" : "", ratio <= 1};
}

}  // namespace

std::string headline_cards(const StepResult& step) {
    const results::AggregateResult& all = step.aggregate;
    const auto& known = all.uncertainty;
    std::string out = "<div class=\"cards\">";
    out += page::card(
        "TPS, " + aggregate_name(step),
        with_unit(tps_text(all.tps), "TPS"),
        sure(known.tps, tps_text)
    );
    for (const auto& [name, value] : all.rates) {
        out += page::card(name, fixed_text(value, 1) + " /min", "TPC-C-like, not tpmC");
    }
    out += page::card(
        "average latency",
        with_unit(ms_text(all.response.avg_ms), "ms"),
        sure(known.avg_ms, ms_text)
    );
    out += page::card(
        "p99 latency, merged",
        with_unit(ms_text(all.response.p99_ms), "ms"),
        sure(known.p99_ms, ms_text)
    );
    out += page::card(
        "TPS per VM, lowest to highest",
        fmt::format("{} to {}", tps_text(all.tps_min_vm), tps_text(all.tps_max_vm)),
        results::spread_text(all)
    );
    out += page::card(
        "law residual",
        results::residual_text(all.law_residual),
        all.load_limited.value_or(false) ? "load-limited: TPS does not discriminate"
                                         : "X(R+Z)/N - 1, near 0 when sound"
    );
    out += page::card(
        "errors, retries",
        fmt::format(
            "{}, {}", group_digits(all.outcomes.failed), group_digits(all.outcomes.retries)
        ),
        fmt::format("of {} transactions", group_digits(all.outcomes.scheduled()))
    );
    return out + "</div>\n";
}

std::string vm_table(const StepResult& step) {
    Rows rows;
    for (const auto& target : step.targets) {
        std::vector<Cell> cells{
            {target.name, target.group},
            {product_text(target), target.state == "ok" ? "" : target.state, target.state != "ok"}
        };
        add_figures(cells, target.tps, target.response, target.uncertainty, target.outcomes);
        cells.emplace_back(results::residual_text(target.law_residual));
        rows.push_back(std::move(cells));
    }
    const results::AggregateResult& all = step.aggregate;
    std::vector<Cell> sum{aggregate_name(step), "sum, merged"};
    add_figures(sum, all.tps, all.response, all.uncertainty, all.outcomes);
    sum.emplace_back(results::residual_text(all.law_residual));
    rows.push_back(std::move(sum));
    rows.push_back(
        {"mean of VMs",
         "unweighted, as published reviews print",
         "",
         ms_cell(all.latency_avg_vm_mean_ms, all.avg_vm_mean_uncertainty),
         "",
         "",
         ms_cell(all.latency_p99_vm_mean_ms, all.p99_vm_mean_uncertainty),
         "",
         "",
         "",
         "",
         "",
         ""}
    );
    return page::table(
        {"VM",
         "product",
         "TPS",
         "avg ms",
         "p50 ms",
         "p95 ms",
         "p99 ms",
         "p99.9 ms",
         "max ms",
         "transactions",
         "errors",
         "retries",
         "law residual"},
        rows,
        2,
        "Per VM, sample only. Latency is response time: intended start to commit acknowledged. "
        "Small: 95 % interval."
    );
}

std::string transaction_table(const StepResult& step) {
    Rows rows;
    const bool limits = has_limits(step);
    for (const auto& target : step.targets) {
        if (target.by_transaction.size() < 2) {
            continue;
        }
        for (const auto& type : target.by_transaction) {
            std::vector<Cell> cells{
                target.name, {type.name, type.background ? "queued work, in no total" : ""}
            };
            add_figures(cells, type.tps, type.response, {}, type.outcomes);
            if (limits) {
                cells.insert(cells.begin() + 6, limit_cell(type));
            }
            rows.push_back(std::move(cells));
        }
    }
    if (rows.empty()) {
        return {};
    }
    std::vector<std::string> header{
        "VM",
        "transaction",
        "TPS",
        "avg ms",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms",
        "transactions",
        "errors",
        "retries"
    };
    if (limits) {
        header.insert(header.begin() + 6, "p90 against its limit");
    }
    const std::string html = page::table(header, rows, 2, "By transaction type");
    return rows.size() <= 12
               ? "<h3>By transaction</h3>\n" + html
               : page::folded(fmt::format("By transaction ({} rows)", rows.size()), html);
}

std::string trust_table(const StepResult& step) {
    Rows rows;
    for (const auto& target : step.targets) {
        std::string gaps;
        for (const auto& [setting, meaning] : results::durability_gaps(target.settings)) {
            gaps += fmt::format("{}{}: {}", gaps.empty() ? "" : "; ", setting, meaning);
        }
        const std::string known = results::durability_text(target.settings);
        rows.push_back(
            {target.name,
             {known.empty() ? "n/a" : known, gaps.empty() ? "" : gaps, !gaps.empty()},
             data_text(target),
             ratio_cell(target),
             {results::steady_text(target.steady, target.steady_after_s),
              target.warm_up_s
                  ? fmt::format("MSER-5: warm-up {} s", fixed_text(target.warm_up_s, 0))
                  : ""},
             fmt::format("{} s", fixed_text(target.outage_seconds, 0))}
        );
    }
    return "<h3>What the numbers rest on</h3>\n" +
           page::table(
               {"VM",
                "durability settings",
                "data / server's cache",
                "data ÷ cache",
                "steadiness",
                "without a commit"},
               rows,
               2,
               "Durability and data size decide whether arrays may be compared"
           );
}

std::string settings_table(const StepResult& step) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> agreed;
    for (const auto& target : step.targets) {
        agreed[{"address", target.url}].push_back(target.name);
        agreed[{"driver", fmt::format("{} ({})", target.driver, target.io_model)}].push_back(
            target.name
        );
        agreed[{"product", target.product + " " + target.version}].push_back(target.name);
        agreed[{"clients, connections",
                fmt::format(
                    "{}, {}", group_digits(target.clients), group_digits(target.connections)
                )}]
            .push_back(target.name);
        for (const auto& [name, value] : target.settings) {
            agreed[{name, value}].push_back(target.name);
        }
    }
    Rows rows;
    for (const auto& [setting, names] : agreed) {
        const bool all = names.size() == step.targets.size() && names.size() > 1;
        rows.push_back(
            {setting.first,
             setting.second,
             all ? fmt::format("all {} VMs", names.size())
                 : fmt::format("{}", fmt::join(names, ", "))}
        );
    }
    return page::folded(
        "Servers and settings",
        page::table({"setting", "value", "VMs"}, rows, 3, "As the servers report them")
    );
}

std::string loop_table(const StepResult& step) {
    if (step.shards.empty()) {
        return {};
    }
    const auto percent = [](const std::optional<double>& share) {
        return share ? fixed_text(*share * 100, 1) + " %" : std::string(results::kNotAvailable);
    };
    Rows rows;
    for (const auto& shard : step.shards) {
        rows.push_back(
            {fmt::format("{}", shard.shard),
             percent(shard.utilisation),
             percent(shard.run_delay_share),
             fixed_text(shard.events_per_wakeup, 1),
             with_unit(fixed_text(shard.hold_p99_us, 0), "µs"),
             group_digits(shard.involuntary_switches)}
        );
    }
    return page::folded(
        "Load generator",
        page::table(
            {"loop", "busy", "waited for a CPU", "replies per wake-up", "hold p99", "switches"},
            rows,
            1,
            "Loops of the load generator during the sample"
        )
    );
}

std::string event_table(const results::EventFile& file, const StepResult& step) {
    Rows rows;
    for (const auto& event : file.events) {
        if (event.step == step.name) {
            rows.push_back(
                {fmt::format("{:.1f} s", event.at_s),
                 event.kind,
                 event.target.empty() ? "all" : event.target,
                 event.detail}
            );
        }
    }
    if (rows.empty()) {
        return {};
    }
    std::string html =
        page::table({"at", "event", "VM", "detail"}, rows, 4, "Events, seconds since the start");
    if (file.more > 0) {
        html += fmt::format(
            "<p class=\"quiet\">events.jsonl holds {} more lines.</p>", group_digits(file.more)
        );
    }
    return page::folded(fmt::format("Events ({})", group_digits(rows.size())), html);
}

}  // namespace oltpsim::report::html
