#include "cli/campaign.hpp"

#include "cli/step_checks.hpp"
#include "core/text.hpp"
#include "results/describe_step.hpp"
#include "results/find_results.hpp"
#include "results/make_step_result.hpp"
#include "results/sweep_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace oltpsim::cli {
namespace {

std::vector<std::string> error_class_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < db::kErrorClassCount; ++i) {
        names.emplace_back(db::to_string(static_cast<db::ErrorClass>(i)));
    }
    return names;
}

/// A step that never began.
results::StepResult failed_step(
    const plan::RunPlan& own, const plan::StepPlan& step, const StepHooks& hooks
) {
    results::StepResult result;
    result.name = step.name;
    result.vm_count = static_cast<std::uint32_t>(step.targets.size());
    result.state = "failed";
    result.started_at = utc_now();
    result.precondition_planned_s = to_seconds(own.phases.precondition);
    result.sample_planned_s = to_seconds(own.phases.sample);
    results::describe_step(own, step, {}, result);
    result.hooks = hooks.ran();
    result.invalid_reasons = {hooks.last_failure()};
    result.valid = false;
    return result;
}

/// Nobody answered there, which a hook that starts servers would change. A server that refuses is another matter.
bool may_come_up(const targets::TargetReport& report) {
    if (!report.error) {
        return false;
    }
    switch (report.error->cls) {
        case db::ErrorClass::connect_failed:
        case db::ErrorClass::connection_lost:
        case db::ErrorClass::statement_timeout: return true;
        default: return false;
    }
}

bool is_about_after_step(const std::string& reason) {
    return reason.starts_with("hook after_step failed");
}

/// after_step ran, and the run was not stopped because it failed.
bool is_settled(const results::StepResult& step) {
    const bool ran = std::any_of(step.hooks.begin(), step.hooks.end(), [](const auto& hook) {
        return hook.hook == "after_step";
    });
    return ran && std::none_of(
                      step.invalid_reasons.begin(), step.invalid_reasons.end(), is_about_after_step
                  );
}

}  // namespace

Campaign::Campaign(Context& context, const plan::RunPlan& plan, const RunSettings& settings)
    : context_(context),
      plan_(plan),
      settings_(settings),
      result_(results::make_run_result(plan)) {}

Campaign::~Campaign() = default;

Outcome Campaign::open() {
    if (const Outcome opened = open_store(); opened != Outcome::done) {
        return opened;
    }
    if (const Outcome ready = first_look(); ready != Outcome::done) {
        return ready;
    }
    if (!make_store()) {
        return Outcome::bad_input;
    }
    // Measuring on would take hours for figures that nobody can keep.
    store_->on_failure([this](const std::string& problem) {
        context_.console.error(
            fmt::format("results can no longer be written: {}; the run ends now", problem)
        );
        context_.stop.request();
    });
    sink_ = std::make_unique<LiveSink>(plan_, context_.console, *store_);
    return Outcome::done;
}

bool Campaign::goes_on() const {
    return context_.stop.level() == 0 && !store_->failure() && !stopped_by_hook_;
}

/// Resumed runs open their directory first: a wrong one must be refused before any target is touched.
Outcome Campaign::open_store() {
    if (settings_.resume.empty()) {
        result_.sweep = settings_.sweep;
        return Outcome::done;
    }
    auto before = results::load_result(settings_.resume);
    if (before && before->sweep.has_value() != settings_.sweep.has_value()) {
        context_.console.error(fmt::format(
            "{} holds a {}; go on with it by: oltpsim {} --resume {}",
            settings_.resume,
            before->sweep ? "sweep" : "run",
            before->sweep ? "sweep" : "run",
            settings_.resume
        ));
        return Outcome::bad_input;
    }
    auto store = results::ResultStore::resume(settings_.resume, plan_);
    if (!store || !before) {
        context_.console.error(store ? before.error().message : store.error().message);
        return Outcome::bad_input;
    }
    store_ = std::move(*store);
    result_ = std::move(*before);
    return Outcome::done;
}

/// A new directory is made only once all targets are ready, so that a refused start leaves none behind.
bool Campaign::make_store() {
    if (store_) {
        return true;
    }
    auto store =
        settings_.out.empty()
            ? results::ResultStore::create(
                  settings_.results_root.empty() ? kResultsRoot : settings_.results_root, plan_
              )
            : results::ResultStore::create_at(settings_.out, plan_);
    if (!store) {
        context_.console.error(store.error().message);
        return false;
    }
    store_ = std::move(*store);
    if (auto problem = store_->save(result_)) {
        context_.console.error(*problem);
        return false;
    }
    return true;
}

