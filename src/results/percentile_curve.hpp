// Latency by percentile from the histograms that a result carries.
#pragma once

#include "metrics/latency_histogram.hpp"
#include "results/run_result.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace oltpsim::results {

/// The response times of a target's sample; nullopt when the result holds none (it was made before they were kept, or
/// nothing was committed) or it is damaged.
std::optional<metrics::LatencyHistogram> response_histogram(const TargetResult& target);

/// Percentile (0 to below 100) and ms, five points per halving of what is left to 100 %, as HdrHistogram plots have them.
/// The last is the highest value, at the percentile of one transaction. Empty for an empty histogram.
std::vector<std::pair<double, double>> percentile_points(const metrics::LatencyHistogram& histogram
);

}  // namespace oltpsim::results
