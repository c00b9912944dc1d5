// One row of loops.csv: what a loop thread of this program cost in one second.
#pragma once

#include "metrics/interval_sample.hpp"

#include <string>
#include <string_view>

namespace oltpsim::results {

/// Columns of loops.csv. Shares are of wall time; an empty cell is a figure that the kernel does not keep.
inline constexpr const char* kLoopColumns =
    "utc,step,second,loop,utilisation,run_delay_share,wakeups,events,hold_p50_us,hold_p99_us,"
    "involuntary_switches";

/// The row for one loop and second, with line break, in the order of kLoopColumns.
std::string loop_row(
    std::string_view utc, std::string_view step, const metrics::ShardSample& sample
);

}  // namespace oltpsim::results
