// What a shard moves out once per second and phase, and what totals are made of: counts and histograms, nothing live.
#pragma once

#include "core/clock.hpp"
#include "metrics/latency_histogram.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::metrics {

/// Phases a transaction can belong to: the one its intended start lies in.
enum class Phase : std::uint8_t { warm, precondition, sample };
inline constexpr std::size_t kPhaseCount = 3;
std::string_view to_string(Phase phase) noexcept;

/// Ends of transactions. Identity: scheduled = committed + rolled_back_by_design + failed + skipped + cut_off.
/// `retries` (attempts beyond the first) are apart from it.
struct OutcomeCounts {
    std::uint64_t committed = 0;
    std::uint64_t rolled_back_by_design = 0;
    std::uint64_t failed = 0;
    std::uint64_t skipped = 0;  ///< open loop: arrivals never started (backlog full or phase over)
    std::uint64_t cut_off = 0;  ///< in flight at the end of the grace
    std::uint64_t retries = 0;

    std::uint64_t scheduled() const noexcept {
        return committed + rolled_back_by_design + failed + skipped + cut_off;
    }
    OutcomeCounts& operator+=(const OutcomeCounts& other) noexcept;
};

/// One transaction type of one target within one phase and interval.
struct TransactionSample {
    OutcomeCounts outcomes;
    LatencyHistogram
        response;         ///< intended start → commit acknowledged; committed transactions only
    bool queued = false;  ///< its answer came when it was queued: no database commit of its own
    bool background =
        false;  ///< work that others queued: in no total, response counts from queueing
};

/// Error counts by db::ErrorClass index (names come from the driver side; metrics knows numbers only).
inline constexpr std::size_t kErrorSlots = 24;

/// One piece of queued work that was done.
struct BackgroundRecord {
    std::uint32_t type = 0;  ///< transaction type under which it is counted
    double queued_s = 0;     ///< since the common start
    double done_s = 0;
    std::string text;  ///< the workload's own words
};

/// Everything one target did on one shard in one interval of one phase. Moved, never shared.
struct IntervalSample {
    std::uint32_t target = 0;
    Phase phase = Phase::warm;
    std::uint64_t second = 0;                ///< interval number since the common start
    std::vector<TransactionSample> by_type;  ///< one per transaction type of the workload
    LatencyHistogram service;    ///< connection in hand → commit acknowledged; committed only
    LatencyHistogram lag;        ///< intended start → client actually started
    LatencyHistogram pool_wait;  ///< client started → connection in hand
    LatencyHistogram
        client_delay;  ///< replies' arrival → stamp, summed per transaction; audited sessions only
    std::vector<BackgroundRecord>
        background;       ///< in the order it was done; empty where nothing is queued
    Nanos think_total{};  ///< planned delays of the clients, for the closed-loop law
    Nanos busy_total{};   ///< Σ response times of all finished transactions, whatever their end
    std::uint64_t cycles = 0;  ///< finished transactions, whatever their end
    std::array<std::uint64_t, kErrorSlots> errors{
    };  ///< failed transactions and failed connects by error class
    std::uint64_t connect_errors = 0;  ///< failed attempts to open a session
    std::uint64_t reconnects = 0;
    std::uint64_t ambiguous_commits = 0;  ///< connection lost while COMMIT was in flight

    /// Totals over all types but background work.
    std::uint64_t committed() const noexcept;
    OutcomeCounts outcomes() const noexcept;
    /// Commits the database has seen: background work instead of what was queued.
    std::uint64_t database_commits() const noexcept;
    /// All types' response times in one histogram.
    LatencyHistogram merged_response() const;
    /// Adds the ends of `other` by type, and nothing else.
    void add_ends(const IntervalSample& other);
    /// Adds `other`; interval numbers are kept, and `background`, which is passed on and never summed up.
    /// Precondition: same target and phase.
    void merge(const IntervalSample& other);
};

/// The loop's own cost in one interval (connectors: "loops and threads"). One per shard and second.
struct ShardSample {
    std::uint32_t shard = 0;
    std::uint64_t second = 0;
    double utilisation = 0;  ///< on-CPU time ÷ wall, from /proc/self/task/TID/schedstat; -1 unknown
    double run_delay_share = 0;  ///< waiting for a CPU ÷ wall; -1 unknown
    std::uint64_t wakeups = 0;
    std::uint64_t events = 0;  ///< ready sockets handled
    std::uint64_t involuntary_switches = 0;
    LatencyHistogram hold;  ///< wake-up → stamp of each reply in its batch
};

}  // namespace oltpsim::metrics
