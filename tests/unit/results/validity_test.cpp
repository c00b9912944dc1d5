#include "results/make_step_result.hpp"
#include "results/validity.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using support::commit;
using support::error_names;
using support::plan_of;
using support::sound_outcome;
using support::total;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

StepResult judged_result_of(const plan::RunPlan& plan, const metrics::StepOutcome& outcome) {
    return make_step_result(plan, plan.steps.front(), outcome, error_names());
}

TEST(Validity, a_sound_step_is_valid_and_has_no_notes) {
    const StepResult step = judged_result_of(plan_of(2), sound_outcome(2));
    EXPECT_TRUE(step.valid) << testing::PrintToString(step.invalid_reasons);
    EXPECT_TRUE(step.notes.empty()) << testing::PrintToString(step.notes);
}

TEST(Validity, time_that_is_not_accounted_for_breaks_the_law) {
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).think_total -= from_seconds(8);  // 1 % of 8 clients' 100 s
    const StepResult step = judged_result_of(plan_of(1), outcome);
    EXPECT_NEAR(*step.targets[0].law_residual, -0.01, 1e-6);
    EXPECT_THAT(step.invalid_reasons, Contains(HasSubstr("vm01: law residual -1.00 % (limit 0.5")));
}

TEST(Validity, a_residual_of_four_thousandths_is_within_the_limit) {
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).think_total -= from_seconds(3.2);
    EXPECT_TRUE(judged_result_of(plan_of(1), outcome).valid);
}

TEST(Validity, an_open_loop_has_no_law) {
    auto plan = plan_of(1);
    plan.arrival = plan::Arrival::poisson;
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).think_total = Nanos{0};
    const StepResult step = judged_result_of(plan, outcome);
    EXPECT_FALSE(step.targets[0].law_residual || step.aggregate.law_residual);
    EXPECT_TRUE(step.valid);
}

TEST(Validity, too_many_errors_say_how_many) {
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).by_type[0].outcomes.failed = 2'000;
    EXPECT_THAT(
        judged_result_of(plan_of(1), outcome).invalid_reasons,
        Contains("vm01: 2.0 % of transactions failed (2,000 of 102,000; limit 1 %)")
    );
}

TEST(Validity, transactions_cut_off_at_the_end_are_counted_and_told) {
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).by_type[0].outcomes.cut_off = 3;
    EXPECT_THAT(
        judged_result_of(plan_of(1), outcome).invalid_reasons,
        Contains(HasSubstr("vm01: 3 transactions were still running"))
    );
}

TEST(Validity, an_open_loop_that_skipped_arrivals_did_not_meet_its_load) {
    auto plan = plan_of(1);
    plan.arrival = plan::Arrival::constant;
    auto outcome = sound_outcome(1);
    total(outcome.targets[0]).by_type[0].outcomes.skipped = 100'000;
    EXPECT_THAT(
        judged_result_of(plan, outcome).invalid_reasons,
        Contains(HasSubstr("50.0 % of arrivals were skipped"))
    );
}

TEST(Validity, an_interrupted_step_says_after_how_long) {
    auto outcome = sound_outcome(1);
    outcome.state = "interrupted";
    outcome.sample_seconds = 40;
    EXPECT_THAT(
        judged_result_of(plan_of(1), outcome).invalid_reasons,
        Contains("step interrupted after 40 of 100 s of the sample")
    );
}

TEST(Validity, a_step_in_which_every_target_failed_says_why) {
    auto outcome = sound_outcome(2);
    for (auto& target : outcome.targets) {
        target.state = "failed";
        target.failure = "auth_failed in connect";
    }
    const StepResult step = judged_result_of(plan_of(2), outcome);
    EXPECT_FALSE(step.valid);
    EXPECT_FALSE(step.aggregate.tps.has_value());
    EXPECT_EQ(step.aggregate.vm_count, 0u);
    EXPECT_THAT(step.invalid_reasons, Contains("vm02: failed: auth_failed in connect"));
}

TEST(Validity, a_load_limited_step_is_noted) {
    auto plan = plan_of(1);
    metrics::StepOutcome outcome = sound_outcome(1);
    auto& target = outcome.targets[0];
    total(target) = metrics::IntervalSample{};
    total(target).phase = metrics::Phase::sample;
    commit(total(target), 5'000'000, 800);
    support::obey_law(target);
    const StepResult step = judged_result_of(plan, outcome);
    EXPECT_THAT(step.notes, Contains(HasSubstr("load-limited: 8.0 of at most 8.0")));
}

TEST(Validity, replies_that_lay_in_the_socket_too_long_are_noted) {
    auto outcome = sound_outcome(2);
    const auto p50 = total(outcome.targets[0]).merged_response().quantile(0.5);
    total(outcome.targets[0]).client_delay.record(p50 / 20);
    total(outcome.targets[1]).client_delay.record(p50 / 5);
    const StepResult step = judged_result_of(plan_of(2), outcome);
    EXPECT_THAT(step.notes, Contains(HasSubstr("vm02: latency includes client delay")));
    EXPECT_THAT(step.notes, Not(Contains(HasSubstr("vm01: latency includes"))));
}

TEST(Validity, a_busy_or_descheduled_client_is_noted) {
    auto outcome = sound_outcome(1);
    metrics::ShardSample busy;
    busy.utilisation = 0.95;
    busy.run_delay_share = 0.2;
    metrics::ShardSample near;
    near.shard = 1;
    near.utilisation = 0.8;
    outcome.shards = {busy, near};
    const StepResult step = judged_result_of(plan_of(1), outcome);
    EXPECT_THAT(step.notes, Contains(HasSubstr("client is the bottleneck: loop 0 was busy 95 %")));
    EXPECT_THAT(step.notes, Contains(HasSubstr("client descheduled: loop 0")));
    EXPECT_THAT(step.notes, Contains(HasSubstr("client near its limit: loop 1 was busy 80 %")));
}

TEST(Validity, silent_seconds_are_noted_where_the_rate_does_not_explain_them) {
    auto outcome = sound_outcome(5);
    outcome.targets[1].outage_seconds = 6;
    EXPECT_THAT(
        judged_result_of(plan_of(5), outcome).notes,
        Contains("vm02: 6 whole seconds of the sample without a commit, 0 reconnects")
    );
    for (auto& target : outcome.targets) {
        target.outage_seconds += 3;
    }
    EXPECT_THAT(
        judged_result_of(plan_of(5), outcome).notes,
        Contains("5 of 5 VMs: whole seconds of the sample without a commit; most of them vm02 with "
                 "9 s and 0 reconnects")
    );
    auto slow = sound_outcome(1);
    total(slow.targets[0]) = {};
    commit(total(slow.targets[0]), 4'000'000, 100);  // 1 TPS: a third of all seconds is silent
    support::obey_law(slow.targets[0]);
    slow.targets[0].outage_seconds = 40;
    EXPECT_THAT(
        judged_result_of(plan_of(1), slow).notes,
        testing::Not(Contains(HasSubstr("without a commit")))
    );
}

TEST(Validity, a_shared_machine_is_noted) {
    auto outcome = sound_outcome(1);
    outcome.targets[0].same_host = true;
    EXPECT_THAT(
        judged_result_of(plan_of(1), outcome).notes,
        Contains("client and server share this machine")
    );
}

}  // namespace
}  // namespace oltpsim::results
