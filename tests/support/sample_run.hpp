// A run as a report sees it, with everything fixed that differs between machines and times.
#pragma once

#include "results/make_step_result.hpp"
#include "support/step_outcomes.hpp"

namespace oltpsim::support {

inline results::RunResult fixed_run(const plan::RunPlan& plan) {
    results::RunResult run = results::make_run_result(plan);
    run.tool_version = "1.2.3";
    run.tool_commit = "0123456789ab";
    run.methodology_version = 1;
    run.started_at = "2026-11-30T16:00:00.000Z";
    run.environment = {{"cpu", "two cores"}, {"host", "loadgen"}};
    return run;
}

inline void add(
    results::RunResult& run, const plan::RunPlan& plan, const metrics::StepOutcome& outcome
) {
    results::add_step(
        run, results::make_step_result(plan, plan.steps.front(), outcome, error_names())
    );
    run.finished_at = "2026-11-30T17:00:00.000Z";
}

/// One valid step of `targets` VMs.
inline results::RunResult sound_run(std::uint32_t targets) {
    const auto plan = plan_of(targets);
    results::RunResult run = fixed_run(plan);
    add(run, plan, sound_outcome(targets));
    return run;
}

/// Three VMs: one failed, one committed nothing, one is fine; then a second step that is fine.
inline results::RunResult troubled_run() {
    const auto plan = plan_of(3);
    results::RunResult run = fixed_run(plan);
    auto outcome = sound_outcome(3);
    outcome.targets[1].state = "failed";
    outcome.targets[1].failure = "connection_lost in COMMIT: server closed the connection";
    outcome.targets[2] = target_outcome(2);
    total(outcome.targets[2]).by_type[0].outcomes.failed = 1234;
    total(outcome.targets[2]).cycles = 1234;
    obey_law(outcome.targets[2]);
    outcome.targets[0].same_host = true;
    add(run, plan, outcome);
    const auto second = plan_of(1);
    add(run, second, sound_outcome(1));
    return run;
}

/// Every text that a user or a server supplies is hostile.
inline results::RunResult hostile_run() {
    const std::string evil = "<script>alert(1)</script> | =cmd() \"q\" \x1b[31m`x` *b*";
    results::RunResult run = sound_run(1);
    run.name = evil;
    run.storage = {{evil, evil}};
    run.workload = evil;
    run.profile = evil;
    run.workload_facts = {{"distribution", evil}, {evil, evil}};
    run.environment = {{"host", evil}};
    run.plan_hash = evil;
    auto& step = run.steps.front();
    step.name = evil;
    step.started_at = evil;
    step.notes = {evil};
    step.valid = false;
    step.invalid_reasons = {evil};
    auto& target = step.targets.front();
    target.name = evil;
    target.group = evil;
    target.product = evil;
    target.version = evil;
    target.url = evil;
    target.settings = {{evil, evil}};
    for (auto& type : target.by_transaction) {
        type.name = evil;
    }
    return run;
}

}  // namespace oltpsim::support
