#include "results/make_step_result.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace oltpsim::results {
namespace {

using support::commit;
using support::error_names;
using support::plan_of;
using support::sound_outcome;
using support::target_outcome;
using support::total;

StepResult result_of(const plan::RunPlan& plan, const metrics::StepOutcome& outcome) {
    return make_step_result(plan, plan.steps.front(), outcome, error_names());
}

TEST(MakeStepResult, percentiles_of_all_machines_come_from_merged_data) {
    const auto plan = plan_of(2);
    metrics::StepOutcome outcome;
    outcome.sample_seconds = 100;
    outcome.targets = {target_outcome(0), target_outcome(1)};
    commit(total(outcome.targets[0]), 1'000'000, 98'000);
    commit(total(outcome.targets[1]), 100'000'000, 2'000);
    const StepResult step = result_of(plan, outcome);
    EXPECT_NEAR(*step.aggregate.response.p99_ms, 100, 0.1);
    EXPECT_NEAR(*step.aggregate.response.avg_ms, 2.98, 1e-6);
    EXPECT_NEAR(*step.targets[0].response.p99_ms, 1, 0.001);
    EXPECT_NEAR(*step.targets[1].response.p99_ms, 100, 0.1);
    EXPECT_NEAR(*step.aggregate.latency_avg_vm_mean_ms, 50.5, 1e-6);
    EXPECT_NEAR(*step.aggregate.latency_p99_vm_mean_ms, 50.5, 0.1);
}

TEST(MakeStepResult, preconditioning_does_not_leak_into_the_sample) {
    const auto plan = plan_of(1);
    metrics::StepOutcome outcome;
    outcome.sample_seconds = 100;
    outcome.targets = {target_outcome(0)};
    commit(total(outcome.targets[0], metrics::Phase::precondition), 200'000'000, 50'000);
    commit(total(outcome.targets[0]), 2'000'000, 50'000);
    const StepResult step = result_of(plan, outcome);
    EXPECT_NEAR(*step.targets[0].response.avg_ms, 2, 1e-6);
    EXPECT_NEAR(*step.targets[0].response.p99_ms, 2, 0.002);
    EXPECT_EQ(step.targets[0].phases.at("precondition").committed, 50'000u);
    EXPECT_EQ(step.targets[0].phases.at("sample").committed, 50'000u);
}

TEST(MakeStepResult, figures_add_up) {
    const auto plan = plan_of(4);
    const StepResult step = result_of(plan, sound_outcome(4));
    double tps = 0;
    std::uint64_t committed = 0;
    double weighted = 0;
    for (const auto& target : step.targets) {
        double by_type = 0;
        for (const auto& type : target.by_transaction) {
            by_type += *type.tps;
        }
        EXPECT_NEAR(by_type, *target.tps, 1e-9);
        EXPECT_NEAR(
            *target.tps * step.sample_seconds, static_cast<double>(target.outcomes.committed), 1e-6
        );
        EXPECT_EQ(target.response.count, target.outcomes.committed);
        tps += *target.tps;
        committed += target.outcomes.committed;
        weighted += *target.response.avg_ms * static_cast<double>(target.outcomes.committed);
    }
    EXPECT_NEAR(*step.aggregate.tps, tps, 1e-9);
    EXPECT_EQ(step.aggregate.outcomes.committed, committed);
    EXPECT_NEAR(*step.aggregate.response.avg_ms, weighted / static_cast<double>(committed), 1e-9);
    EXPECT_EQ(step.aggregate.tps_min_vm, 1000.0);
    EXPECT_EQ(step.aggregate.tps_max_vm, 1000.0);
    EXPECT_NEAR(*step.aggregate.law_residual, 0, 1e-6);
    EXPECT_TRUE(step.valid) << testing::PrintToString(step.invalid_reasons);
}

TEST(MakeStepResult, a_failed_target_has_no_figures_and_the_others_stand) {
    const auto plan = plan_of(3);
    auto outcome = sound_outcome(3);
    outcome.targets[1].state = "failed";
    outcome.targets[1].failure = "connection refused";
    const StepResult step = result_of(plan, outcome);
    const TargetResult& failed = step.targets[1];
    EXPECT_FALSE(
        failed.tps || failed.response.avg_ms || failed.response.p99_ms || failed.law_residual
    );
    EXPECT_FALSE(failed.by_transaction[0].tps || failed.by_transaction[0].response.avg_ms);
    EXPECT_EQ(step.aggregate.vm_count, 2u);
    EXPECT_EQ(step.aggregate.tps, 2000.0);
    EXPECT_EQ(step.aggregate.outcomes.committed, 200'000u);
    EXPECT_FALSE(step.valid);
    EXPECT_THAT(step.invalid_reasons, testing::Contains("vm02: failed: connection refused"));
}

TEST(MakeStepResult, a_target_that_stopped_early_is_short_and_never_a_low_rate) {
    const auto plan = plan_of(2);
    auto outcome = sound_outcome(2);
    outcome.targets[0].state = "short";
    outcome.targets[0].failure = "its cap of 100,000 transactions was reached after 40 s";
    const StepResult step = result_of(plan, outcome);
    EXPECT_FALSE(step.targets[0].tps.has_value());
    EXPECT_TRUE(step.targets[0].response.avg_ms.has_value());
    EXPECT_EQ(step.aggregate.tps, 1000.0);
    EXPECT_FALSE(step.valid);
}

TEST(MakeStepResult, figures_of_nothing_are_absent) {
    const auto plan = plan_of(1);
    metrics::StepOutcome outcome;
    outcome.sample_seconds = 100;
    outcome.targets = {target_outcome(0)};
    total(outcome.targets[0]).by_type[0].outcomes.failed = 500;
    const StepResult step = result_of(plan, outcome);
    const TargetResult& row = step.targets[0];
    EXPECT_FALSE(row.tps || row.response.avg_ms || row.response.max_ms || row.law_residual);
    EXPECT_FALSE(row.service.avg_ms || row.lag.p99_ms || row.pool_wait.avg_ms || row.think_avg_ms);
    EXPECT_FALSE(
        step.aggregate.tps || step.aggregate.response.p99_ms || step.aggregate.law_residual
    );
    EXPECT_FALSE(step.aggregate.latency_avg_vm_mean_ms || step.aggregate.tps_min_vm);
    EXPECT_EQ(row.outcomes.failed, 500u);
    EXPECT_FALSE(step.valid);
    EXPECT_THAT(
        step.invalid_reasons, testing::Contains(testing::HasSubstr("no transaction was committed"))
    );
}

TEST(MakeStepResult, a_type_that_never_committed_is_absent_beside_one_that_did) {
    const auto plan = plan_of(1);
    metrics::StepOutcome outcome;
    outcome.sample_seconds = 100;
    outcome.targets = {target_outcome(0)};
    commit(total(outcome.targets[0]), 2'000'000, 1000, 0);
    const StepResult step = result_of(plan, outcome);
    ASSERT_EQ(step.targets[0].by_transaction.size(), 2u);
    EXPECT_EQ(step.targets[0].by_transaction[0].name, "read_write");
    EXPECT_EQ(step.targets[0].by_transaction[0].tps, 10.0);
    EXPECT_FALSE(step.targets[0].by_transaction[1].tps.has_value());
    EXPECT_FALSE(step.targets[0].by_transaction[1].response.p99_ms.has_value());
}

TEST(MakeStepResult, errors_carry_the_names_of_their_classes) {
    const auto plan = plan_of(1);
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).errors[20] = 3;
    const StepResult step = result_of(plan, outcome);
    EXPECT_EQ(step.targets[0].errors.at("deadlock"), 5u);
    EXPECT_EQ(step.targets[0].errors.at("class_20"), 3u);
    EXPECT_EQ(step.targets[0].errors.size(), 2u);
}

TEST(MakeStepResult, is_steady_when_all_targets_are_and_since_the_last_of_them) {
    const auto plan = plan_of(2);
    auto outcome = sound_outcome(2);
    outcome.targets[1].precondition_rounds.insert(
        outcome.targets[1].precondition_rounds.begin(), {100, 400, 5, 9, false}
    );
    const StepResult steady = result_of(plan, outcome);
    EXPECT_EQ(steady.steady, true);
    EXPECT_EQ(steady.steady_after_s, 600.0);
    outcome.targets[0].precondition_rounds.pop_back();
    EXPECT_FALSE(result_of(plan, outcome).steady.has_value());
    outcome.targets[1].precondition_rounds.back().tps = 500;
    const StepResult unsteady = result_of(plan, outcome);
    EXPECT_EQ(unsteady.steady, false);
    EXPECT_FALSE(unsteady.steady_after_s.has_value());
    EXPECT_THAT(
        unsteady.notes,
        testing::Contains(
            testing::HasSubstr("not steady when the sample began: 1 of 2 VMs (vm02: TPS range")
        )
    );
}

TEST(MakeRunResult, holds_plan_workload_and_machine_and_is_not_valid_yet) {
    const RunResult run = make_run_result(plan_of(2));
    EXPECT_EQ(run.workload, "test/two_types");
    EXPECT_EQ(run.workload_facts.at("distribution"), "special");
    EXPECT_EQ(run.arrival, "closed");
    EXPECT_EQ(run.clients_per_target, 8u);
    EXPECT_TRUE(run.environment.contains("kernel"));
    EXPECT_FALSE(run.valid);
}

TEST(MakeRunResult, a_step_that_ran_again_replaces_the_earlier_one) {
    const auto plan = plan_of(1);
    RunResult run = make_run_result(plan);
    auto outcome = sound_outcome(1);
    outcome.state = "interrupted";
    add_step(run, result_of(plan, outcome));
    EXPECT_FALSE(run.valid);
    add_step(run, result_of(plan, sound_outcome(1)));
    ASSERT_EQ(run.steps.size(), 1u);
    EXPECT_TRUE(run.valid) << testing::PrintToString(run.invalid_reasons);
}

}  // namespace
}  // namespace oltpsim::results
