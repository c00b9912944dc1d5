// What belongs to a campaign and to no sample: the load curve of a sweep, hooks and checks around a step. As HTML.
#pragma once

#include "results/run_result.hpp"

#include <string>

namespace oltpsim::report::html {

/// Latency against TPS, the knee and the highest rate within the limit named. Empty when the run is no sweep.
std::string load_curve(const results::RunResult& run);
/// One row per hook that ran around the step. Empty without any.
std::string hook_table(const results::StepResult& step);
/// What the checks after the step found, per VM. Empty when none were asked for.
std::string check_table(const results::StepResult& step);

}  // namespace oltpsim::report::html
