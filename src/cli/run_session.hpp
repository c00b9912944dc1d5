// One run from pre-flight to the final table: what `run` and `demo` share.
#pragma once

#include "cli/context.hpp"
#include "targets/preflight.hpp"

#include <string>
#include <vector>

namespace oltpsim::cli {

/// Where results go and how the user wants the run.
struct RunSettings {
    std::string out;  ///< exact result directory; "" = a new one under results_root
    std::string results_root = "results";
    std::string resume;       ///< directory of an unfinished run
    bool keep_going = false;  ///< leave out targets that fail pre-flight instead of stopping
};

/// Runs every step of the plan. Prints as it goes; the result directory holds everything.
Outcome run_plan(Context& context, const plan::RunPlan& plan, const RunSettings& settings);

/// Tells every failed pre-flight report. Returns what they amount to: done when none failed.
Outcome tell_preflight(
    Context& context, const plan::RunPlan& plan, const std::vector<targets::TargetReport>& reports
);

/// Is this a failure to reach the target or to sign in?
bool is_unreachable(const db::DbError& error) noexcept;

}  // namespace oltpsim::cli
