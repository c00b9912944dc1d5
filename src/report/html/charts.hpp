// Charts as inline SVG; each stands before a table with the same numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::report::html {

struct Bar {
    std::string label;
    std::optional<double> value;
    std::string text;  ///< the value as printed
};

/// Horizontal bars from 0. Absent values have no bar and say "n/a". Empty when there are no bars.
std::string bar_chart(std::string_view title, std::string_view unit, const std::vector<Bar>& bars);

/// A line over time from 0 s, `step_s` seconds between values, absent ones leave a gap. `mark_s` draws a vertical line with `mark_text`.
std::string line_chart(
    std::string_view title,
    std::string_view unit,
    double step_s,
    const std::vector<std::optional<double>>& values,
    std::optional<double> mark_s,
    std::string_view mark_text
);

}  // namespace oltpsim::report::html
