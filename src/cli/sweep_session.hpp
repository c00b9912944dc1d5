// One sweep: the highest closed-loop rate, then shares of it as an open loop, into one result directory.
#pragma once

#include "cli/run_session.hpp"
#include "results/run_result.hpp"

namespace oltpsim::cli {

/// Runs what is left of the sweep. Precondition: plan::make_sweep() made the plan. Prints as it goes.
Outcome run_sweep(Context& context, const plan::RunPlan& plan, RunSettings settings);

/// The timetable of a sweep; rates are not known before it runs, their times are.
Outcome print_sweep_timetable(Context& context, const plan::RunPlan& plan);

}  // namespace oltpsim::cli
