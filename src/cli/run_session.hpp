// One run from pre-flight to the final table: what `run` and `demo` share.
#pragma once

#include "cli/context.hpp"
#include "results/campaign_result.hpp"
#include "targets/preflight.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace oltpsim::cli {

class PlanFlags;

inline constexpr const char* kResultsRoot = "results";

/// Where results go and how the user wants the run.
struct RunSettings {
    std::string out;           ///< exact result directory; "" = a new one under results_root
    std::string results_root;  ///< "" = kResultsRoot
    std::string resume;        ///< directory of an unfinished run
    bool keep_going = false;   ///< leave out targets that fail pre-flight instead of stopping
    bool dry_run = false;      ///< only say when what would happen
    std::optional<results::SweepResult> sweep;  ///< set for a sweep: what it asks for
};

/// --out, --results, --resume, --keep-going, --dry-run: the same for run and sweep.
void declare_run_settings(CLI::App& command, RunSettings& settings);
/// The plan that run and sweep are to carry out; of a resumed directory, its own. Flags that exclude each other, and
/// what is wrong with the plan, are told; nothing then. Fills in defaults.
std::optional<plan::RunPlan> build_run_plan(
    Context& context, PlanFlags& flags, RunSettings& settings
);

/// Runs every step of the plan. Prints as it goes; the result directory holds everything.
Outcome run_plan(Context& context, const plan::RunPlan& plan, const RunSettings& settings);

/// Prints when each phase would begin and end, from now on. `resume`: directory whose finished steps are left out, or "".
Outcome print_timetable(Context& context, const plan::RunPlan& plan, const std::string& resume);

/// Tells every failed pre-flight report. Returns what they amount to: done when none failed.
Outcome tell_preflight(
    Context& context, const plan::RunPlan& plan, const std::vector<targets::TargetReport>& reports
);

/// Is this a failure to reach the target or to sign in?
bool is_unreachable(const db::DbError& error) noexcept;

}  // namespace oltpsim::cli
