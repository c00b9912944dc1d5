// Where finished transactions are counted: one open IntervalSample per phase, moved out once per second.
#pragma once

#include "db/error.hpp"
#include "engine/lane.hpp"
#include "metrics/interval_sample.hpp"

#include <array>
#include <vector>

namespace oltpsim::engine {

/// Thread: the shard's; nothing shared, nothing atomic.
class Recorder {
public:
    Recorder(std::uint32_t target, std::size_t types);

    /// `intended` and `started` are the transaction's; `next_think` is the delay planned after it. Counting the delay
    /// that follows, not the one before, keeps its mean right from the first moment of a phase.
    void record(
        metrics::Phase phase,
        TimePoint intended,
        TimePoint started,
        Nanos next_think,
        const Finished& finished
    );
    /// A client had its answer when its request was queued; otherwise as record().
    void record_queued(
        metrics::Phase phase,
        TimePoint intended,
        TimePoint started,
        Nanos next_think,
        const Finished& finished
    );
    /// Queued work is over; its response time counts from when it was queued.
    /// `start` is the common start, which the times of its record count from.
    void record_background(
        metrics::Phase phase, TimePoint start, TimePoint queued, const Finished& finished
    );
    /// Arrivals or clients that never ran: counted under the first type, since none was chosen.
    void skip(metrics::Phase phase, std::uint64_t arrivals);
    void cut_off_waiting(metrics::Phase phase);
    void connect_error(metrics::Phase phase);
    void reconnect(metrics::Phase phase);
    std::vector<metrics::IntervalSample> take(std::uint64_t second);

private:
    metrics::IntervalSample& open(metrics::Phase phase);
    void begin(metrics::Phase phase);

    std::uint32_t target_;
    std::size_t types_;
    std::array<metrics::IntervalSample, metrics::kPhaseCount> samples_;
    std::array<bool, metrics::kPhaseCount> used_{};
};

}  // namespace oltpsim::engine
