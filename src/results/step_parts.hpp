// Parts of a step's arithmetic: one target, and all of them together. make_step_result() puts them together.
#pragma once

#include "metrics/closed_loop_law.hpp"
#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"
#include "results/run_result.hpp"

#include <span>
#include <string>
#include <vector>

namespace oltpsim::results {

/// Figures of a target's sample; absent when it is not "ok" (a short one keeps its latencies). `seconds`: the sample's length.
TargetResult make_target_result(
    const plan::RunPlan& plan,
    const metrics::TargetOutcome& target,
    double seconds,
    const std::vector<workload::TransactionType>& types,
    std::span<const std::string> error_names
);

/// Sums, merged histograms and spread over the targets that are "ok". `targets`: in the order of outcome.targets.
AggregateResult make_aggregate(
    const plan::RunPlan& plan,
    const metrics::StepOutcome& outcome,
    const std::vector<TargetResult>& targets
);

/// What the closed-loop law needs of a target's sample.
metrics::ClosedLoop closed_loop_of(
    const plan::TargetPlan& planned, const metrics::IntervalSample& sample, double seconds
);

inline const metrics::IntervalSample& total_of(
    const metrics::TargetOutcome& target, metrics::Phase phase
) {
    return target.totals[static_cast<std::size_t>(phase)];
}

}  // namespace oltpsim::results