/// Targets that some step uses: others may be down or not yet there.
std::vector<std::uint32_t> Campaign::targets_of_steps() const {
    std::set<std::uint32_t> used;
    for (const plan::StepPlan& step : plan_.steps) {
        used.insert(step.targets.begin(), step.targets.end());
    }
    return {used.begin(), used.end()};
}

/// Does a before_step hook run, and the target get another look, before the first step that needs it?
bool Campaign::comes_after_hook(std::uint32_t target) const {
    const auto first =
        std::find_if(plan_.steps.begin(), plan_.steps.end(), [&](const plan::StepPlan& step) {
            return !is_finished(step.name) &&
                   std::find(step.targets.begin(), step.targets.end(), target) !=
                       step.targets.end();
        });
    return first != plan_.steps.end() &&
           plan::plan_of_step(plan_, *first).hooks.before_step.has_value();
}

/// Tells what is wrong with targets. Those that a hook may yet start are no reason to refuse.
Outcome Campaign::tell_first_look(const std::vector<targets::TargetReport>& reports) {
    std::vector<targets::TargetReport> needed_now;
    for (const targets::TargetReport& report : reports) {
        if (!may_come_up(report) || !comes_after_hook(report.target)) {
            needed_now.push_back(report);
            continue;
        }
        const plan::TargetPlan& target = plan_.targets[report.target];
        context_.console.warn(fmt::format(
            "target {} ({}): {}; it is looked at again after the before_step hook",
            target.name,
            target.url.place(),
            report.describe()
        ));
    }
    return tell_preflight(context_, plan_, needed_now);
}

Outcome Campaign::first_look() {
    const std::vector<std::uint32_t> targets = targets_of_steps();
    const auto reports = look_at_targets(context_, plan_, targets);
    const Outcome outcome = tell_first_look(reports);
    const bool any =
        std::any_of(reports.begin(), reports.end(), [](const auto& report) { return report.ok(); });
    if (outcome != Outcome::done &&
        (!settings_.keep_going || !any || outcome == Outcome::interrupted)) {
        context_.console.note("nothing was started");
        return outcome;
    }
    ready_.resize(plan_.targets.size());
    take_reports(reports, ready_);
    auto bound = bind_workloads(context_, plan_);
    if (!bound) {
        return Outcome::bad_input;
    }
    bound_ = std::move(*bound);
    std::vector<phases::TargetReady> before = ready_;
    mark_targets(plan_, bound_, targets, ready_);
    bool marked = true;
    for (const std::uint32_t index : targets) {
        if (ready_[index].failure != before[index].failure) {
            context_.console.error(
                fmt::format("target {}: {}", plan_.targets[index].name, ready_[index].failure)
            );
            marked = false;
        }
    }
    return marked ? Outcome::done : Outcome::bad_input;
}

const results::StepResult* Campaign::stored(const std::string& step) const {
    const auto found =
        std::find_if(result_.steps.begin(), result_.steps.end(), [&](const auto& one) {
            return one.name == step;
        });
    return found == result_.steps.end() ? nullptr : &*found;
}

bool Campaign::is_finished(const std::string& step) const {
    const results::StepResult* result = stored(step);
    return result != nullptr && result->state == "finished";
}

void Campaign::run(const plan::StepPlan& step, StepPosition position, Nanos rest) {
    const plan::RunPlan own = plan::plan_of_step(plan_, step);
    StepHooks hooks(context_, own, step, position, store_->directory());
    if (!is_finished(step.name)) {
        sink_->begin_step(step, position.number, position.steps, rest);
        measure(own, step, hooks);
    }
    if (is_finished(step.name) && !store_->failure()) {
        settle(own, step, hooks);
    }
}

/// False: the step must not begin, or go no further. What a hook that failed leaves behind is stored.
bool Campaign::hook_lets_go_on(
    const plan::StepPlan& step,
    StepHooks& hooks,
    const char* name,
    const std::optional<plan::HookPlan>& hook
) {
    const StepHooks::Then then = hooks.run(name, hook);
    if (then == StepHooks::Then::go_on) {
        return context_.stop.level() == 0;
    }
    stopped_by_hook_ = then == StepHooks::Then::stop;
    if (context_.stop.level() < 2) {  // else the user did it, and the step has not begun
        results::add_step(result_, failed_step(plan::plan_of_step(plan_, step), step, hooks));
        save();
    }
    return false;
}

