// Tables for a wiki, a ticket or a pull request (GitHub-flavoured Markdown).
#include "core/text.hpp"
#include "page/markdown.hpp"
#include "report/markdown/campaign_parts.hpp"
#include "report/report.hpp"
#include "results/durability.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace oltpsim::report::markdown {
namespace {

using page::markdown_header;
using results::interval_text;
using results::ms_text;
using results::tps_text;

void add_figures(
    std::vector<std::string>& cells,
    const std::optional<double>& tps,
    const results::LatencyFigures& response,
    const metrics::OutcomeCounts& ends
) {
    cells.push_back(tps_text(tps));
    for (const auto& figure :
         {response.avg_ms, response.p50_ms, response.p95_ms, response.p99_ms, response.max_ms}) {
        cells.push_back(ms_text(figure));
    }
    cells.push_back(group_digits(ends.committed));
    cells.push_back(group_digits(ends.failed));
    cells.push_back(group_digits(ends.retries));
}

std::string step_table(const results::StepResult& step) {
    std::string text = "| VM | product | TPS | avg ms | p50 ms | p95 ms | p99 ms | max ms | "
                       "transactions | errors | retries |\n"
                       "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (const auto& target : step.targets) {
        std::vector<std::string> cells{
            page::markdown_escaped(target.name), page::markdown_escaped(product_text(target))
        };
        add_figures(cells, target.tps, target.response, target.outcomes);
        text += page::markdown_row(cells);
    }
    std::vector<std::string> sum{"**" + aggregate_name(step) + "**", "sum, merged"};
    add_figures(sum, step.aggregate.tps, step.aggregate.response, step.aggregate.outcomes);
    return text + page::markdown_row(sum);
}

/// The 95 % interval of each figure that has one.
std::string interval_table(const results::StepResult& step) {
    if (!step.aggregate.uncertainty.any()) {
        return {};
    }
    std::string text = "\n| 95 % interval of | TPS | avg ms | p50 ms | p95 ms | p99 ms | lag-1 |\n"
                       "|---|--:|--:|--:|--:|--:|--:|\n";
    const auto add = [&](const std::string& name, const results::FigureUncertainty& known) {
        text += page::markdown_row(
            {name,
             interval_text(known.tps, tps_text),
             interval_text(known.avg_ms, ms_text),
             interval_text(known.p50_ms, ms_text),
             interval_text(known.p95_ms, ms_text),
             interval_text(known.p99_ms, ms_text),
             results::fixed_text(known.tps ? known.tps->lag1 : std::nullopt, 2)}
        );
    };
    for (const auto& target : step.targets) {
        add(page::markdown_escaped(target.name), target.uncertainty);
    }
    add("**" + aggregate_name(step) + "**", step.aggregate.uncertainty);
    return text;
}

/// Transaction types of each VM, with the 90th percentile against its limit where there is one. Empty with a single type.
std::string type_table(const results::StepResult& step) {
    std::string rows;
    for (const auto& target : step.targets) {
        if (target.by_transaction.size() < 2) {
            continue;
        }
        for (const auto& type : target.by_transaction) {
            const auto kept = type.within_limit();
            std::vector<std::string> cells{
                page::markdown_escaped(target.name), page::markdown_escaped(type.name)
            };
            add_figures(cells, type.tps, type.response, type.outcomes);
            cells.push_back(type.p90_limit_ms ? ms_text(type.p90_ms) : "");
            cells.push_back(
                type.p90_limit_ms ? fmt::format(
                                        "{} {}",
                                        ms_text(type.p90_limit_ms),
                                        !kept   ? "n/a"
                                        : *kept ? "kept"
                                                : "**EXCEEDED**"
                                    )
                                  : ""
            );
            rows += page::markdown_row(cells);
        }
    }
    if (rows.empty()) {
        return {};
    }
    return "\n" +
           markdown_header(
               {"VM",
                "transaction",
                "TPS",
                "avg ms",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "max ms",
                "transactions",
                "errors",
                "retries",
                "p90 ms",
                "p90 limit ms"},
               2
           ) +
           rows;
}

