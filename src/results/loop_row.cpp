#include "results/loop_row.hpp"

#include "results/csv.hpp"

#include <fmt/format.h>

#include <optional>

namespace oltpsim::results {
namespace {

std::optional<double> known_share(double share) {
    return share >= 0 ? std::optional(share) : std::nullopt;
}

std::optional<double> hold_us(const metrics::LatencyHistogram& hold, double quantile) {
    return hold.empty() ? std::nullopt : std::optional(to_millis(hold.quantile(quantile)) * 1000);
}

}  // namespace

std::string loop_row(
    std::string_view utc, std::string_view step, const metrics::ShardSample& sample
) {
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{}\n",
        utc,
        csv_text(step),
        sample.second,
        sample.shard,
        csv_number(known_share(sample.utilisation), 4),
        csv_number(known_share(sample.run_delay_share), 4),
        sample.wakeups,
        sample.events,
        csv_number(hold_us(sample.hold, 0.50), 1),
        csv_number(hold_us(sample.hold, 0.99), 1),
        sample.involuntary_switches
    );
}

}  // namespace oltpsim::results
