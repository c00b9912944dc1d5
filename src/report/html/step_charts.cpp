// Results into chart data. Nothing is computed here but what a chart's text says.
#include "report/html/step_charts.hpp"

#include "results/figure_text.hpp"
#include "results/percentile_curve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::report::html {
namespace {

using results::ms_text;
using results::SeriesPoint;
using results::StepResult;
using results::StepSeries;
using results::tps_text;

constexpr std::size_t kMostMarks = 24;  // more would hide the lines; the table of events has all
constexpr double kMarkApart = 0.01;     // of the axis

page::TimeLine line_of_tps(const std::vector<SeriesPoint>& points, std::size_t count) {
    page::TimeLine line;
    line.name = "TPS";
    for (std::size_t i = 0; i < count; ++i) {
        line.middle.emplace_back(points[i].tps);
        line.low.emplace_back(points[i].tps_low);
        line.high.emplace_back(points[i].tps_high);
    }
    return line;
}

page::TimeLine line_of_p99(const std::vector<SeriesPoint>& points) {
    page::TimeLine line;
    line.name = "p99 of one second";
    for (const auto& point : points) {
        line.middle.push_back(point.p99_ms);
        line.low.push_back(point.p99_low_ms);
        line.high.push_back(point.p99_high_ms);
    }
    return line;
}

page::TimeLine line_of_average(const std::vector<SeriesPoint>& points, std::size_t count) {
    page::TimeLine line;
    line.name = "average latency";
    line.right = true;
    for (std::size_t i = 0; i < count; ++i) {
        line.middle.push_back(points[i].avg_ms);
    }
    return line;
}

std::vector<page::TimeArea> phases_of(const StepSeries& series) {
    std::vector<page::TimeArea> areas;
    const double sample = series.sample_from_s.value_or(series.end_s);
    if (sample > 0) {
        areas.push_back({0, sample, "precondition"});
    }
    if (sample < series.end_s) {
        areas.push_back({sample, series.end_s, "sample"});
    }
    return areas;
}

/// Outages, failures and the like; phase changes are shaded already. Marks of the same moment become one.
std::vector<page::TimeMark> event_marks(
    const results::EventFile& file, const StepResult& step, const StepSeries& series
) {
    std::vector<page::TimeMark> marks;
    for (const auto& event : file.events) {
        if (event.step != step.name || event.kind == "phase" || event.at_s < 0 ||
            event.at_s > series.end_s || marks.size() >= kMostMarks) {
            continue;
        }
        if (!marks.empty() && event.at_s - marks.back().at_s < kMarkApart * series.end_s) {
            continue;
        }
        marks.push_back({event.at_s, event.kind});
    }
    return marks;
}

page::TimeChart chart_over_time(
    const StepSeries& series, std::vector<page::TimeMark> marks, std::string title, std::string unit
) {
    page::TimeChart chart;
    chart.text.title = std::move(title);
    chart.text.unit = std::move(unit);
    chart.step_s = series.bucket_s;
    chart.areas = phases_of(series);
    chart.marks = std::move(marks);
    return chart;
}

std::string all_name(const StepSeries& series) {
    return series.targets.size() == 1 ? series.targets.front().target
                                      : fmt::format("all {} VMs", series.targets.size());
}

/// One view for all VMs, then one for each VM when there are several.
template <typename Lines>
void add_views(page::TimeChart& chart, const StepSeries& series, Lines lines_of) {
    chart.views.push_back({all_name(series), lines_of(series.points), {}});
    if (series.targets.size() > 1) {
        for (const auto& target : series.targets) {
            chart.views.push_back({target.target, lines_of(target.points), {}});
        }
    }
}

void mark_steadiness(
    page::TimeView& view, std::optional<double> steady, std::optional<double> warm
) {
    if (warm) {
        view.marks.push_back({*warm, "MSER-5: warm-up over"});
    }
    if (steady) {
        view.marks.push_back({*steady, "steady"});
    }
}

std::string precondition_chart(const StepResult& step, const StepSeries& series) {
    const double end = series.sample_from_s.value_or(series.end_s);
    const auto count = static_cast<std::size_t>(end / series.bucket_s);
    if (count < 2) {
        return {};
    }
    page::TimeChart chart =
        chart_over_time(series, {}, "Precondition: until it became steady", "TPS");
    chart.right_unit = "ms";
    chart.areas.clear();
    chart.text.summary = fmt::format(
        "TPS and average latency during the precondition, {}.",
        results::steady_text(step.steady, step.steady_after_s)
    );
    add_views(chart, series, [count](const auto& points) {
        const std::size_t used = std::min(count, points.size());
        return std::vector{line_of_tps(points, used), line_of_average(points, used)};
    });
    for (auto& view : chart.views) {
        const auto target =
            std::find_if(step.targets.begin(), step.targets.end(), [&](const auto& t) {
                return t.name == view.name;
            });
        if (target != step.targets.end()) {
            mark_steadiness(view, target->steady_after_s, target->warm_up_s);
        } else {
            mark_steadiness(view, step.steady_after_s, {});
        }
    }
    return time_chart(chart);
}

/// An empty place would leave the reader guessing. Nothing to say of a step without VMs, which never began.
std::string no_percentiles(const StepResult& step) {
    if (step.targets.empty()) {
        return {};
    }
    const bool has_figures =
        std::any_of(step.targets.begin(), step.targets.end(), [](const auto& target) {
            return target.state == "ok" && target.response.p99_ms;
        });
    return fmt::format(
        "<p class=\"quiet\">No chart of latency by percentile: {}.</p>\n",
        has_figures ? "this result holds no histograms of response times, as results of earlier "
                      "versions of oltpsim do not"
                    : "no VM ended the sample with a committed transaction"
    );
}

page::PercentileLine percentile_line(std::string name, const metrics::LatencyHistogram& histogram) {
    return {std::move(name), results::percentile_points(histogram)};
}

}  // namespace

