// One self-contained page: style, numbers and the charts' script in one file; fetches nothing, readable offline and in print.
#include "page/document.hpp"
#include "page/markup.hpp"
#include "report/html/campaign_parts.hpp"
#include "report/html/step_charts.hpp"
#include "report/html/step_tables.hpp"
#include "report/report.hpp"
#include "results/figure_text.hpp"
#include "results/file_names.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace oltpsim::report::html {
namespace {

using page::box;
using page::Cell;
using page::escaped;
using results::interval_text;
using results::ms_text;
using results::RunResult;
using results::StepResult;
using results::tps_text;

/// What stands beside result.json and makes charts over time possible.
struct Beside {
    std::vector<results::StepSeries> series;
    results::EventFile events;
    std::string problem;  ///< why there are no charts over time
};

Beside read_beside(const RunResult& run, const std::string& directory) {
    Beside beside;
    if (directory.empty()) {
        beside.problem = "made from result.json alone, without charts over time";
        return beside;
    }
    const std::filesystem::path path(directory);
    auto read = results::read_series(path / results::file::kIntervals, run);
    if (read) {
        beside.series = std::move(*read);
    } else {
        beside.problem = "no charts over time: " + read.error().message;
    }
    beside.events = results::read_events(path / results::file::kEvents);
    return beside;
}

std::string validity(const RunResult& run) {
    std::string out = run.valid ? box("good", "Result valid", {})
                                : box("bad", "Result not valid", run.invalid_reasons);
    std::vector<std::string> warnings;
    for (const auto& step : run.steps) {
        for (const auto& warning : results::warnings_of(step)) {
            const std::string text =
                run.steps.size() > 1 ? fmt::format("step {}: {}", step.name, warning) : warning;
            warnings.push_back(text);
        }
    }
    return warnings.empty() ? out : out + box("warn", "Read before comparing arrays", warnings);
}

std::string facts_list(const RunResult& run) {
    std::string out = "<dl>";
    for (const auto& [label, text] : run_facts(run)) {
        out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(label), escaped(text));
    }
    return out + "</dl>\n";
}

std::string contents(const RunResult& run) {
    if (run.steps.size() < 2) {
        return {};
    }
    std::string out = "<nav aria-label=\"Steps\"><ul>";
    if (run.sweep) {
        out += "<li><a href=\"#load-curve\">Load curve</a></li>";
    }
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        out += fmt::format(
            "<li><a href=\"#step-{}\">Step {}</a></li>", i + 1, escaped(run.steps[i].name)
        );
    }
    return out + "</ul></nav>\n";
}

Cell with_interval(
    const std::optional<double>& value,
    const std::optional<metrics::Uncertainty>& known,
    std::string (*text)(const std::optional<double>&)
) {
    return {text(value), known ? interval_text(known, text) : ""};
}

/// The three bar charts of published reviews: aggregate TPS, average and p99 latency by VM set.
std::string by_vm_set(const RunResult& run) {
    if (run.steps.empty()) {
        return {};
    }
    std::vector<std::string> names;
    page::BarSeries tps{"TPS", {}, {}, {}, {}}, avg{"average", {}, {}, {}, {}},
        p99{"p99", {}, {}, {}, {}};
    std::vector<std::vector<Cell>> rows;
    for (const auto& step : run.steps) {
        const auto& all = step.aggregate;
        const auto& known = all.uncertainty;
        names.push_back(step.name);
        add_bar(tps, all.tps, known.tps, tps_text);
        add_bar(avg, all.response.avg_ms, known.avg_ms, ms_text);
        add_bar(p99, all.response.p99_ms, known.p99_ms, ms_text);
        rows.push_back(
            {step.name,
             aggregate_name(step),
             with_interval(all.tps, known.tps, tps_text),
             with_interval(all.response.avg_ms, known.avg_ms, ms_text),
             with_interval(all.response.p99_ms, known.p99_ms, ms_text),
             with_interval(all.latency_avg_vm_mean_ms, all.avg_vm_mean_uncertainty, ms_text),
             with_interval(all.latency_p99_vm_mean_ms, all.p99_vm_mean_uncertainty, ms_text),
             results::spread_text(all),
             Cell(step.valid ? "valid" : "not valid", "", !step.valid)}
        );
    }
    const std::string by = "Whiskers are 95 % intervals.";
    const std::string what = run.sweep ? "by rate" : "by VM set";
    return fmt::format(
               "<section><h2>{}</h2><div class=\"charts\">", run.sweep ? "By rate" : "By VM set"
           ) +
           page::bar_chart({"Aggregate TPS " + what, "TPS", by}, names, {tps}) +
           page::bar_chart({"Average latency " + what, "ms", by}, names, {avg}) +
           page::bar_chart({"p99 latency " + what, "ms", by}, names, {p99}) + "</div>\n" +
           page::table(
               {"step",
                "VMs",
                "TPS",
                "avg ms",
                "p99 ms",
                "avg ms, unweighted mean of VMs",
                "p99 ms, unweighted mean of VMs",
                "spread of TPS over VMs",
                "validity"},
               rows,
               2,
               "Aggregates. TPS: sum. Average: weighted by transactions. p99: merged histogram. "
               "Small: 95 % interval."
           ) +
           "</section>\n";
}

std::string step_section(std::size_t number, const StepResult& step, const Beside& beside) {
    std::string out = fmt::format(
        "<section id=\"step-{}\"><h2>Step {}</h2><p class=\"quiet\">{}</p>\n",
        number + 1,
        escaped(step.name),
        escaped(step_summary(step))
    );
    out += step.valid ? box("good", "Valid", {}) : box("bad", "Not valid", step.invalid_reasons);
    if (!step.notes.empty()) {
        out += box("note", "Notes", step.notes);
    }
    out += headline_cards(step) + vm_charts(step) + vm_table(step);
    if (number < beside.series.size()) {
        out += time_charts(step, beside.series[number], beside.events);
    }
    out += latency_chart(step) + transaction_table(step) + trust_table(step);
    out += hook_table(step) + check_table(step);
    out += event_table(beside.events, step) + settings_table(step) + loop_table(step);
    return out + "</section>\n";
}

class HtmlReport final : public Report {
public:
    std::string format() const override { return "html"; }
    std::string file_extension() const override { return "html"; }
    std::string render(const RunResult& run, const RenderOptions& options) const override {
        const Beside beside = read_beside(run, options.result_dir);
        std::string body = fmt::format("<h1>{}</h1>\n", escaped(run.name)) + validity(run) +
                           facts_list(run) + contents(run) + load_curve(run) + by_vm_set(run);
        for (std::size_t i = 0; i < run.steps.size(); ++i) {
            body += step_section(i, run.steps[i], beside);
        }
        if (!beside.problem.empty()) {
            body += fmt::format("<p class=\"quiet\">{}</p>\n", escaped(beside.problem));
        }
        return page::document(run.name, body);
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<HtmlReport>(); }

}  // namespace oltpsim::report::html
