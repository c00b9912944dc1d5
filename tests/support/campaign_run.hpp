// Runs with what only a campaign has: a load curve; hooks and checks around a step.
#pragma once

#include "results/sweep_curve.hpp"
#include "support/sample_run.hpp"

namespace oltpsim::support {

/// A sweep of one queue: average 1 ms ÷ (1 - load), p99 4.6 times that, knee at 50 %, 70 % the last within 20 ms, 120 % saturated.
inline results::RunResult sweep_run() {
    results::RunResult run = sound_run(1);
    results::StepResult shape = run.steps.front();
    run.sweep.emplace();
    run.sweep->arrival = "poisson";
    run.sweep->p99_limit_ms = 20;
    run.steps.front().name = "closed loop";
    run.steps.front().aggregate.tps = 1000;
    const auto add_rate = [&](int percent, double done, double avg_ms) {
        results::StepResult step = shape;
        step.name = std::to_string(percent) + " %";
        step.arrival = "poisson";
        step.offered_tps = 10.0 * percent;
        step.aggregate.tps = done;
        step.aggregate.response.avg_ms = avg_ms;
        step.aggregate.response.p99_ms = 4.6 * avg_ms;
        step.saturated = percent > 100;
        run.steps.push_back(std::move(step));
    };
    for (const int percent : {10, 30, 50, 70, 80, 90}) {
        add_rate(percent, 10.0 * percent, 1 / (1 - percent / 100.0));
    }
    add_rate(120, 980, 900);
    results::draw_sweep(run);
    return run;
}

/// One step of two VMs: a hook that worked, one that did not, and checks of which one failed.
inline results::RunResult hooked_run() {
    results::RunResult run = sound_run(2);
    auto& step = run.steps.front();
    step.hooks = {
        {"before_step",
         "./restore.sh <all>",
         "2026-11-30T15:58:00Z",
         61.26,
         true,
         "",
         "hooks/001-before_step.txt"},
        {"after_step",
         "./statistics.sh",
         "2026-11-30T17:00:00Z",
         0.5,
         false,
         "exit status 3",
         "hooks/001-after_step.txt"},
    };
    step.checks = {
        {{"vm01", 4, {}},
         {"vm02", 4, {"rows: sbtest2 has 9 of 10 rows"}},
         {"vm03", 0, {"not checked: gone"}}}
    };
    return run;
}

}  // namespace oltpsim::support
