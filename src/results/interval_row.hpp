// One row of intervals.csv.
#pragma once

#include "metrics/interval_sample.hpp"

#include <string>
#include <string_view>

namespace oltpsim::results {

/// The row for one target and second, with line break, in the order of kIntervalColumns.
std::string interval_row(
    std::string_view utc,
    std::string_view step,
    std::string_view target,
    std::uint64_t second,
    const metrics::IntervalSample& sample
);

}  // namespace oltpsim::results
