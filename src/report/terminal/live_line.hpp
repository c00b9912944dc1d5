// The line that shows a running step, once a second.
#pragma once

#include "metrics/interval_sample.hpp"

#include <span>
#include <string>
#include <string_view>

namespace oltpsim::report::terminal {

/// "8 VMs  sample  00:01:05 / 00:58:55 left  12,345.0 TPS  avg 2.591 ms  p99 8.123 ms  0 errors/s", without line break.
/// TPS and errors are of the last second over all targets; latencies of transactions that ended in it ("n/a" if none).
/// `left_s` below 0: unknown.
std::string live_line(
    std::string_view step,
    double elapsed_s,
    double left_s,
    metrics::Phase phase,
    std::span<const metrics::IntervalSample> targets
);

}  // namespace oltpsim::report::terminal
