// TPS and latency over time, read from intervals.csv for charts. Streams; memory depends on the number of points only.
#pragma once

#include "results/result_error.hpp"
#include "results/run_result.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::results {

/// A stretch of `bucket_s` seconds over all targets of a step.
struct SeriesPoint {
    double tps = 0;                ///< transactions ended ÷ seconds
    std::optional<double> avg_ms;  ///< weighted by transactions
    std::optional<double>
        p99_ms;  ///< highest of the one-second p99s of the targets; they cannot be merged here
};

struct StepSeries {
    std::string step;
    double bucket_s = 1;
    std::optional<double> sample_from_s;  ///< where the first second of the sample lies
    std::vector<SeriesPoint> points;      ///< the i-th begins at i·bucket_s
};

/// Series of all steps in `run`, at most `most_points` points each. Errors: io, damaged.
Expected<std::vector<StepSeries>> read_series(
    const std::filesystem::path& intervals_csv, const RunResult& run, std::size_t most_points = 300
);

}  // namespace oltpsim::results
