// TPS and latency over time, read from intervals.csv for charts. Streams; memory depends on targets and seconds, 12 B each.
#pragma once

#include "results/result_error.hpp"
#include "results/run_result.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::results {

/// A stretch of StepSeries::bucket_s seconds. Nothing is smoothed away: beside the middle stand the extremes of its seconds.
struct SeriesPoint {
    double tps = 0;                    ///< transactions committed ÷ seconds
    double tps_low = 0, tps_high = 0;  ///< of one second in it
    std::optional<double> avg_ms;      ///< weighted by transactions
    std::optional<double>
        p99_ms;  ///< median of the one-second p99s of the targets; they cannot be merged here
    std::optional<double> p99_low_ms, p99_high_ms;  ///< lowest and highest of those
};

struct TargetSeries {
    std::string target;
    std::vector<SeriesPoint> points;
};

struct StepSeries {
    std::string step;
    double bucket_s = 1;
    std::optional<double> sample_from_s;  ///< where the first second of the sample lies
    double end_s = 0;  ///< end of the last second of the sample; its grace is left out
    std::vector<SeriesPoint> points;    ///< all targets together; the i-th begins at i·bucket_s
    std::vector<TargetSeries> targets;  ///< each by itself, in the file's order; same buckets
};

/// Series of all steps in `run`, at most `most_points` points each. A last line torn by a kill is left out. Errors: io, damaged.
Expected<std::vector<StepSeries>> read_series(
    const std::filesystem::path& intervals_csv, const RunResult& run, std::size_t most_points = 300
);

}  // namespace oltpsim::results
