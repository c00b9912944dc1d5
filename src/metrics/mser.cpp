// One pass from the end: sums of what stays.
#include "metrics/mser.hpp"

#include <vector>

namespace oltpsim::metrics {

std::optional<std::size_t> mser5(std::span<const double> observations) {
    constexpr std::size_t kBatch = 5;
    constexpr std::size_t kFewest = 10;
    std::vector<double> batches;
    for (std::size_t i = 0; i + kBatch <= observations.size(); i += kBatch) {
        double sum = 0;
        for (const double value : observations.subspan(i, kBatch)) {
            sum += value;
        }
        batches.push_back(sum / static_cast<double>(kBatch));
    }
    if (batches.size() < kFewest) {
        return std::nullopt;
    }
    // Welford's recurrence, backwards: exact enough for series whose mean is far above their spread.
    double mean = 0;
    double squares = 0;
    double best = 0;
    std::size_t cut = batches.size();
    double kept = 0;
    for (std::size_t i = batches.size(); i-- > 0;) {
        kept += 1;
        const double off = batches[i] - mean;
        mean += off / kept;
        squares += off * (batches[i] - mean);
        const double statistic = squares / (kept * kept);
        const bool enough = kept >= static_cast<double>(kBatch);
        if (enough && (cut == batches.size() || statistic <= best)) {
            best = statistic;
            cut = i;
        }
    }
    return cut * 2 >= batches.size() ? std::nullopt : std::optional(cut * kBatch);
}

}  // namespace oltpsim::metrics
