// A comparison as headings, boxes, tables and charts: what every format prints, each in its way. Pure.
#pragma once

#include "compare/comparison.hpp"

#include <string>
#include <vector>

namespace oltpsim::compare {

/// A cell: its text, and the 95 % interval or another line below it.
struct ContentCell {
    std::string text;
    std::string below;
};
struct ContentTable {
    std::string title;
    std::vector<std::string> header;
    std::vector<std::vector<ContentCell>> rows;
    std::size_t text_columns = 1;  ///< the first columns are text
};

/// Per VM set and side: TPS, average, p99, unweighted means, extremes of VMs.
ContentTable figures_table(const Comparison& comparison);
/// Ratios with intervals and p-values. Without rows when nothing was measured on two sides.
ContentTable tests_table(const Comparison& comparison);
/// What the sides are: source, storage, workload, load, database, durability.
ContentTable sides_table(const Comparison& comparison);
/// How evenly VMs share the array: lowest, highest, CV, Jain's index. Without rows when nothing was measured.
ContentTable spread_table(const Comparison& comparison);

/// "ratio" heading words shared by formats: "A, B against C".
std::string title_of(const Comparison& comparison);

}  // namespace oltpsim::compare
