// Where a running step reports to. phases calls it, results and cli implement it, so data flows one way.
#pragma once

#include "metrics/interval_sample.hpp"

#include <span>
#include <string>

namespace oltpsim::metrics {

/// Something worth a line in events.jsonl: phase change, outage, reconnect storm, first error of a class, …
struct RunEvent {
    std::string utc;  ///< wall-clock stamp
    double at_s = 0;  ///< seconds since the step's common start, negative before it
    std::string step;
    std::string target;  ///< empty: the whole step
    std::string
        kind;  ///< "phase", "error", "outage_start", "outage_end", "target_failed", "late", "interrupted", …
    std::string detail;
};

/// Thread: all calls from the supervisor's thread, in time order.
class RunSink {
public:
    virtual ~RunSink() = default;
    /// Progress before the common start: `done` of `total` sessions are open on the target.
    virtual void on_connecting(std::uint32_t target, std::uint32_t done, std::uint32_t total) = 0;
    /// One second of one phase, one element per target (all of its shards merged).
    virtual void on_second(
        std::uint64_t second, Phase phase, std::span<const IntervalSample> targets
    ) = 0;
    virtual void on_shard(const ShardSample& sample) = 0;
    /// The sample will begin, or has begun, with this second: told when a precondition without fixed length is over.
    virtual void on_sample_start(std::uint64_t) {}
    virtual void on_event(const RunEvent& event) = 0;
};

}  // namespace oltpsim::metrics
