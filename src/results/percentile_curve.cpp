// Decoding and walking up the percentiles.
#include "results/percentile_curve.hpp"

#include "metrics/hdr_encoding.hpp"

namespace oltpsim::results {

std::optional<metrics::LatencyHistogram> response_histogram(const TargetResult& target) {
    if (target.response_histogram.empty()) {
        return std::nullopt;
    }
    auto decoded = metrics::decode_hdr(target.response_histogram);
    return std::move(decoded.histogram);
}

std::vector<std::pair<double, double>> percentile_points(const metrics::LatencyHistogram& histogram
) {
    constexpr int kPerHalving = 5;
    std::vector<std::pair<double, double>> points;
    if (histogram.empty()) {
        return points;
    }
    const double last = 1 - 1 / static_cast<double>(histogram.count());
    double left = 1;  // what is left to 1 where this halving begins
    while (1 - left < last) {
        for (int i = 0; i < kPerHalving; ++i) {
            const double quantile = 1 - left + left / 2 * i / kPerHalving;
            if (quantile < last) {
                points.emplace_back(quantile * 100, to_millis(histogram.quantile(quantile)));
            }
        }
        left /= 2;
    }
    points.emplace_back(last * 100, to_millis(histogram.maximum()));
    return points;
}

}  // namespace oltpsim::results
