// Tables for a wiki, a ticket or a pull request (GitHub-flavoured Markdown).
#include "core/text.hpp"
#include "report/report.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace oltpsim::report::markdown {
namespace {

using results::interval_text;
using results::ms_text;
using results::tps_text;

/// User text without anything Markdown or HTML would act on.
std::string escaped(std::string_view text) {
    constexpr std::string_view kActive = "\\`*_{}[]()<>#+!|~&";
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < ' ' || code == 0x7f) {
            out += ' ';
        } else if (kActive.find(c) != std::string_view::npos) {
            out += '\\';
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

std::string row_of(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const auto& cell : cells) {
        line += ' ' + cell + " |";
    }
    return line + "\n";
}

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
        std::vector<std::string> cells{escaped(target.name), escaped(product_text(target))};
        add_figures(cells, target.tps, target.response, target.outcomes);
        text += row_of(cells);
    }
    std::vector<std::string> sum{"**" + aggregate_name(step) + "**", "sum, merged"};
    add_figures(sum, step.aggregate.tps, step.aggregate.response, step.aggregate.outcomes);
    return text + row_of(sum);
}

/// The 95 % interval of each figure that has one.
std::string interval_table(const results::StepResult& step) {
    if (!step.aggregate.uncertainty.any()) {
        return {};
    }
    std::string text = "\n| 95 % interval of | TPS | avg ms | p50 ms | p95 ms | p99 ms | lag-1 |\n"
                       "|---|--:|--:|--:|--:|--:|--:|\n";
    const auto add = [&](const std::string& name, const results::FigureUncertainty& known) {
        text += row_of(
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
        add(escaped(target.name), target.uncertainty);
    }
    add("**" + aggregate_name(step) + "**", step.aggregate.uncertainty);
    return text;
}

std::string step_section(const results::StepResult& step) {
    const results::AggregateResult& all = step.aggregate;
    std::string text =
        fmt::format("\n## Step {}\n\n{}\n\n", escaped(step.name), escaped(step_summary(step)));
    text += step_table(step) + interval_table(step);
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
        text += fmt::format("  - {}\n", escaped(reason));
    }
    for (const auto& note : step.notes) {
        text += fmt::format("- Note: {}\n", escaped(note));
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
            escaped(run.name),
            run.valid ? "Result: valid" : "Result: **not valid**"
        );
        text += "| | |\n|---|---|\n";
        for (const auto& [label, fact] : run_facts(run)) {
            text += row_of({label, escaped(fact)});
        }
        if (run.steps.empty()) {
            for (const auto& reason : run.invalid_reasons) {
                text += fmt::format("\n- {}\n", escaped(reason));
            }
        }
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
