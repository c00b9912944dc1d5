// Intervals for the figures of a step, from the blocks of its sample. Pure.
#pragma once

#include "metrics/step_outcome.hpp"
#include "results/run_result.hpp"

namespace oltpsim::results {

/// Fills the uncertainty of every target that is "ok" and of the aggregate. Figures must be in place.
void add_uncertainty(const metrics::StepOutcome& outcome, StepResult& step);

}  // namespace oltpsim::results
