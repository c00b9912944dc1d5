// What a step was, beside its figures: storage, repetition, load offered, rule of steadiness and its rounds.
#pragma once

#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"
#include "results/run_result.hpp"

#include <vector>

namespace oltpsim::results {

/// "closed", "constant" or "poisson".
const char* arrival_name(plan::Arrival arrival) noexcept;

/// `plan`: as it was while the step ran.
void describe_step(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    const metrics::StepOutcome& outcome,
    StepResult& result
);

std::vector<RoundFigures> rounds_of(const std::vector<metrics::RoundPoint>& rounds);

}  // namespace oltpsim::results
