// Load curve, hooks and checks into charts and tables.
#include "report/html/campaign_parts.hpp"

#include "page/curve_chart.hpp"
#include "page/markup.hpp"
#include "results/campaign_text.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace oltpsim::report::html {
namespace {

using page::Cell;
using results::ms_text;
using results::SweepPoint;
using results::SweepResult;
using results::tps_text;
using CampaignRows = std::vector<std::vector<Cell>>;

/// What stands beside the vertical line through a point; there is little room.
std::string mark_of(const SweepResult& sweep, const std::string& step) {
    const bool is_knee = sweep.knee == step;
    if (sweep.highest_within_limit == step) {
        return fmt::format("{}highest within limit: {}", is_knee ? "knee, " : "", step);
    }
    return is_knee ? "knee: " + step : "";
}

page::CurveChart curve_of(const SweepResult& sweep) {
    page::CurveChart chart;
    chart.text = {"Latency against TPS", "ms", ""};
    for (const auto& finding : results::sweep_findings(sweep)) {
        chart.text.summary += finding + ". ";
    }
    chart.x_name = "transactions done";
    chart.x_unit = "TPS";
    chart.lines = {"average", "p99"};
    for (const SweepPoint& point : sweep.points) {
        chart.points.push_back(
            {point.step,
             point.tps,
             {point.avg_ms, point.p99_ms},
             results::sweep_remark(sweep, point),
             mark_of(sweep, point.step),
             point.saturated}
        );
    }
    chart.limit = sweep.p99_limit_ms;
    if (sweep.p99_limit_ms) {
        chart.limit_text = fmt::format("p99 limit {:g} ms", *sweep.p99_limit_ms);
    }
    return chart;
}

std::string curve_rows(const SweepResult& sweep) {
    CampaignRows rows;
    for (const SweepPoint& point : sweep.points) {
        rows.push_back(
            {point.step,
             Cell(results::sweep_remark(sweep, point), "", point.saturated),
             tps_text(point.offered_tps),
             tps_text(point.tps),
             ms_text(point.avg_ms),
             ms_text(point.p99_ms)}
        );
    }
    return page::table(
        {"rate", "remark", "offered TPS", "done TPS", "avg ms", "p99 ms"},
        rows,
        2,
        fmt::format("Rates: {}", results::sweep_load_text(sweep))
    );
}

}  // namespace

std::string load_curve(const results::RunResult& run) {
    if (!run.sweep) {
        return {};
    }
    const SweepResult& sweep = *run.sweep;
    std::string out = "<section id=\"load-curve\"><h2>Load curve</h2>\n";
    if (sweep.points.empty()) {
        return out + "<p>No rate has finished yet: there is no curve.</p></section>\n";
    }
    out += page::box("note", "What the curve shows", results::sweep_findings(sweep));
    out += "<div class=\"charts broad\">" + page::curve_chart(curve_of(sweep)) + "</div>\n";
    out += "<p class=\"quiet\">A point per rate, joined in their order. Hollow points: saturated, "
           "the VMs did not keep up with what was offered.</p>\n";
    return out + curve_rows(sweep) + "</section>\n";
}

std::string hook_table(const results::StepResult& step) {
    CampaignRows rows;
    for (const results::HookResult& hook : step.hooks) {
        rows.push_back(
            {hook.hook,
             hook.command,
             {results::hook_outcome_text(hook), "", !hook.ok},
             hook.started_at,
             hook.output,
             fmt::format("{} s", results::fixed_text(hook.seconds, 1))}
        );
    }
    if (rows.empty()) {
        return {};
    }
    return "<h3>Hooks</h3>\n" + page::table(
                                    {"hook", "command", "outcome", "started", "output in", "took"},
                                    rows,
                                    5,
                                    "Commands around this step, in the order they ran"
                                );
}

std::string check_table(const results::StepResult& step) {
    if (!step.checks) {
        return {};
    }
    if (step.checks->empty()) {
        return "<h3>Checks after the step</h3>\n<p>No VM was left to check.</p>\n";
    }
    CampaignRows rows;
    for (const results::CheckAfterStep& check : *step.checks) {
        const std::string found = fmt::format("{}", fmt::join(check.failed, "; "));
        rows.push_back(
            {check.target,
             {results::check_outcome_text(check), "", !check.failed.empty()},
             found.empty() ? "nothing wrong" : found}
        );
    }
    return "<h3>Checks after the step</h3>\n" +
           page::table({"VM", "outcome", "found"}, rows, 3, "Of the data, after the sample");
}

}  // namespace oltpsim::report::html
