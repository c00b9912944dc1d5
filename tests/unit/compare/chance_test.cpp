// Known answers from end to end: blocks of a sample → uncertainty → comparison. Equal arrays are not called different, a real
// difference of 3 % is found.
#include "made_runs.hpp"
#include "results/make_step_result.hpp"
#include "support/noise.hpp"
#include "support/step_outcomes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace oltpsim::compare {
namespace {

constexpr std::uint32_t kVms = 2;
constexpr std::uint64_t kSeconds = 240;

/// A sample of VMs that share an array: its level wanders from second to second, and with it all of their response times.
results::RunResult measured(Rng& rng, double slower) {
    const auto plan = support::plan_of(kVms);
    auto outcome = support::sound_outcome(kVms);
    outcome.sample_seconds = kSeconds;
    const auto level = support::ar1(rng, kSeconds, 0, 0.05, 0.6);
    for (auto& target : outcome.targets) {
        auto& sample = support::total(target);
        sample = {};
        sample.target = target.target;
        sample.phase = metrics::Phase::sample;
        metrics::BlockRecorder recorder(kSeconds);
        for (std::uint64_t s = 0; s < kSeconds; ++s) {
            metrics::LatencyHistogram second;
            // Closed loop without think time: as many as fit into the second.
            double used_ms = 0;
            while (used_ms < 8 * 20) {  // 8 clients, 20 ms of each second to keep the test short
                const double ms = 2 * slower * std::exp(level[s] + 0.3 * support::normal(rng));
                const auto nanos = static_cast<std::uint64_t>(ms * 1e6);
                second.record_raw(nanos, 1);
                support::commit(sample, nanos, 1);
                used_ms += ms;
            }
            recorder.add(s, second);
        }
        support::obey_law(target, 8, kSeconds);
        target.sample_blocks = recorder.finish(kSeconds);
    }
    results::RunResult run = made_run("array", {});
    run.steps.push_back(
        results::make_step_result(plan, plan.steps.front(), outcome, support::error_names())
    );
    return run;
}

/// Share of pairs in which TPS, average and p99 are called different (p below 5 %).
std::array<double, 3> called_different(double slower, int pairs, std::uint64_t seed) {
    Rng rng(seed_of(seed, static_cast<std::uint64_t>(pairs)));
    std::array<double, 3> share{};
    for (int i = 0; i < pairs; ++i) {
        const auto all = compare_sides(
            "w", {made_side("A", {measured(rng, 1)}), made_side("B", {measured(rng, slower)})}, {}
        );
        for (std::size_t m = 0; m < share.size(); ++m) {
            const PairTest* pair = find_test(all, static_cast<Metric>(m));
            EXPECT_TRUE(pair != nullptr && pair->test);
            share[m] +=
                pair != nullptr && pair->test && pair->test->p_value < 0.05 ? 1.0 / pairs : 0;
        }
    }
    return share;
}

TEST(CompareByChance, equal_arrays_are_called_different_in_at_most_6_percent) {
    const auto share = called_different(1, 300, 4);
    // 6 % and two standard errors of 300 pairs; TPS's own rate is held to 6 % with 2,000 pairs in TwoSamples.
    for (std::size_t m = 0; m < share.size(); ++m) {
        EXPECT_LE(share[m], 0.06 + 0.025) << name_of(static_cast<Metric>(m));
    }
    EXPECT_GE(share[0] + share[1] + share[2], 0.03);  // a test that never speaks would pass
}

TEST(CompareByChance, a_real_difference_of_3_percent_is_found) {
    const auto share = called_different(1.03, 40, 5);
    EXPECT_GE(share[0], 0.9);
    EXPECT_GE(share[1], 0.9);
}

TEST(CompareByChance, repeats_are_called_different_no_more_often) {
    // Runs differ by more than their batches say: only the run as the unit keeps the rate.
    Rng rng(17);
    int different = 0;
    constexpr int kPairs = 2000;
    const auto side = [&](const std::string& label) {
        std::vector<results::RunResult> runs;
        for (int r = 0; r < 3; ++r) {
            const double level = 1 + 0.03 * support::normal(rng);
            runs.push_back(made_run(label, {made_step(4, 1000 * level, 30 / level, 60, 0.001)}));
        }
        return made_side(label, std::move(runs));
    };
    for (int i = 0; i < kPairs; ++i) {
        const auto all = compare_sides("w", {side("A"), side("B")}, {});
        different += find_test(all, Metric::tps)->test->p_value < 0.05 ? 1 : 0;
    }
    EXPECT_LE(different, 0.06 * kPairs);
    EXPECT_GE(different, 0.02 * kPairs);
}

}  // namespace
}  // namespace oltpsim::compare
