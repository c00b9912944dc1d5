// Results with known figures, for tests of comparisons.
#pragma once

#include "compare/comparison.hpp"
#include "results/run_result.hpp"

namespace oltpsim::compare {

/// A figure with a standard error of `share` of it, from 30 batches.
inline metrics::Uncertainty known(double value, double share) {
    const double half = metrics::student_t(0.95, 29) * value * share;
    return {value - half, value + half, value * share, 30, 0.0};
}

/// One step of `vms` VMs with these figures, all VMs alike.
inline results::StepResult made_step(
    std::uint32_t vms, double tps, double avg_ms, double p99_ms, double share = 0.005
) {
    results::StepResult step;
    step.name = std::to_string(vms) + " VMs";
    step.vm_count = vms;
    step.sample_seconds = step.sample_planned_s = 3600;
    step.precondition_seconds = step.precondition_planned_s = 7200;
    auto& all = step.aggregate;
    all.vm_count = vms;
    all.tps = tps;
    all.tps_min_vm = all.tps_max_vm = tps / vms;
    all.response.avg_ms = all.latency_avg_vm_mean_ms = avg_ms;
    all.response.p99_ms = all.latency_p99_vm_mean_ms = p99_ms;
    all.uncertainty.tps = known(tps, share);
    all.uncertainty.avg_ms = all.avg_vm_mean_uncertainty = known(avg_ms, share);
    all.uncertainty.p99_ms = all.p99_vm_mean_uncertainty = known(p99_ms, 4 * share);
    all.load_limited = false;
    for (std::uint32_t i = 0; i < vms; ++i) {
        results::TargetResult target;
        target.name = "vm" + std::to_string(i + 1);
        target.product = "MySQL";
        target.version = "9.1.0";
        target.dialect = "mysql";
        target.settings = {{"innodb_flush_log_at_trx_commit", "1"}};
        target.clients = 32;
        target.tps = tps / vms;
        target.response.avg_ms = avg_ms;
        target.response.p99_ms = p99_ms;
        target.data_bytes = 100'000'000'000;
        target.buffer_bytes = 10'000'000'000;
        step.targets.push_back(target);
    }
    return step;
}

inline results::RunResult made_run(std::string name, std::vector<results::StepResult> steps) {
    results::RunResult run;
    run.name = std::move(name);
    run.methodology_version = 1;
    run.workload = "sysbench/oltp_read_write";
    run.workload_facts = {
        {"tables", "100"}, {"table_size", "10000000"}, {"distribution", "special"}
    };
    run.arrival = "closed";
    run.clients_per_target = 32;
    run.storage = {{"array", run.name}};
    run.valid = true;
    run.steps = std::move(steps);
    return run;
}

inline Side made_side(std::string label, std::vector<results::RunResult> runs) {
    return make_side(std::move(label), "results/x", std::move(runs), false);
}

inline Side one_step(std::string label, results::StepResult step) {
    return made_side(label, {made_run(label, {std::move(step)})});
}

inline const PairTest* find_test(const Comparison& all, Metric metric, std::size_t other = 1) {
    for (const auto& pair : all.tests) {
        if (pair.metric == metric && pair.other == other) {
            return &pair;
        }
    }
    return nullptr;
}

}  // namespace oltpsim::compare
