#include "cli/step_hooks.hpp"

#include "core/clock.hpp"
#include "core/text.hpp"
#include "phases/hook.hpp"
#include "plan/hook_command.hpp"
#include "results/file_io.hpp"
#include "results/result_store.hpp"

#include <fmt/format.h>

#include <set>

namespace oltpsim::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> names_of(const plan::RunPlan& plan, const plan::StepPlan& step) {
    std::vector<std::string> names;
    for (const std::uint32_t index : step.targets) {
        names.push_back(plan.targets[index].name);
    }
    return names;
}

/// Each host once: several databases may share a VM.
std::vector<std::string> hosts_of(const plan::RunPlan& plan, const plan::StepPlan& step) {
    std::vector<std::string> hosts;
    std::set<std::string> seen;
    for (const std::uint32_t index : step.targets) {
        const std::string& host = plan.targets[index].url.host;
        if (!host.empty() && seen.insert(host).second) {
            hosts.push_back(host);
        }
    }
    return hosts;
}

/// Variables of ours that hold a target's password.
std::vector<std::string> password_variables(const plan::RunPlan& plan) {
    std::set<std::string> names;
    for (const plan::TargetPlan& target : plan.targets) {
        if (!target.url.password_env.empty()) {
            names.insert(target.url.password_env);
        }
    }
    return {names.begin(), names.end()};
}

}  // namespace

StepHooks::StepHooks(
    Context& context,
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    StepPosition position,
    std::filesystem::path directory
)
    : context_(context),
      plan_(plan),
      step_(step),
      position_(position),
      directory_(std::filesystem::absolute(directory)) {}

std::vector<std::pair<std::string, std::string>> StepHooks::environment(const char* name) const {
    const auto first = step_.targets.empty() ? 0 : plan_.targets[step_.targets.front()].clients;
    return {
        {"OLTPSIM_TARGETS", joined(names_of(plan_, step_))},
        {"OLTPSIM_HOSTS", joined(hosts_of(plan_, step_))},
        {"OLTPSIM_STEP", step_.name},
        {"OLTPSIM_STEP_NUMBER", fmt::format("{}", position_.number)},
        {"OLTPSIM_STEPS", fmt::format("{}", position_.steps)},
        {"OLTPSIM_VM_COUNT", fmt::format("{}", step_.targets.size())},
        {"OLTPSIM_CLIENTS", fmt::format("{}", first)},
        {"OLTPSIM_STORAGE", step_.storage},
        {"OLTPSIM_REPETITION", fmt::format("{}", step_.repetition)},
        {"OLTPSIM_HOOK", name},
        {"OLTPSIM_PLAN", plan_.name},
        {"OLTPSIM_RESULT_DIR", directory_.string()},
    };
}

StepHooks::Then StepHooks::run(const char* name, const std::optional<plan::HookPlan>& hook) {
    if (!hook) {
        return Then::go_on;
    }
    results::HookResult result;
    result.hook = name;
    result.command = hook->command;
    result.started_at = utc_now();
    result.output = fmt::format(
        "hooks/{:02}-{}-{}.log", position_.number, results::folder_name(step_.name), name
    );
    phases::HookCall call;
    call.script = plan::hook_script(hook->command);
    call.arguments = names_of(plan_, step_);
    call.folder = plan_.hook_folder;
    call.environment = environment(name);
    call.hidden = password_variables(plan_);
    call.output = (directory_ / result.output).string();
    call.timeout = hook->timeout;
    std::error_code unmade;  // told when the output cannot be written
    std::filesystem::create_directories(directory_ / "hooks", unmade);
    if (auto log = results::AppendFile::open(call.output)) {
        (void)log->append(fmt::format("# {} {}: {}\n", result.started_at, name, hook->command));
    }
    context_.console.note(fmt::format("{}: hook {}: {}", step_.name, name, hook->command));
    context_.stop.on_request([this, name](int level) {
        if (level == 1) {
            context_.console.note(fmt::format(
                "{}: interrupted; waiting for hook {} to end, once more ends it", step_.name, name
            ));
        }
    });
    const phases::HookOutcome outcome = phases::run_hook(call, context_.stop);
    context_.stop.on_request({});
    result.ok = outcome.ok;
    result.failure = outcome.failure;
    result.seconds = outcome.seconds;
    ran_.push_back(result);
    if (outcome.ok) {
        return Then::go_on;
    }
    last_failure_ = fmt::format(
        "hook {} failed: {}; its output is in {}", name, outcome.failure, result.output
    );
    if (outcome.cut_short) {
        return Then::stop;
    }
    switch (hook->on_failure) {
        case plan::HookFailure::stop:
            context_.console.error(fmt::format("{}: {}; the run stops", step_.name, last_failure_));
            return Then::stop;
        case plan::HookFailure::skip_step:
            context_.console.error(
                fmt::format("{}: {}; the step is skipped", step_.name, last_failure_)
            );
            return Then::skip_step;
        case plan::HookFailure::go_on:
            context_.console.warn(fmt::format("{}: {}; the run goes on", step_.name, last_failure_)
            );
            break;
    }
    return Then::go_on;
}

}  // namespace oltpsim::cli
