// prepare, check and cleanup as the user sees them: progress, one line per target, one verdict.
#pragma once

#include "cli/context.hpp"

namespace oltpsim::cli {

Outcome prepare_plan(Context& context, const plan::RunPlan& plan);
Outcome check_plan(Context& context, const plan::RunPlan& plan);
Outcome cleanup_plan(Context& context, const plan::RunPlan& plan);

}  // namespace oltpsim::cli
