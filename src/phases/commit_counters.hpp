// The servers' own commit counters around a step, to hold ours against. Thread: the supervisor's.
#pragma once

#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace oltpsim::phases {

struct TargetReady;

/// Targets whose driver or server has no counter simply have no figure.
class CommitCounters {
public:
    /// Lifetime: what is passed outlives it. Shape: `bound` by target index.
    CommitCounters(
        const plan::RunPlan& plan, std::span<const std::shared_ptr<const workload::Workload>> bound
    )
        : plan_(plan), bound_(bound) {}
    /// Before the first session opens: PostgreSQL's sessions hand in their counts late, so a reading between sign-in and the
    /// start would catch some. What opening sessions costs is taken off by the caller (DriverInfo::commits_per_session).
    void read_before(std::span<const std::uint32_t> targets, std::span<const TargetReady> ready);
    /// Once all sessions are closed; waits up to a few seconds for servers that count with delay.
    void read_after(metrics::StepOutcome& outcome);

private:
    struct Watched {
        std::unique_ptr<db::AdminConnection> connection;
        std::uint64_t before = 0;
    };
    bool is_exact(std::uint32_t target) const;

    const plan::RunPlan& plan_;
    std::span<const std::shared_ptr<const workload::Workload>> bound_;
    std::map<std::uint32_t, Watched> watched_;
};

}  // namespace oltpsim::phases