void add_bar(
    page::BarSeries& series,
    const std::optional<double>& value,
    const std::optional<metrics::Uncertainty>& known,
    std::string (*text)(const std::optional<double>&)
) {
    series.values.push_back(value);
    series.low.push_back(value && known ? std::optional(known->low) : std::nullopt);
    series.high.push_back(value && known ? std::optional(known->high) : std::nullopt);
    series.texts.push_back(text(value));
}

std::string vm_charts(const StepResult& step) {
    if (step.targets.size() < 2) {
        return {};
    }
    std::vector<std::string> names;
    page::BarSeries tps{"TPS", {}, {}, {}, {}}, avg{"average", {}, {}, {}, {}},
        p99{"p99", {}, {}, {}, {}};
    for (const auto& target : step.targets) {
        names.push_back(target.name);
        add_bar(tps, target.tps, target.uncertainty.tps, tps_text);
        add_bar(avg, target.response.avg_ms, target.uncertainty.avg_ms, ms_text);
        add_bar(p99, target.response.p99_ms, target.uncertainty.p99_ms, ms_text);
    }
    return "<div class=\"charts\">" +
           page::bar_chart(
               {"TPS per VM",
                "TPS",
                fmt::format(
                    "From {} to {}, {}.",
                    tps_text(step.aggregate.tps_min_vm),
                    tps_text(step.aggregate.tps_max_vm),
                    results::spread_text(step.aggregate)
                )},
               names,
               {tps}
           ) +
           page::bar_chart(
               {"Average latency per VM", "ms", "Averages with 95 % intervals."}, names, {avg}
           ) +
           page::bar_chart(
               {"p99 per VM", "ms", "99th percentiles with 95 % intervals."}, names, {p99}
           ) +
           "</div>\n";
}

std::string time_charts(
    const StepResult& step, const StepSeries& series, const results::EventFile& events
) {
    if (series.points.empty()) {
        return {};
    }
    const auto marks = event_marks(events, step, series);
    page::TimeChart tps = chart_over_time(series, marks, "TPS over time", "TPS");
    tps.text.summary = "Mean of each stretch as a line, lowest and highest second as a band.";
    add_views(tps, series, [](const auto& points) {
        return std::vector{line_of_tps(points, points.size())};
    });
    page::TimeChart p99 = chart_over_time(series, marks, "p99 over time", "ms");
    p99.log = true;
    p99.text.summary =
        "Median of the one-second 99th percentiles as a line, lowest and highest as a band.";
    add_views(p99, series, [](const auto& points) { return std::vector{line_of_p99(points)}; });
    return "<div class=\"charts broad\">" + time_chart(tps) + time_chart(p99) +
           precondition_chart(step, series) + "</div>\n";
}

std::string latency_chart(const StepResult& step) {
    metrics::LatencyHistogram all;
    const results::TargetResult* lowest = nullptr;
    const results::TargetResult* highest = nullptr;
    std::vector<page::PercentileView> by_vm;
    for (const auto& target : step.targets) {
        const auto histogram =
            target.state == "ok" ? results::response_histogram(target) : std::nullopt;
        if (!histogram || !target.response.p99_ms) {
            continue;
        }
        all.merge(*histogram);
        by_vm.push_back({target.name, {percentile_line(target.name, *histogram)}});
        if (lowest == nullptr || *target.response.p99_ms < *lowest->response.p99_ms) {
            lowest = &target;
        }
        if (highest == nullptr || *target.response.p99_ms > *highest->response.p99_ms) {
            highest = &target;
        }
    }
    if (by_vm.empty()) {
        return no_percentiles(step);
    }
    std::vector<page::PercentileView> views{{"all VMs", {}}};
    if (by_vm.size() == 1) {
        views = by_vm;
    } else {
        auto& lines = views.front().lines;
        lines.push_back(percentile_line("all VMs, merged", all));
        for (const auto* one : {lowest, highest}) {
            if (const auto histogram = results::response_histogram(*one); histogram) {
                lines.push_back(percentile_line(
                    fmt::format("{} ({} p99)", one->name, one == lowest ? "lowest" : "highest"),
                    *histogram
                ));
            }
        }
        views.insert(views.end(), by_vm.begin(), by_vm.end());
    }
    return "<div class=\"charts broad\">" +
           percentile_chart(
               {"Latency by percentile",
                "ms",
                fmt::format(
                    "p50 {} ms, p99 {} ms, highest {} ms over all VMs.",
                    ms_text(step.aggregate.response.p50_ms),
                    ms_text(step.aggregate.response.p99_ms),
                    ms_text(step.aggregate.response.max_ms)
                )},
               views
           ) +
           "</div>\n";
}

}  // namespace oltpsim::report::html
