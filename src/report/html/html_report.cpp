// One self-contained page: no script, nothing fetched, readable offline and in print.
#include "core/text.hpp"
#include "report/html/charts.hpp"
#include "report/html/markup.hpp"
#include "report/html/page_style.hpp"
#include "report/report.hpp"
#include "results/figure_text.hpp"
#include "results/interval_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

namespace oltpsim::report::html {
namespace {

using results::ms_text;
using results::StepResult;
using results::tps_text;

std::string list_box(
    std::string_view kind, std::string_view title, const std::vector<std::string>& texts
) {
    std::string out =
        fmt::format("<div class=\"box {}\"><strong>{}</strong>", kind, escaped(title));
    if (!texts.empty()) {
        out += "<ul>";
        for (const auto& text : texts) {
            out += fmt::format("<li>{}</li>", escaped(text));
        }
        out += "</ul>";
    }
    return out + "</div>\n";
}

std::string card(std::string_view label, const std::string& value) {
    return fmt::format(
        "<div class=\"card\"><b>{}</b><span>{}</span></div>", escaped(value), escaped(label)
    );
}

std::string headline(const StepResult& step) {
    const results::AggregateResult& all = step.aggregate;
    return "<div class=\"cards\">" + card("TPS, " + aggregate_name(step), tps_text(all.tps)) +
           card("average latency, ms", ms_text(all.response.avg_ms)) +
           card("p99 latency, ms (merged)", ms_text(all.response.p99_ms)) +
           card("lowest VM, TPS", tps_text(all.tps_min_vm)) +
           card("highest VM, TPS", tps_text(all.tps_max_vm)) +
           card("law residual", results::residual_text(all.law_residual)) + "</div>\n";
}

std::vector<std::string> figures_row(
    std::string name,
    std::string product,
    const std::optional<double>& tps,
    const results::LatencyFigures& response,
    const metrics::OutcomeCounts& ends
) {
    return {
        std::move(name),
        std::move(product),
        tps_text(tps),
        ms_text(response.avg_ms),
        ms_text(response.p50_ms),
        ms_text(response.p95_ms),
        ms_text(response.p99_ms),
        ms_text(response.p999_ms),
        ms_text(response.max_ms),
        group_digits(ends.committed),
        group_digits(ends.failed),
        group_digits(ends.retries)
    };
}

std::string target_table(const StepResult& step) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& target : step.targets) {
        rows.push_back(figures_row(
            target.name, product_text(target), target.tps, target.response, target.outcomes
        ));
    }
    const results::AggregateResult& all = step.aggregate;
    rows.push_back(
        figures_row(aggregate_name(step), "sum, merged", all.tps, all.response, all.outcomes)
    );
    rows.push_back(
        {"mean of VMs",
         "unweighted, as published reviews print",
         "",
         ms_text(all.latency_avg_vm_mean_ms),
         "",
         "",
         ms_text(all.latency_p99_vm_mean_ms),
         "",
         "",
         "",
         "",
         ""}
    );
    return table(
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
         "retries"},
        rows,
        2,
        "Per VM, sample only. Latency is response time: intended start to commit acknowledged."
    );
}

std::string target_charts(const StepResult& step) {
    std::vector<Bar> tps, avg, p99;
    for (const auto& target : step.targets) {
        tps.push_back({target.name, target.tps, tps_text(target.tps)});
        avg.push_back({target.name, target.response.avg_ms, ms_text(target.response.avg_ms)});
        p99.push_back({target.name, target.response.p99_ms, ms_text(target.response.p99_ms)});
    }
    return "<div class=\"charts\">" + bar_chart("TPS per VM", "transactions/s", tps) +
           bar_chart("Average latency per VM", "ms", avg) + bar_chart("p99 per VM", "ms", p99) +
           "</div>\n";
}

std::string over_time(const results::StepSeries& series) {
    std::vector<std::optional<double>> tps, p99;
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const auto& point = series.points[i];
        tps.emplace_back(point.tps);
        p99.push_back(point.p99_ms);
        rows.push_back(
            {results::fixed_text(static_cast<double>(i) * series.bucket_s, 0),
             tps_text(point.tps),
             ms_text(point.avg_ms),
             ms_text(point.p99_ms)}
        );
    }
    if (rows.empty()) {
        return {};
    }
    const auto mark = series.sample_from_s;
    return "<div class=\"charts\">" +
           line_chart(
               "TPS over time", "transactions/s, all VMs", series.bucket_s, tps, mark, "sample"
           ) +
           line_chart(
               "p99 over time",
               "ms, highest one-second p99 of a VM",
               series.bucket_s,
               p99,
               mark,
               "sample"
           ) +
           "</div>\n<details><summary>Numbers over time</summary>" +
           table(
               {"from second", "TPS", "avg ms", "highest 1 s p99, ms"},
               rows,
               0,
               fmt::format("Buckets of {:.0f} s, precondition and sample", series.bucket_s)
           ) +
           "</details>\n";
}

