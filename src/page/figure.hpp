// What stands around every chart; for the files of this room that make charts.
#pragma once

#include "page/chart.hpp"

#include <optional>
#include <string>

namespace oltpsim::page {

/// A figure as the tables behind charts print it: what a reader can tell apart on the chart. "n/a" when absent.
std::string brief(const std::optional<double>& value);
/// Caption, choice of a view (may be empty), drawing place, JSON for the script, table behind.
std::string figure(
    const ChartText& text,
    const std::string& choice,
    const std::string& json,
    const std::string& table_html
);

}  // namespace oltpsim::page
