// The load curve of a sweep: from its steps to points, the knee, and the highest rate that keeps a latency limit. Pure.
#pragma once

#include "results/run_result.hpp"

namespace oltpsim::results {

/// Did the VMs fall behind what was offered? More than 1 % of arrivals were skipped or cut off, or fewer transactions ended within
/// the sample than 98 % of those offered, less what chance explains (three standard deviations of a Poisson count).
bool is_saturated(const StepResult& step);

/// Fills points, knee and highest_within_limit of `run.sweep` from the steps that finished. Precondition: run.sweep.
/// Knee: the point with the most TPS per average response time (the "power" of a queue, Kleinrock 1979).
void draw_sweep(RunResult& run);

}  // namespace oltpsim::results