/// What a comparison of arrays rests on, per VM.
std::string trust_table(const results::StepResult& step) {
    std::string text =
        "\n" +
        markdown_header(
            {"VM", "durability settings", "durable", "data", "server's cache", "steadiness"}, 6
        );
    const auto bytes = [](const std::optional<std::uint64_t>& size) {
        return size ? human_size(*size) : std::string(results::kNotAvailable);
    };
    for (const auto& target : step.targets) {
        const std::string known = results::durability_text(target.settings);
        const bool durable = results::durability_gaps(target.settings).empty();
        text += page::markdown_row(
            {page::markdown_escaped(target.name),
             known.empty() ? results::kNotAvailable : page::markdown_escaped(known),
             known.empty() ? results::kNotAvailable
             : durable     ? "yes"
                           : "**no**",
             bytes(target.data_bytes),
             bytes(target.buffer_bytes),
             results::steady_text(target.steady, target.steady_after_s)}
        );
    }
    return text;
}

/// Aggregates of all steps. Empty with a single one.
std::string by_vm_set(const results::RunResult& run) {
    if (run.steps.size() < 2) {
        return {};
    }
    std::string text =
        fmt::format("\n## By {}\n\n", run.sweep ? "rate" : "VM set") +
        markdown_header(
            {"step", "VMs", "TPS", "95 %", "avg ms", "95 %", "p99 ms", "95 %", "validity"}, 2
        );
    for (const auto& step : run.steps) {
        const auto& all = step.aggregate;
        text += page::markdown_row(
            {page::markdown_escaped(step.name),
             aggregate_name(step),
             tps_text(all.tps),
             interval_text(all.uncertainty.tps, tps_text),
             ms_text(all.response.avg_ms),
             interval_text(all.uncertainty.avg_ms, ms_text),
             ms_text(all.response.p99_ms),
             interval_text(all.uncertainty.p99_ms, ms_text),
             step.valid ? "valid" : "**not valid**"}
        );
    }
    return text;
}

std::string step_section(const results::StepResult& step) {
    const results::AggregateResult& all = step.aggregate;
    std::string text = fmt::format(
        "\n## Step {}\n\n{}\n\n",
        page::markdown_escaped(step.name),
        page::markdown_escaped(step_summary(step))
    );
    text += step_table(step) + interval_table(step) + type_table(step) + trust_table(step);
    text += campaign_tables(step);
    text += fmt::format(
        "\n- TPS per VM: {} to {} ({})\n"
        "- Means of VMs (unweighted, as published reviews print them): avg {} ms, p99 {} ms\n"
        "- Law residual: {}\n",
        tps_text(all.tps_min_vm),
        tps_text(all.tps_max_vm),
        results::spread_text(all),
        ms_text(all.latency_avg_vm_mean_ms),
        ms_text(all.latency_p99_vm_mean_ms),
        results::residual_text(all.law_residual)
    );
    text += step.valid ? "- Valid\n" : "- **Not valid:**\n";
    for (const auto& reason : step.invalid_reasons) {
        text += fmt::format("  - {}\n", page::markdown_escaped(reason));
    }
    for (const auto& note : step.notes) {
        text += fmt::format("- Note: {}\n", page::markdown_escaped(note));
    }
    return text;
}

class MarkdownReport final : public Report {
public:
    std::string format() const override { return "markdown"; }
    std::string file_extension() const override { return "md"; }
    std::string render(const results::RunResult& run, const RenderOptions&) const override {
        std::string text = fmt::format(
            "# {}\n\n{}\n\n",
            page::markdown_escaped(run.name),
            run.valid ? "Result: valid" : "Result: **not valid**"
        );
        text += "| | |\n|---|---|\n";
        for (const auto& [label, fact] : run_facts(run)) {
            text += page::markdown_row({label, page::markdown_escaped(fact)});
        }
        if (run.steps.empty()) {
            for (const auto& reason : run.invalid_reasons) {
                text += fmt::format("\n- {}\n", page::markdown_escaped(reason));
            }
        }
        text += load_curve(run) + by_vm_set(run);
        for (const auto& step : run.steps) {
            text += step_section(step);
        }
        return text;
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<MarkdownReport>(); }

}  // namespace oltpsim::report::markdown
