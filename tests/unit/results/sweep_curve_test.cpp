// The load curve: points, knee, highest rate within a limit, saturation.
#include "results/campaign_result.hpp"
#include "results/make_step_result.hpp"
#include "results/run_result_codec.hpp"
#include "results/sweep_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

StepResult closed(double tps) {
    StepResult step;
    step.name = "closed loop";
    step.aggregate.tps = tps;
    return step;
}

StepResult rate(
    const std::string& name, double offered, double done, double avg_ms, double p99_ms
) {
    StepResult step;
    step.name = name;
    step.arrival = "poisson";
    step.sample_seconds = 60;
    step.offered_tps = offered;
    step.aggregate.tps = done;
    step.aggregate.response.avg_ms = avg_ms;
    step.aggregate.response.p99_ms = p99_ms;
    step.aggregate.outcomes.committed = static_cast<std::uint64_t>(offered * 60);
    step.saturated = is_saturated(step);
    return step;
}

/// One server of 1,000 TPS with random arrivals: average = 1 ms / (1 - load), p99 4.6 times that.
RunResult queue_sweep() {
    RunResult run;
    run.sweep.emplace();
    run.sweep->p99_limit_ms = 20;
    run.steps.push_back(closed(1000));
    for (const int percent : {30, 10, 50, 70, 80, 90}) {
        const double load = percent / 100.0;
        const double avg = 1 / (1 - load);
        run.steps.push_back(
            rate(std::to_string(percent) + " %", 1000 * load, 1000 * load, avg, 4.6 * avg)
        );
    }
    run.steps.push_back(rate("120 %", 1200, 1000, 900, 3000));
    draw_sweep(run);
    return run;
}

TEST(SweepCurve, rises_with_the_rate_whatever_order_the_steps_ran_in) {
    const RunResult run = queue_sweep();
    EXPECT_EQ(run.sweep->max_tps, 1000);
    ASSERT_EQ(run.sweep->points.size(), 7U);
    EXPECT_EQ(run.sweep->points.front().step, "10 %");
    EXPECT_NEAR(run.sweep->points[1].percent, 30, 1e-9);
    EXPECT_TRUE(run.sweep->points.back().saturated);
    EXPECT_FALSE(run.sweep->points[5].saturated);
}

// load x (1 - load) is greatest at one half.
TEST(SweepCurve, the_knee_of_one_queue_is_at_half_its_rate) {
    EXPECT_EQ(queue_sweep().sweep->knee, "50 %");
}

TEST(SweepCurve, names_the_last_rate_before_the_limit_is_broken) {
    RunResult run = queue_sweep();
    EXPECT_EQ(run.sweep->highest_within_limit, "70 %");  // 15.3 ms; 80 % has 23 ms
    run.sweep->p99_limit_ms = 4;
    draw_sweep(run);
    EXPECT_FALSE(run.sweep->highest_within_limit);
    run.sweep->p99_limit_ms.reset();
    draw_sweep(run);
    EXPECT_FALSE(run.sweep->highest_within_limit);
}

TEST(SweepCurve, a_good_rate_above_a_bad_one_proves_nothing) {
    RunResult run = queue_sweep();
    run.steps[3].aggregate.response.p99_ms = 25;  // 50 %
    draw_sweep(run);
    EXPECT_EQ(run.sweep->highest_within_limit, "30 %");
}

TEST(SweepCurve, chance_alone_is_no_saturation) {
    EXPECT_FALSE(is_saturated(rate("x", 10, 8.9, 1, 2))
    );  // 534 of 600 expected: three deviations are 73
    EXPECT_TRUE(is_saturated(rate("x", 1000, 960, 1, 2)));  // 4 % of 60,000 is no chance
    StepResult skipping = rate("x", 1000, 1000, 1, 2);
    skipping.aggregate.outcomes.skipped = 1000;
    EXPECT_TRUE(is_saturated(skipping));
}

TEST(SweepCurve, two_rates_have_no_knee) {
    RunResult run;
    run.sweep.emplace();
    run.steps = {closed(100), rate("10 %", 10, 10, 1, 2), rate("20 %", 20, 20, 1, 2)};
    draw_sweep(run);
    EXPECT_FALSE(run.sweep->knee);
}

TEST(SweepCurve, saturated_rates_do_not_make_the_run_invalid) {
    RunResult run = queue_sweep();
    run.steps.back().invalid_reasons = {"vm1: the offered load was not met"};
    judge_run(run);
    EXPECT_TRUE(run.valid);
    run.steps[1].invalid_reasons = {"vm1: no transaction was committed"};
    judge_run(run);
    EXPECT_FALSE(run.valid);
}

TEST(CampaignCodec, reads_back_hooks_checks_rounds_growth_and_curves) {
    RunResult run = queue_sweep();
    run.name = "x";
    run.storages = {{"old", {{"array", "AF250"}}}, {"new", {}}};
    StepResult& step = run.steps[1];
    step.storage = "old";
    step.repetition = 3;
    step.hooks = {
        {"before_step",
         "./x {step}",
         "2026-11-30T16:07:41.000Z",
         1.5,
         false,
         "exit status 3",
         "hooks/01.log"}
    };
    step.checks = {{"vm1", 12, {"3.3.2.1: W_YTD of warehouse 7"}}};
    step.steady_rule = {300, true, 14'400, false};
    step.targets.resize(1);
    step.targets[0].precondition_rounds = {{1000, 5, 9}, {}};
    step.targets[0].unsteady_reason = "TPS range 7.0 %";
    step.targets[0].data_growth = DataGrowth{1200, 3e6};
    step.invalid_reasons = {"r"};
    step.valid = false;
    judge_run(run);
    const std::string text = encode_run_result(run);
    const auto again = decode_run_result(text, "x");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(encode_run_result(*again), text);
    const StepResult& read = again->steps[1];
    EXPECT_EQ(read.hooks[0].failure, "exit status 3");
    EXPECT_EQ(read.checks->at(0).failed.size(), 1U);
    EXPECT_FALSE(read.targets[0].precondition_rounds[1].tps);
    EXPECT_EQ(read.targets[0].data_growth->bytes, 3e6);
    EXPECT_EQ(read.steady_rule.reached, false);
    EXPECT_EQ(again->sweep->knee, "50 %");
    EXPECT_EQ(again->storages.at("old").at("array"), "AF250");
}

}  // namespace
}  // namespace oltpsim::results
