// SVG by hand: no script, no font, no network.
#include "report/html/charts.hpp"

#include "report/html/markup.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace oltpsim::report::html {
namespace {

/// The next of 1, 2, 5, 10, … that is not below `value`.
double round_up(double value) {
    if (value <= 0) {
        return 1;
    }
    const double magnitude = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        if (value <= step * magnitude) {
            return step * magnitude;
        }
    }
    return 10 * magnitude;
}

std::string axis_text(double value) {
    const int digits = value >= 10 || value == 0 ? 0 : value >= 1 ? 1 : 3;
    return results::fixed_text(value, digits);
}

std::string open_figure(std::string_view title, std::string_view unit, int width, int height) {
    return fmt::format(
        "<figure><figcaption>{0} <span class=\"unit\">{1}</span></figcaption>"
        "<svg viewBox=\"0 0 {2} {3}\" role=\"img\" aria-label=\"{0}, {1}; the numbers are in the "
        "table below\">\n",
        escaped(title),
        escaped(unit),
        width,
        height
    );
}

/// The polyline pieces of a series, broken at absent values.
std::string path_of(
    const std::vector<std::optional<double>>& values,
    double top,
    double left,
    double width,
    double height
) {
    std::string path;
    bool drawing = false;
    const double step = values.size() > 1 ? width / static_cast<double>(values.size() - 1) : 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) {
            drawing = false;
            continue;
        }
        fmt::format_to(
            std::back_inserter(path),
            "{}{:.1f} {:.1f}",
            drawing ? "L" : "M",
            left + static_cast<double>(i) * step,
            10 + height - *values[i] / top * height
        );
        drawing = true;
    }
    return path;
}

}  // namespace

std::string bar_chart(std::string_view title, std::string_view unit, const std::vector<Bar>& bars) {
    if (bars.empty()) {
        return {};
    }
    constexpr int kWidth = 640, kLabel = 130, kRow = 24, kBarRoom = 400;
    double highest = 0;
    for (const auto& bar : bars) {
        highest = std::max(highest, bar.value.value_or(0));
    }
    const int height = static_cast<int>(bars.size()) * kRow + 6;
    std::string out = open_figure(title, unit, kWidth, height);
    int y = 4;
    for (const auto& bar : bars) {
        const double length = highest > 0 ? bar.value.value_or(0) / highest * kBarRoom : 0;
        fmt::format_to(
            std::back_inserter(out),
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
            "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" rx=\"2\"/>"
            "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
            kLabel - 8,
            y + 15,
            escaped(bar.label),
            kLabel,
            y,
            length,
            kRow - 6,
            kLabel + length + 6,
            y + 15,
            escaped(bar.text)
        );
        y += kRow;
    }
    return out + "</svg></figure>\n";
}

std::string line_chart(
    std::string_view title,
    std::string_view unit,
    double step_s,
    const std::vector<std::optional<double>>& values,
    std::optional<double> mark_s,
    std::string_view mark_text
) {
    double highest = 0;
    for (const auto& value : values) {
        highest = std::max(highest, value.value_or(0));
    }
    if (values.empty() || highest <= 0) {
        return {};
    }
    constexpr int kWidth = 640, kHeight = 210, kLeft = 64, kPlotWidth = 560, kPlotHeight = 160;
    const double top = round_up(highest);
    const double seconds = step_s * static_cast<double>(values.size());
    std::string out = open_figure(title, unit, kWidth, kHeight);
    for (const double part : {0.0, 0.5, 1.0}) {
        const double y = 10 + kPlotHeight - part * kPlotHeight;
        fmt::format_to(
            std::back_inserter(out),
            "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
            "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>"
            "<text x=\"{6:.1f}\" y=\"190\" text-anchor=\"middle\">{7} s</text>\n",
            kLeft,
            kLeft + kPlotWidth,
            y,
            kLeft - 6,
            y + 4,
            axis_text(part * top),
            kLeft + part * kPlotWidth,
            axis_text(std::round(part * seconds))
        );
    }
    if (mark_s && seconds > 0) {
        const double x = kLeft + *mark_s / seconds * kPlotWidth;
        fmt::format_to(
            std::back_inserter(out),
            "<line class=\"mark\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"10\" y2=\"{1}\"/>"
            "<text x=\"{2:.1f}\" y=\"206\">{3}</text>\n",
            x,
            10 + kPlotHeight,
            x,
            escaped(mark_text)
        );
    }
    fmt::format_to(
        std::back_inserter(out),
        "<path class=\"series\" d=\"{}\"/></svg></figure>\n",
        path_of(values, top, kLeft, kPlotWidth, kPlotHeight)
    );
    return out;
}

}  // namespace oltpsim::report::html
