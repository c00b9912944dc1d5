// The hooks of one step: what they are told, where their output goes, how they ended.
#pragma once

#include "cli/context.hpp"
#include "results/run_result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace oltpsim::cli {

/// Where a step stands in the run.
struct StepPosition {
    std::size_t number = 1;  ///< 1-based
    std::size_t steps = 1;
};

/// Runs the hooks of a step, one at a time, and keeps what became of them.
class StepHooks {
public:
    /// `plan`: as it is in the step (plan_of_step). Lifetime: all references outlive this.
    StepHooks(
        Context& context,
        const plan::RunPlan& plan,
        const plan::StepPlan& step,
        StepPosition position,
        std::filesystem::path directory
    );

    enum class Then : std::uint8_t { go_on, skip_step, stop };
    /// Runs the hook if there is one. What the run does next; a failure is told.
    Then run(const char* name, const std::optional<plan::HookPlan>& hook);

    const std::vector<results::HookResult>& ran() const noexcept { return ran_; }
    /// "hook before_step failed: exit status 3; its output is in hooks/…", of the last one that failed.
    const std::string& last_failure() const noexcept { return last_failure_; }

private:
    std::vector<std::pair<std::string, std::string>> environment(const char* name) const;

    Context& context_;
    const plan::RunPlan& plan_;
    const plan::StepPlan& step_;
    StepPosition position_;
    std::filesystem::path directory_;
    std::vector<results::HookResult> ran_;
    std::string last_failure_;
};

}  // namespace oltpsim::cli