/// After a hook the servers may be others than before: started anew, with older data. Looks at them as at the first time.
bool Campaign::look_again(const plan::RunPlan& own, const plan::StepPlan& step) {
    const auto reports = look_at_targets(context_, own, step.targets);
    if (tell_preflight(context_, own, reports) == Outcome::interrupted) {
        return false;
    }
    take_reports(reports, ready_);
    mark_targets(own, bound_, step.targets, ready_);
    return context_.stop.level() == 0;
}

void Campaign::measure(const plan::RunPlan& own, const plan::StepPlan& step, StepHooks& hooks) {
    static const std::vector<std::string> kErrorNames = error_class_names();
    if (!hook_lets_go_on(step, hooks, "before_step", own.hooks.before_step)) {
        return;
    }
    if (own.hooks.before_step && !look_again(own, step)) {
        return;
    }
    if (!hook_lets_go_on(step, hooks, "before_precondition", own.hooks.before_precondition)) {
        return;
    }
    const auto bound = bind_workloads(context_, own);
    if (!bound) {
        stopped_by_hook_ = true;  // it was bound before: only files that a hook changed can do this
        return;
    }
    store_->begin_step(step, results::transaction_names(own));
    const auto outcome = phases::run_step(own, step, *bound, ready_, *sink_, context_.stop);
    context_.console.end_live();
    auto result = results::make_step_result(own, step, outcome, kErrorNames);
    result.notes.insert(result.notes.end(), plan_.warnings.begin(), plan_.warnings.end());
    result.hooks = hooks.ran();
    for (const results::HookResult& hook : result.hooks) {
        if (!hook.ok) {
            result.notes.push_back(fmt::format("hook {} failed: {}", hook.hook, hook.failure));
        }
    }
    if (settings_.sweep && step.arrival) {
        result.saturated = results::is_saturated(result);  // judged already, with the figures
    }
    results::add_step(result_, std::move(result));
    save();
}

/// Checks, then after_step, which may put the data back. Both are stored with the step, so that none is owed twice.
void Campaign::settle(const plan::RunPlan& own, const plan::StepPlan& step, StepHooks& hooks) {
    const auto found =
        std::find_if(result_.steps.begin(), result_.steps.end(), [&](const auto& one) {
            return one.name == step.name;
        });
    if (own.check_after_step && !found->checks && context_.stop.level() == 0) {
        if (check_after_step(context_, own, step, *found)) {
            save();
        }
    }
    const bool owed = own.hooks.after_step && !is_settled(*found);
    if (!owed || context_.stop.level() > 0) {
        return;
    }
    std::erase_if(found->invalid_reasons, is_about_after_step);  // of an earlier try
    found->valid = found->invalid_reasons.empty();
    const StepHooks::Then then = hooks.run("after_step", own.hooks.after_step);
    found->hooks.push_back(hooks.ran().back());
    if (!found->hooks.back().ok) {
        found->notes.push_back(hooks.last_failure());
    }
    if (then == StepHooks::Then::stop) {
        stopped_by_hook_ = true;
        found->invalid_reasons.push_back(hooks.last_failure());
        found->valid = false;
    }
    save();
}

void Campaign::cool_down(const plan::StepPlan& step) {
    const Nanos length = step.phases.value_or(plan_.phases).cool_down;
    const TimePoint end = steady_now() + length;
    TimePoint told{};
    while (goes_on() && !plan_.virtual_clock && steady_now() < end) {
        const TimePoint now = steady_now();
        if (now - told >= std::chrono::seconds{1}) {
            told = now;
            const Nanos left = std::chrono::ceil<std::chrono::seconds>(end - now);
            context_.console.live(fmt::format(
                "{}: cool-down, {} of {} left",
                step.name,
                human_duration(left),
                human_duration(length)
            ));
        }
        std::this_thread::sleep_for(std::min<Nanos>(end - now, std::chrono::milliseconds{100}));
    }
    context_.console.end_live();
}

void Campaign::save() {
    results::judge_run(result_);
    const std::size_t planned =
        settings_.sweep ? plan_.sweep.percent.size() + 1 : plan_.steps.size();
    const auto finished = static_cast<std::size_t>(std::count_if(
        result_.steps.begin(),
        result_.steps.end(),
        [this](const auto& step) { return is_finished(step.name); }
    ));
    if (finished < planned) {  // as it stands if this process is killed
        result_.valid = false;
        result_.invalid_reasons.push_back(
            fmt::format("{} of {} steps are finished; go on with --resume", finished, planned)
        );
    }
    (void)store_->save(result_);  // a failure is told by the store
}

}  // namespace oltpsim::cli
