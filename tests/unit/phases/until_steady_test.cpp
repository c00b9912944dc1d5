// A precondition with a floor and a ceiling, on a virtual clock: it ends when every VM is steady, at the right second.
#include "support/step_harness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim {
namespace {

using metrics::Phase;
using std::chrono::seconds;
using support::StepHarness;

/// Answers with so long a tail that no two rounds are alike.
constexpr const char* kRestless = "simulated:?latency_ms=20&distribution=lognormal&spread=3&seed=5";

StepHarness& until_steady(StepHarness& h, seconds at_least, seconds at_most, seconds round) {
    h.plan.phases.precondition = at_least;
    h.plan.phases.until_steady = true;
    h.plan.phases.at_most = at_most;
    h.plan.phases.round = round;
    return h;
}

std::uint64_t seconds_of(const StepHarness& h, Phase phase) {
    std::uint64_t count = 0;
    for (const auto& row : h.sink.rows) {
        count += row.phase == phase && row.committed[0] > 0 ? 1 : 0;
    }
    return count;
}

std::uint64_t ended(const metrics::StepOutcome& outcome) {
    return outcome.targets.at(0).ended_in_sample.committed();
}

/// One connection at 5 ms does 200 a second, and 300 are asked of it.
void overload(StepHarness& h, seconds precondition) {
    h.plan.arrival = plan::Arrival::constant;
    h.plan.rate = 300;
    h.plan.phases.precondition = precondition;
    h.plan.phases.sample = seconds{4};
    h.add("simulated:?latency_ms=5", 1);
}

TEST(UntilSteady, an_even_load_is_steady_after_five_rounds) {
    StepHarness h;
    until_steady(h, seconds{0}, seconds{300}, seconds{4});
    h.add("simulated:?latency_ms=5", 8);
    h.add("simulated:?latency_ms=7", 8);
    const auto outcome = h.run();
    EXPECT_TRUE(outcome.ended_by_steadiness);
    EXPECT_EQ(outcome.round_seconds, 4);
    EXPECT_GE(outcome.precondition_seconds, 20);
    EXPECT_LE(outcome.precondition_seconds, 24);
    EXPECT_EQ(outcome.targets[0].precondition_rounds.size(), 5U);
    EXPECT_EQ(outcome.sample_seconds, 10);
    // 8 clients at 5 ms for 10 s: the sample is as long as planned, wherever it began.
    EXPECT_NEAR(static_cast<double>(h.sample_of(outcome).committed()), 16'000, 160);
    // Transactions under way at its end have a row in the second after.
    EXPECT_NEAR(
        static_cast<double>(seconds_of(h, Phase::precondition)), outcome.precondition_seconds, 1
    );
    EXPECT_TRUE(h.sink.saw("steady"));
}

TEST(UntilSteady, a_slow_beginning_must_have_left_the_window) {
    StepHarness h;
    until_steady(h, seconds{0}, seconds{300}, seconds{4});
    h.add("simulated:?latency_ms=5&slow_latency_ms=50&slow_until_s=20", 8);
    const auto outcome = h.run();
    EXPECT_TRUE(outcome.ended_by_steadiness);
    // Slow for five rounds, steady as they are; so it would end too early without a floor ...
    EXPECT_LE(outcome.precondition_seconds, 24);
    StepHarness with_floor;
    until_steady(with_floor, seconds{24}, seconds{300}, seconds{4});
    with_floor.add("simulated:?latency_ms=5&slow_latency_ms=50&slow_until_s=20", 8);
    const auto later = with_floor.run();
    EXPECT_TRUE(later.ended_by_steadiness);
    // ... and with one, five quick rounds must follow: 20 s + 5 x 4 s, and up to 4 s to begin the sample together.
    EXPECT_GE(later.precondition_seconds, 40);
    EXPECT_LE(later.precondition_seconds, 48);
    EXPECT_NEAR(with_floor.sample_of(later).merged_response().mean() * 1e-6, 5, 0.1);
}

TEST(UntilSteady, the_floor_holds_however_steady_the_load_is) {
    StepHarness h;
    until_steady(h, seconds{60}, seconds{300}, seconds{4});
    h.add("simulated:?latency_ms=5", 8);
    const auto outcome = h.run();
    EXPECT_TRUE(outcome.ended_by_steadiness);
    EXPECT_GE(outcome.precondition_seconds, 60);
    EXPECT_LE(outcome.precondition_seconds, 64);
}

TEST(UntilSteady, the_ceiling_ends_what_never_gets_steady_and_the_verdict_says_so) {
    StepHarness h;
    until_steady(h, seconds{10}, seconds{60}, seconds{2});
    h.add(kRestless, 1);
    const auto outcome = h.run();
    EXPECT_FALSE(outcome.ended_by_steadiness);
    EXPECT_NEAR(outcome.precondition_seconds, 60, 1e-6);
    EXPECT_EQ(outcome.targets[0].precondition_rounds.size(), 30U);
    EXPECT_EQ(outcome.sample_seconds, 10);
}

TEST(UntilSteady, one_vm_that_is_not_steady_keeps_all_waiting) {
    StepHarness h;
    until_steady(h, seconds{0}, seconds{40}, seconds{2});
    h.add("simulated:?latency_ms=5", 8);
    h.add(kRestless, 1);
    const auto outcome = h.run();
    EXPECT_FALSE(outcome.ended_by_steadiness);
    EXPECT_NEAR(outcome.precondition_seconds, 40, 1e-6);
}

TEST(UntilSteady, works_with_an_open_loop_too) {
    StepHarness h;
    until_steady(h, seconds{0}, seconds{300}, seconds{4});
    h.plan.arrival = plan::Arrival::constant;
    h.plan.rate = 200;
    h.add("simulated:?latency_ms=5", 8);
    const auto outcome = h.run();
    EXPECT_TRUE(outcome.ended_by_steadiness);
    EXPECT_NEAR(static_cast<double>(h.sample_of(outcome).committed()), 2'000, 2);
    EXPECT_NEAR(static_cast<double>(ended(outcome)), 2'000, 3);
}

TEST(OpenLoop, what_ended_within_the_sample_is_what_the_target_can_do) {
    StepHarness h;
    overload(h, seconds{0});
    const auto outcome = h.run();
    EXPECT_NEAR(static_cast<double>(h.sample_of(outcome).committed()), 1'200, 2);
    EXPECT_NEAR(static_cast<double>(ended(outcome)), 800, 10);
    EXPECT_EQ(outcome.targets[0].outage_seconds, 0);
}

// What the precondition could not do fills the first seconds of the sample: the server works, though no commit is the sample's own.
TEST(OpenLoop, a_backlog_of_the_precondition_is_no_outage) {
    StepHarness h;
    overload(h, seconds{10});
    const auto outcome = h.run();
    EXPECT_NEAR(static_cast<double>(ended(outcome)), 800, 10);
    EXPECT_EQ(outcome.targets[0].outage_seconds, 0);
    std::uint64_t in_blocks = 0;
    for (const auto& block : outcome.targets[0].sample_blocks) {
        in_blocks += block.ended;
    }
    EXPECT_EQ(in_blocks, ended(outcome));
}

}  // namespace
}  // namespace oltpsim
