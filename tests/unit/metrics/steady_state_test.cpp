#include "metrics/steady_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace oltpsim::metrics {
namespace {

std::vector<RoundPoint> rounds_of(
    const std::vector<double>& tps, double mean_ms = 5, double p99_ms = 20
) {
    std::vector<RoundPoint> rounds;
    for (const double one : tps) {
        rounds.push_back({300, one, mean_ms, p99_ms, false});
    }
    return rounds;
}

TEST(SteadyState, has_no_verdict_on_fewer_than_five_rounds) {
    EXPECT_FALSE(judge_steady(rounds_of({100, 100, 100, 100})).has_value());
}

TEST(SteadyState, five_equal_rounds_are_steady_at_their_end) {
    const auto verdict = judge_steady(rounds_of({100, 100, 100, 100, 100}));
    ASSERT_TRUE(verdict.has_value());
    EXPECT_TRUE(verdict->steady);
    EXPECT_EQ(verdict->after_s, 1500);
}

TEST(SteadyState, names_the_range_that_is_too_wide) {
    const auto verdict = judge_steady(rounds_of({100, 106, 100, 106, 100}));
    ASSERT_TRUE(verdict.has_value());
    EXPECT_FALSE(verdict->steady);
    EXPECT_FALSE(verdict->after_s.has_value());
    EXPECT_THAT(verdict->why_not, testing::HasSubstr("TPS range 5.9 %"));
}

TEST(SteadyState, a_creeping_rise_within_the_range_is_not_steady) {
    const auto verdict = judge_steady(rounds_of({100, 101, 102, 103, 104}));
    ASSERT_TRUE(verdict.has_value());
    EXPECT_FALSE(verdict->steady);
    EXPECT_THAT(verdict->why_not, testing::HasSubstr("TPS slope 3.9 %"));
}

TEST(SteadyState, is_reached_when_the_climb_has_left_the_window) {
    const auto verdict = judge_steady(rounds_of({50, 70, 90, 100, 100, 100, 100, 100, 100}));
    ASSERT_TRUE(verdict.has_value());
    EXPECT_TRUE(verdict->steady);
    EXPECT_EQ(verdict->after_s, 8 * 300);
}

TEST(SteadyState, a_later_disturbance_undoes_an_earlier_verdict) {
    const auto verdict = judge_steady(rounds_of({100, 100, 100, 100, 100, 100, 60}));
    ASSERT_TRUE(verdict.has_value());
    EXPECT_FALSE(verdict->steady);
}

TEST(SteadyState, latency_that_grows_while_tps_stands_still_is_not_steady) {
    auto rounds = rounds_of({100, 100, 100, 100, 100});
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        rounds[i].mean_ms = 5 + static_cast<double>(i);
    }
    const auto verdict = judge_steady(rounds);
    ASSERT_TRUE(verdict.has_value());
    EXPECT_FALSE(verdict->steady);
    EXPECT_THAT(verdict->why_not, testing::HasSubstr("average latency"));
}

TEST(SteadyState, p99_has_the_looser_limit) {
    auto rounds = rounds_of({100, 100, 100, 100, 100});
    rounds[2].p99_ms = 22;
    EXPECT_TRUE(judge_steady(rounds)->steady);
    rounds[2].p99_ms = 27;
    EXPECT_THAT(judge_steady(rounds)->why_not, testing::HasSubstr("p99 range"));
}

TEST(SteadyState, a_round_without_a_commit_is_not_steady) {
    auto rounds = rounds_of({100, 100, 100, 100, 100});
    rounds[4] = {300, 0, 0, 0, true};
    const auto verdict = judge_steady(rounds);
    ASSERT_TRUE(verdict.has_value());
    EXPECT_FALSE(verdict->steady);
    EXPECT_EQ(verdict->why_not, "a round without a commit");
}

}  // namespace
}  // namespace oltpsim::metrics
