// The steps of a sweep: first the highest closed-loop rate, then shares of it as an open loop. Pure.
#pragma once

#include "plan/run_plan.hpp"

#include <string>
#include <vector>

namespace oltpsim::plan {

/// Makes the plan's only step the sweep's first, which finds the highest closed-loop rate. Returns what is wrong with the plan
/// for a sweep, or "".
std::string make_sweep(RunPlan& plan);

/// The step at `percent` of `max_tps`: TPS of each of the step's targets in the first step, in its order.
StepPlan sweep_step(const RunPlan& plan, double percent, const std::vector<double>& max_tps);

/// "10 %".
std::string sweep_step_name(double percent);

inline constexpr const char* kSweepFirstStep = "closed loop";

}  // namespace oltpsim::plan
