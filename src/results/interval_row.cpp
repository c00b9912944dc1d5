// Formats a row. Figures of seconds without a commit are empty cells; TPS of such a second is a measured 0.
#include "results/interval_row.hpp"

#include "results/csv.hpp"
#include "results/run_result.hpp"

#include <fmt/format.h>

#include <iterator>

namespace oltpsim::results {

std::string interval_row(
    std::string_view utc,
    std::string_view step,
    std::string_view target,
    std::uint64_t second,
    const metrics::IntervalSample& sample
) {
    const metrics::OutcomeCounts ends = sample.outcomes();
    const LatencyFigures response = LatencyFigures::of(sample.merged_response());
    const LatencyFigures service = LatencyFigures::of(sample.service);
    const LatencyFigures lag = LatencyFigures::of(sample.lag);
    const LatencyFigures pool_wait = LatencyFigures::of(sample.pool_wait);
    std::string row = fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{}",
        utc,
        csv_text(step),
        second,
        to_string(sample.phase),
        csv_text(target),
        ends.committed,  // TPS: the interval is one second long
        ends.committed,
        ends.rolled_back_by_design,
        ends.failed,
        ends.skipped,
        ends.cut_off,
        ends.retries
    );
    for (const auto& figure :
         {response.avg_ms,
          response.p50_ms,
          response.p95_ms,
          response.p99_ms,
          response.max_ms,
          service.avg_ms,
          service.p99_ms,
          lag.avg_ms,
          lag.p99_ms,
          pool_wait.avg_ms,
          pool_wait.p99_ms}) {
        row += ',' + csv_number(figure);
    }
    fmt::format_to(
        std::back_inserter(row), ",{},{}\n", sample.reconnects, sample.ambiguous_commits
    );
    return row;
}

}  // namespace oltpsim::results
