// What a step's transactions added to the data: drift that the workload declares, not unsteadiness.
#pragma once

#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"
#include "results/run_result.hpp"

#include <optional>
#include <vector>

namespace oltpsim::results {

/// Rows and bytes that the target's commits of all phases added on balance. nullopt when the workload adds none.
std::optional<DataGrowth> data_growth_of(
    const plan::RunPlan& plan,
    const metrics::TargetOutcome& target,
    const std::vector<workload::TransactionType>& types
);

/// A sentence per step whose data grew, so that a slow trend is read as what it is.
void note_growth(StepResult& step);

}  // namespace oltpsim::results
