// The workload's consistency checks on the targets of a step that is over.
#pragma once

#include "cli/context.hpp"
#include "results/run_result.hpp"

namespace oltpsim::cli {

/// Checks the targets that ran, puts what was found into the step, and a reason for each target that failed. False when the
/// user stopped it half-way: then the step is as it was.
bool check_after_step(
    Context& context,
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    results::StepResult& result
);

}  // namespace oltpsim::cli
