#include "results/interval_series.hpp"
#include "results/result_store.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::Phase;
using support::ScratchDir;

RunResult run_of(double precondition_s, double sample_s) {
    RunResult run;
    StepResult step;
    step.name = "2 VMs";
    step.precondition_seconds = precondition_s;
    step.sample_seconds = sample_s;
    run.steps.push_back(step);
    return run;
}

void write_seconds(
    const std::filesystem::path& dir, std::uint64_t precondition, std::uint64_t sample
) {
    const auto plan = support::plan_of(2);
    auto store = ResultStore::create_at(dir, plan);
    ASSERT_TRUE(store);
    (*store)->begin_step(plan.steps.front(), {"read_write"});
    for (std::uint64_t s = 0; s < precondition + sample; ++s) {
        const Phase phase = s < precondition ? Phase::precondition : Phase::sample;
        std::vector<IntervalSample> targets(2);
        for (std::uint32_t t = 0; t < 2; ++t) {
            targets[t].target = t;
            targets[t].phase = phase;
            support::commit(targets[t], t == 0 ? 1'000'000 : 3'000'000, 10);
        }
        (*store)->on_second(s, phase, targets);
    }
}

TEST(IntervalSeries, sums_targets_and_weights_latency) {
    const ScratchDir root;
    write_seconds(root / "r", 2, 3);
    const auto series = read_series(root / "r/intervals.csv", run_of(2, 3));
    ASSERT_TRUE(series) << series.error().message;
    ASSERT_EQ(series->size(), 1u);
    const StepSeries& step = series->front();
    ASSERT_EQ(step.points.size(), 5u);
    EXPECT_EQ(step.bucket_s, 1);
    EXPECT_EQ(step.sample_from_s, 2.0);
    EXPECT_EQ(step.points[0].tps, 20);
    EXPECT_NEAR(*step.points[0].avg_ms, 2, 1e-6);
    EXPECT_NEAR(*step.points[0].p99_high_ms, 3, 0.01);
    EXPECT_NEAR(*step.points[0].p99_low_ms, 1, 0.01);
    ASSERT_EQ(step.targets.size(), 2u);
    EXPECT_EQ(step.targets[0].target, "vm01");
    EXPECT_EQ(step.targets[1].points[0].tps, 10);
    EXPECT_NEAR(*step.targets[1].points[0].p99_ms, 3, 0.01);
}

TEST(IntervalSeries, keeps_the_extremes_of_a_bucket) {
    const ScratchDir root;
    support::put(
        root / "intervals.csv",
        "step,second,phase,target,committed,avg_ms,p99_ms\n"
        "2 VMs,0,sample,\"vm,1\",100,1,2\n"
        "2 VMs,1,sample,\"vm,1\",0,,\n"
        "2 VMs,2,sample,\"vm,1\",50,4,900\n"
        "2 VMs,3,sample,\"vm,1\",50,4,3\n"
        "another,3,sample,\"vm,1\",50,4,3\n"
        "2 VMs,99999999999,sample,\"vm,1\",50,4,3\n"
        "2 VMs,4,sam"
    );
    const auto series = read_series(root / "intervals.csv", run_of(0, 4), 2);
    ASSERT_TRUE(series);
    const auto& step = series->front();
    ASSERT_EQ(step.points.size(), 2u);
    EXPECT_EQ(step.end_s, 4);
    EXPECT_EQ(step.targets.front().target, "vm,1");
    EXPECT_EQ(step.points[0].tps, 50);
    EXPECT_EQ(step.points[0].tps_low, 0);
    EXPECT_EQ(step.points[0].tps_high, 100);
    EXPECT_NEAR(*step.points[0].avg_ms, 1, 1e-6);  // the empty second does not count
    EXPECT_EQ(step.points[1].p99_high_ms, 900);
    EXPECT_EQ(step.points[1].p99_low_ms, 3);
}

TEST(IntervalSeries, keeps_within_the_number_of_points) {
    const ScratchDir root;
    write_seconds(root / "r", 10, 30);
    const auto series = read_series(root / "r/intervals.csv", run_of(10, 30), 10);
    ASSERT_TRUE(series);
    EXPECT_EQ(series->front().bucket_s, 4);
    ASSERT_EQ(series->front().points.size(), 10u);
    for (const auto& point : series->front().points) {
        EXPECT_EQ(point.tps, 20);
    }
}

TEST(IntervalSeries, says_which_file_it_cannot_read) {
    const ScratchDir root;
    EXPECT_THAT(
        read_series(root / "none.csv", run_of(1, 1)).error().message, testing::HasSubstr("none.csv")
    );
    support::put(root / "odd.csv", "a,b\n1,2\n");
    EXPECT_THAT(
        read_series(root / "odd.csv", run_of(1, 1)).error().message,
        testing::HasSubstr("unknown columns")
    );
}

}  // namespace
}  // namespace oltpsim::results
