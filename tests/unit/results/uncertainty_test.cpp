#include "results/make_step_result.hpp"
#include "support/noise.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace oltpsim::results {
namespace {

using support::error_names;
using support::plan_of;
using support::sound_outcome;

StepResult result_of(const plan::RunPlan& plan, const metrics::StepOutcome& outcome) {
    return make_step_result(plan, plan.steps.front(), outcome, error_names());
}

/// `vms` targets whose TPS follow one common, correlated level: they share an array. Response times 32 clients ÷ TPS.
metrics::StepOutcome shared_array(std::uint32_t vms, std::uint64_t seed) {
    Rng rng(seed);
    constexpr std::uint32_t kSeconds = 120;
    const auto level = support::ar1(rng, kSeconds, 200, 20, 0.6);
    metrics::StepOutcome outcome;
    outcome.sample_seconds = kSeconds;
    for (std::uint32_t vm = 0; vm < vms; ++vm) {
        metrics::TargetOutcome target = support::target_outcome(vm);
        metrics::BlockRecorder recorder(kSeconds);
        for (std::uint32_t s = 0; s < kSeconds; ++s) {
            const double tps = level[s] * (1 + 0.02 * support::normal(rng));
            metrics::LatencyHistogram second;
            second.record_raw(
                static_cast<std::uint64_t>(8e9 / tps), static_cast<std::uint64_t>(tps)
            );
            recorder.add(s, second);
            auto& type = support::total(target).by_type[0];
            type.outcomes.committed += second.count();
            type.response.merge(second);
        }
        target.sample_blocks = recorder.finish(kSeconds);
        outcome.targets.push_back(std::move(target));
    }
    return outcome;
}

TEST(Uncertainty, every_printed_figure_lies_within_its_interval) {
    const auto plan = plan_of(3);
    const StepResult step = result_of(plan, shared_array(3, 4));
    const auto expect_within = [](const std::optional<double>& value,
                                  const std::optional<metrics::Uncertainty>& known) {
        ASSERT_TRUE(value && known);
        EXPECT_LE(known->low, *value);
        EXPECT_GE(known->high, *value);
        EXPECT_GT(known->high, known->low);
        EXPECT_GE(known->batches, 10U);
        EXPECT_LE(known->batches, 30U);
    };
    for (const auto& target : step.targets) {
        expect_within(target.tps, target.uncertainty.tps);
        expect_within(target.response.avg_ms, target.uncertainty.avg_ms);
        expect_within(target.response.p50_ms, target.uncertainty.p50_ms);
        expect_within(target.response.p95_ms, target.uncertainty.p95_ms);
        expect_within(target.response.p99_ms, target.uncertainty.p99_ms);
        expect_within(target.response.p999_ms, target.uncertainty.p999_ms);
    }
    const AggregateResult& all = step.aggregate;
    expect_within(all.tps, all.uncertainty.tps);
    expect_within(all.response.avg_ms, all.uncertainty.avg_ms);
    expect_within(all.response.p99_ms, all.uncertainty.p99_ms);
    expect_within(all.latency_avg_vm_mean_ms, all.avg_vm_mean_uncertainty);
    expect_within(all.latency_p99_vm_mean_ms, all.p99_vm_mean_uncertainty);
}

TEST(Uncertainty, machines_that_share_an_array_do_not_average_its_moods_away) {
    const auto plan = plan_of(4);
    const StepResult step = result_of(plan, shared_array(4, 8));
    const double one = step.targets[0].uncertainty.tps->standard_error / *step.targets[0].tps;
    const double all = step.aggregate.uncertainty.tps->standard_error / *step.aggregate.tps;
    // Were they independent, four of them would be known twice as well as one.
    EXPECT_GT(all, 0.8 * one);
    EXPECT_GT(
        step.aggregate.avg_vm_mean_uncertainty->standard_error,
        0.8 * step.targets[0].uncertainty.avg_ms->standard_error
    );
}

TEST(Uncertainty, a_sample_of_nine_seconds_has_none) {
    const auto plan = plan_of(1);
    metrics::StepOutcome outcome = sound_outcome(1);
    support::cut_into_blocks(outcome.targets[0], 9);
    EXPECT_FALSE(result_of(plan, outcome).aggregate.uncertainty.any());
}

TEST(Uncertainty, a_failed_target_has_none_and_does_not_spoil_the_others) {
    const auto plan = plan_of(2);
    metrics::StepOutcome outcome = sound_outcome(2);
    outcome.targets[0].state = "failed";
    const StepResult step = result_of(plan, outcome);
    EXPECT_FALSE(step.targets[0].uncertainty.any());
    EXPECT_TRUE(step.targets[1].uncertainty.any());
    EXPECT_TRUE(step.aggregate.uncertainty.any());
}

TEST(Spread, is_even_among_equals_and_falls_to_one_over_n_when_one_has_all) {
    const auto plan = plan_of(4);
    metrics::StepOutcome outcome = sound_outcome(4);
    const StepResult even = result_of(plan, outcome);
    EXPECT_NEAR(*even.aggregate.tps_cv, 0, 1e-9);
    EXPECT_NEAR(*even.aggregate.tps_fairness, 1, 1e-12);
    // TPS 1:2:3:4 by hand: mean 2.5, sample deviation 1.2910; (10)² ÷ (4·30) = 0.8333.
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (auto& type : support::total(outcome.targets[i]).by_type) {
            type.outcomes.committed = 500 * (i + 1);
        }
    }
    const StepResult uneven = result_of(plan, outcome);
    EXPECT_NEAR(*uneven.aggregate.tps_cv, 0.5164, 1e-4);
    EXPECT_NEAR(*uneven.aggregate.tps_fairness, 0.8333, 1e-4);
    EXPECT_FALSE(result_of(plan_of(1), sound_outcome(1)).aggregate.tps_cv);
}

}  // namespace
}  // namespace oltpsim::results
