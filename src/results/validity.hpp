// When a step's numbers must not be trusted, and what a reader should know beside them.
#pragma once

#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"
#include "results/run_result.hpp"

namespace oltpsim::results {

/// Fills valid, invalid_reasons and notes of a step whose figures are complete. Rules, each with its numbers in the text:
/// a step not finished; a target failed or short; no commit in the sample; over 1 % of transactions failed; transactions cut
/// off at the end of the grace; over 1 % of an open loop's arrivals skipped; a law residual beyond metrics::law_allowance().
void judge_step(const plan::RunPlan& plan, const metrics::StepOutcome& outcome, StepResult& step);

}  // namespace oltpsim::results