std::string type_table(const StepResult& step) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& target : step.targets) {
        if (target.by_transaction.size() < 2) {
            continue;
        }
        for (const auto& type : target.by_transaction) {
            rows.push_back(
                figures_row(target.name, type.name, type.tps, type.response, type.outcomes)
            );
        }
    }
    if (rows.empty()) {
        return {};
    }
    return "<details><summary>By transaction</summary>" +
           table(
               {"VM",
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
                "retries"},
               rows,
               2,
               "By transaction type"
           ) +
           "</details>\n";
}

std::string settings_table(const StepResult& step) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& target : step.targets) {
        rows.push_back({target.name, "address", target.url});
        rows.push_back({target.name, "version", target.version});
        rows.push_back(
            {target.name,
             "clients, connections",
             fmt::format("{}, {} ({})", target.clients, target.connections, target.io_model)}
        );
        for (const auto& [name, value] : target.settings) {
            rows.push_back({target.name, name, value});
        }
    }
    return "<details><summary>Servers and settings</summary>" +
           table({"VM", "setting", "value"}, rows, 3, "As the servers report them") +
           "</details>\n";
}

std::string step_section(const StepResult& step, const results::StepSeries* series) {
    std::string out = fmt::format(
        "<section><h2>Step {}</h2><p class=\"quiet\">{}</p>\n",
        escaped(step.name),
        escaped(step_summary(step))
    );
    out += step.valid ? list_box("good", "Valid", {})
                      : list_box("bad", "Not valid", step.invalid_reasons);
    if (!step.notes.empty()) {
        out += list_box("note", "Notes", step.notes);
    }
    out += headline(step) + target_charts(step) + target_table(step);
    if (series != nullptr) {
        out += over_time(*series);
    }
    return out + type_table(step) + settings_table(step) + "</section>\n";
}

std::string steps_overview(const results::RunResult& run) {
    if (run.steps.size() < 2) {
        return {};
    }
    std::vector<Bar> tps, avg, p99;
    std::vector<std::vector<std::string>> rows;
    for (const auto& step : run.steps) {
        const auto& all = step.aggregate;
        tps.push_back({step.name, all.tps, tps_text(all.tps)});
        avg.push_back({step.name, all.response.avg_ms, ms_text(all.response.avg_ms)});
        p99.push_back({step.name, all.response.p99_ms, ms_text(all.response.p99_ms)});
        rows.push_back(
            {step.name,
             aggregate_name(step),
             tps_text(all.tps),
             ms_text(all.response.avg_ms),
             ms_text(all.response.p99_ms),
             step.valid ? "valid" : "not valid"}
        );
    }
    return "<section><h2>Steps</h2><div class=\"charts\">" +
           bar_chart("Aggregate TPS by step", "transactions/s", tps) +
           bar_chart("Average latency by step", "ms", avg) + bar_chart("p99 by step", "ms", p99) +
           "</div>\n" +
           table({"step", "VMs", "TPS", "avg ms", "p99 ms", "validity"}, rows, 2, "Aggregates") +
           "</section>\n";
}

std::string facts_list(const results::RunResult& run) {
    std::string out = "<dl>";
    for (const auto& [label, text] : run_facts(run)) {
        out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(label), escaped(text));
    }
    return out + "</dl>\n";
}

class HtmlReport final : public Report {
public:
    std::string format() const override { return "html"; }
    std::string file_extension() const override { return "html"; }
    std::string render(const results::RunResult& run, const RenderOptions& options) const override {
        std::vector<results::StepSeries> series;
        if (!options.result_dir.empty()) {
            auto read = results::read_series(
                std::filesystem::path(options.result_dir) / "intervals.csv", run
            );
            if (read) {
                series = std::move(*read);
            }
        }
        std::string out = fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            "<title>{0}</title><style>{1}</style></head>\n<body><main><h1>{0}</h1>\n",
            escaped(run.name),
            kPageStyle
        );
        out += run.valid ? list_box("good", "Result valid", {})
                         : list_box("bad", "Result not valid", run.invalid_reasons);
        out += facts_list(run) + steps_overview(run);
        for (std::size_t i = 0; i < run.steps.size(); ++i) {
            out += step_section(run.steps[i], i < series.size() ? &series[i] : nullptr);
        }
        return out + "</main></body></html>\n";
    }
};

}  // namespace

std::unique_ptr<Report> make_report();
std::unique_ptr<Report> make_report() { return std::make_unique<HtmlReport>(); }

}  // namespace oltpsim::report::html
