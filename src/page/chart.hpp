// Charts as data: each becomes a <figure> with a place to draw in, its numbers for the script, and the table behind it.
// The script (web/src) draws them with ECharts; without it the tables say the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::page {

using Values = std::vector<std::optional<double>>;

/// What stands around every chart.
struct ChartText {
    std::string title;
    std::string unit;
    std::string summary;  ///< what a reader who cannot see it must know, one sentence
};

/// One colour of grouped bars: a value per category, with its 95 % interval where known.
struct BarSeries {
    std::string name;
    Values values;
    Values low, high;                ///< as long as `values`, or empty
    std::vector<std::string> texts;  ///< the values as printed, as long as `values`
};

/// Grouped bars from 0. Absent values have no bar and say "n/a" in the table. Empty without categories or any value.
std::string bar_chart(
    const ChartText& text,
    const std::vector<std::string>& categories,
    const std::vector<BarSeries>& series
);

/// A vertical line at a moment.
struct TimeMark {
    double at_s = 0;
    std::string text;
};
/// A shaded stretch of time.
struct TimeArea {
    double from_s = 0;
    double to_s = 0;
    std::string text;
};
/// One line over time: the middle of each stretch, and the lowest and highest second in it.
struct TimeLine {
    std::string name;
    Values middle;
    Values low, high;    ///< as long as `middle`, or empty
    bool right = false;  ///< drawn on the right axis, in the second unit
};
/// What the chart shows for one choice, e.g. of a VM. All views have lines of the same names.
struct TimeView {
    std::string name;
    std::vector<TimeLine> lines;
    std::vector<TimeMark> marks;
};
struct TimeChart {
    ChartText text;
    std::string right_unit;  ///< empty: one axis
    bool log =
        false;  ///< logarithmic, for figures of which one second may be a thousand times another
    double step_s = 1;
    std::vector<TimeView> views;
    std::vector<TimeArea> areas;
    std::vector<TimeMark> marks;  ///< in every view
};

/// Empty without a view that has a value.
std::string time_chart(const TimeChart& chart);

struct PercentileLine {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< percentile (0 to below 100), ms
};
struct PercentileView {
    std::string name;
    std::vector<PercentileLine> lines;
};

/// Latency by percentile, the axis stretched towards 100 %. Empty without points.
std::string percentile_chart(const ChartText& text, const std::vector<PercentileView>& views);

}  // namespace oltpsim::page
