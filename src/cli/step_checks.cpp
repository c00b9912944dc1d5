#include "cli/step_checks.hpp"

#include "load/load.hpp"

#include <fmt/format.h>

namespace oltpsim::cli {
namespace {

results::CheckAfterStep outcome_of(const load::TargetCheck& target) {
    results::CheckAfterStep outcome;
    outcome.target = target.name;
    outcome.checks = target.results.size();
    for (const workload::CheckResult& check : target.results) {
        if (!check.passed) {
            outcome.failed.push_back(fmt::format("{}: {}", check.id, check.detail));
        }
    }
    if (target.error) {
        outcome.failed.push_back(fmt::format("not checked: {}", target.error->describe()));
    }
    return outcome;
}

/// "vm1: check 3.3.2.1 failed after the step: …", with how many more.
std::string reason_of(const results::CheckAfterStep& outcome) {
    return fmt::format(
        "{}: check failed after the step, {}{}",
        outcome.target,
        outcome.failed.front(),
        outcome.failed.size() > 1 ? fmt::format(" (and {} more)", outcome.failed.size() - 1) : ""
    );
}

}  // namespace

bool check_after_step(
    Context& context,
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    results::StepResult& result
) {
    load::LoadSettings settings;
    for (std::size_t i = 0; i < step.targets.size() && i < result.targets.size(); ++i) {
        if (result.targets[i].state != "failed") {
            settings.targets.push_back(step.targets[i]);
        }
    }
    std::vector<results::CheckAfterStep> found;
    if (!settings.targets.empty()) {
        context.console.note(fmt::format("{}: checking the data", step.name));
        const load::CheckReport report = load::check(plan, settings, context.stop.flag());
        if (report.cancelled) {
            return false;
        }
        for (const load::TargetCheck& target : report.targets) {
            found.push_back(outcome_of(target));
        }
    }
    for (const results::CheckAfterStep& one : found) {
        if (!one.failed.empty()) {
            result.invalid_reasons.push_back(reason_of(one));
            context.console.error(fmt::format("{}: {}", step.name, reason_of(one)));
        }
    }
    result.valid = result.invalid_reasons.empty();
    result.checks = std::move(found);
    return true;
}

}  // namespace oltpsim::cli
