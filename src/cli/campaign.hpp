// The steps of a run into one result directory: what `run`, `sweep` and `demo` share. A step that is stored as finished is
// never run again; what is owed after it (checks, after_step) is made up for when a run is resumed.
#pragma once

#include "cli/context.hpp"
#include "cli/live_sink.hpp"
#include "cli/run_session.hpp"
#include "cli/step_hooks.hpp"
#include "cli/target_readiness.hpp"
#include "results/result_store.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace oltpsim::cli {

/// Thread: the main thread. Lifetime: all references outlive it.
class Campaign {
public:
    Campaign(Context& context, const plan::RunPlan& plan, const RunSettings& settings);
    ~Campaign();

    /// Directory, pre-flight, everything before the first step. done: steps may run.
    Outcome open();
    /// May a further step begin? Not after Ctrl-C, a failed write, or a hook that stops the run.
    bool goes_on() const;
    /// Runs the step, or what is still owed after it when it is finished already. `rest`: the shortest time of all that follows.
    void run(const plan::StepPlan& step, StepPosition position, Nanos rest);
    /// The pause after a step, when another one follows.
    void cool_down(const plan::StepPlan& step);
    bool is_finished(const std::string& step) const;
    /// Writes the HTML report beside the numbers, prints the table; how the run ended.
    Outcome finish();

    results::RunResult& result() noexcept { return result_; }
    /// The stored step, or nullptr.
    const results::StepResult* stored(const std::string& step) const;
    /// Replaces result.json.
    void save();

private:
    Outcome open_store();
    Outcome first_look();
    Outcome tell_first_look(const std::vector<targets::TargetReport>& reports);
    bool comes_after_hook(std::uint32_t target) const;
    bool make_store();
    std::vector<std::uint32_t> targets_of_steps() const;
    void measure(const plan::RunPlan& own, const plan::StepPlan& step, StepHooks& hooks);
    bool look_again(const plan::RunPlan& own, const plan::StepPlan& step);
    void settle(const plan::RunPlan& own, const plan::StepPlan& step, StepHooks& hooks);
    bool hook_lets_go_on(
        const plan::StepPlan& step,
        StepHooks& hooks,
        const char* name,
        const std::optional<plan::HookPlan>& hook
    );
    Outcome verdict();

    Context& context_;
    const plan::RunPlan& plan_;
    const RunSettings& settings_;
    results::RunResult result_;
    std::unique_ptr<results::ResultStore> store_;
    std::unique_ptr<LiveSink> sink_;
    std::vector<phases::TargetReady> ready_;
    BoundWorkloads bound_;
    bool stopped_by_hook_ = false;
    bool report_written_ = true;
};

}  // namespace oltpsim::cli
