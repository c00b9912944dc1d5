// The per-VM table for a terminal: 100 columns unless told otherwise, colour only on request.
#include "core/text.hpp"
#include "page/text_table.hpp"
#include "report/report.hpp"
#include "report/terminal/campaign_lines.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace oltpsim::report::terminal {
namespace {

using page::columns_of;
using page::plain;
using page::TextTable;
using page::wrap;
using results::interval_text;
using results::ms_text;
using results::tps_text;

constexpr const char* kGood = "\x1b[32m";
constexpr const char* kBad = "\x1b[31m";
constexpr const char* kStrong = "\x1b[1m";
constexpr const char* kEnd = "\x1b[0m";

std::string painted(std::string_view text, const char* color, bool use_color) {
    return use_color ? fmt::format("{}{}{}", color, text, kEnd) : std::string(text);
}

/// Collects lines of one rendering.
struct Page {
    const RenderOptions& options;
    std::string text;

    std::size_t width() const { return std::max(40u, options.width); }
    void line(std::string_view one = {}) { text.append(one).append("\n"); }
    void labelled(std::string_view label, std::string_view value) {
        constexpr std::size_t kLabel = 16;
        std::string head = fmt::format("{:<{}}", label, kLabel);
        for (const auto& part : wrap(plain(value), width() - kLabel)) {
            line(head + part);
            head.assign(kLabel, ' ');
        }
    }
};

void add_latency(std::vector<std::string>& cells, const results::LatencyFigures& figures) {
    for (const auto& figure :
         {figures.avg_ms, figures.p50_ms, figures.p95_ms, figures.p99_ms, figures.max_ms}) {
        cells.push_back(ms_text(figure));
    }
}

std::vector<std::string> target_cells(const results::TargetResult& row) {
    std::vector<std::string> cells{plain(row.name), plain(product_text(row)), tps_text(row.tps)};
    add_latency(cells, row.response);
    cells.push_back(group_digits(row.outcomes.failed));
    cells.push_back(group_digits(row.outcomes.retries));
    return cells;
}

void add_table(Page& page, const results::StepResult& step) {
    TextTable table({
        {"VM", false, true},
        {"product", false, true},
        {"TPS"},
        {"avg ms"},
        {"p50 ms"},
        {"p95 ms"},
        {"p99 ms"},
        {"max ms"},
        {"errors"},
        {"retries"},
    });
    for (const auto& target : step.targets) {
        table.add(target_cells(target));
    }
    const results::AggregateResult& all = step.aggregate;
    table.add_rule();
    std::vector<std::string> sum{aggregate_name(step), "sum, merged", tps_text(all.tps)};
    add_latency(sum, all.response);
    sum.push_back(group_digits(all.outcomes.failed));
    sum.push_back(group_digits(all.outcomes.retries));
    table.add(sum);
    for (const auto& one : table.render(page.width())) {
        page.line(one);
    }
}

/// The 95 % interval of each figure that has one.
void add_intervals(Page& page, const results::StepResult& step) {
    if (!step.aggregate.uncertainty.any()) {
        return;
    }
    TextTable table(
        {{"95 % interval of", false, true}, {"TPS"}, {"avg ms"}, {"p95 ms"}, {"p99 ms"}, {"lag-1"}}
    );
    const auto cells_of = [](std::string name, const results::FigureUncertainty& known) {
        return std::vector<std::string>{
            std::move(name),
            interval_text(known.tps, tps_text),
            interval_text(known.avg_ms, ms_text),
            interval_text(known.p95_ms, ms_text),
            interval_text(known.p99_ms, ms_text),
            results::fixed_text(known.tps ? known.tps->lag1 : std::nullopt, 2)
        };
    };
    for (const auto& target : step.targets) {
        table.add(cells_of(plain(target.name), target.uncertainty));
    }
    table.add_rule();
    table.add(cells_of(aggregate_name(step), step.aggregate.uncertainty));
    page.line();
    for (const auto& one : table.render(page.width())) {
        page.line(one);
    }
}

bool has_limits(const results::StepResult& step) {
    for (const auto& target : step.targets) {
        for (const auto& type : target.by_transaction) {
            if (type.p90_limit_ms) {
                return true;
            }
        }
    }
    return false;
}

/// "87.2 of 5,000 kept"; "EXCEEDED" when not.
std::string limit_text(const results::TransactionFigures& type) {
    if (!type.p90_limit_ms) {
        return {};
    }
    const auto kept = type.within_limit();
    return fmt::format(
        "{} of {} {}",
        ms_text(type.p90_ms),
        results::fixed_text(type.p90_limit_ms, 0),
        !kept   ? "n/a"
        : *kept ? "kept"
                : "EXCEEDED"
    );
}

void add_types(Page& page, const results::StepResult& step) {
    for (const auto& target : step.targets) {
        if (target.by_transaction.size() < 2) {
            return;  // one type: the table above has said it all
        }
    }
    const bool limits = has_limits(step);
    std::vector<TextTable::Column> columns{
        {"VM", false, true},
        {"transaction", false, true},
        {"TPS"},
        {"avg ms"},
        {"p50 ms"},
        {"p95 ms"},
        {"p99 ms"},
        {"max ms"},
        {"errors"},
        {"retries"},
    };
    if (limits) {
        columns[4] = {"p90 ms of limit"};
    }
    TextTable table(columns);
    for (const auto& target : step.targets) {
        for (const auto& type : target.by_transaction) {
            std::vector<std::string> cells{
                plain(target.name), plain(type.name), tps_text(type.tps)
            };
            add_latency(cells, type.response);
            if (limits) {
                cells[4] = limit_text(type);
            }
            cells.push_back(group_digits(type.outcomes.failed));
            cells.push_back(group_digits(type.outcomes.retries));
            table.add(cells);
        }
    }
    page.line();
    for (const auto& one : table.render(page.width())) {
        page.line(one);
    }
}

void add_box(
    Page& page, std::string_view title, const std::vector<std::string>& texts, const char* color
) {
    const std::size_t inner = page.width() - 4;
    const std::string rule(page.width() - columns_of(title) - 5, '-');
    page.line(painted(fmt::format("+- {} {}+", title, rule), color, page.options.color));
    for (const auto& text : texts) {
        for (const auto& part : wrap(plain(text), inner)) {
            page.line(fmt::format("| {}{} |", part, std::string(inner - columns_of(part), ' ')));
        }
    }
    page.line(
        painted(fmt::format("+{}+", std::string(page.width() - 2, '-')), color, page.options.color)
    );
}

void add_step(Page& page, const results::StepResult& step) {
    page.line();
    page.line(painted(fmt::format("Step {}", plain(step.name)), kStrong, page.options.color));
    for (const auto& part : wrap(plain(results::step_summary(step)), page.width())) {
        page.line(part);
    }
    page.line();
    add_table(page, step);
    add_intervals(page, step);
    add_types(page, step);
    page.line();
    const results::AggregateResult& all = step.aggregate;
    page.labelled(
        "TPS per VM",
        fmt::format(
            "{} to {} ({})",
            tps_text(all.tps_min_vm),
            tps_text(all.tps_max_vm),
            results::spread_text(all)
        )
    );
    page.labelled(
        "Means of VMs",
        fmt::format(
            "avg {} ms, p99 {} ms (unweighted, as published reviews print them)",
            ms_text(all.latency_avg_vm_mean_ms),
            ms_text(all.latency_p99_vm_mean_ms)
        )
    );
    page.labelled("Law residual", results::residual_text(all.law_residual));
    for (const auto& [label, text] : campaign_facts(step)) {
        page.labelled(label, text);
    }
    if (step.valid) {
        page.labelled("Validity", "valid");
    } else {
        add_box(page, "NOT VALID", step.invalid_reasons, kBad);
    }
    for (const auto& note : step.notes) {
        page.labelled("Note", note);
    }
}

/// Why the run as a whole is not valid, beyond what its steps say.
std::vector<std::string> reasons_of_no_step(const results::RunResult& run) {
    std::vector<std::string> own;
    for (const std::string& reason : run.invalid_reasons) {
        const bool of_step =
            std::any_of(run.steps.begin(), run.steps.end(), [&](const results::StepResult& step) {
                return std::any_of(
                    step.invalid_reasons.begin(),
                    step.invalid_reasons.end(),
                    [&](const std::string& one) { return reason.ends_with(one); }
                );
            });
        if (!of_step) {
            own.push_back(reason);
        }
    }
    return own;
}

class TerminalReport final : public Report {
public:
    std::string format() const override { return "terminal"; }
    std::string file_extension() const override { return "txt"; }
    std::string render(const results::RunResult& run, const RenderOptions& options) const override {
        Page page{options, {}};
        page.line(painted(plain(run.name), kStrong, options.color));
        for (const auto& [label, text] : run_facts(run)) {
            page.labelled(label, text);
        }
        for (const auto& step : run.steps) {
            add_step(page, step);
        }
        const auto curve = load_curve_lines(run, page.width());
        if (!curve.empty()) {
            page.line();
        }
        for (const auto& one : curve) {
            page.line(one);
        }
        page.line();
        if (run.steps.empty()) {
            add_box(page, "NO RESULT", run.invalid_reasons, kBad);
        } else {
            if (const auto own = reasons_of_no_step(run); !own.empty()) {
                add_box(page, "NOT VALID", own, kBad);
            }
            page.line(painted(
                run.valid ? "Result: valid" : "Result: NOT VALID, the reasons stand above",
                run.valid ? kGood : kBad,
                options.color
            ));
        }
        return std::move(page.text);
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<TerminalReport>(); }

}  // namespace oltpsim::report::terminal
