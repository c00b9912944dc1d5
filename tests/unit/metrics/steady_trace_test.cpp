// Steady-state verdicts and MSER-5 on synthetic three-hour traces: the right answer at the right time.
#include "metrics/mser.hpp"
#include "metrics/steady_state.hpp"
#include "support/noise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace oltpsim::metrics {
namespace {

constexpr std::size_t kRoundSeconds = 300;

/// TPS per second: `shape` of the time, with correlated noise of 1 %.
std::vector<double> trace(std::size_t seconds, const std::function<double(double)>& shape) {
    Rng rng(17);
    std::vector<double> tps = support::ar1(rng, seconds, 0, 0.01, 0.8);
    for (std::size_t s = 0; s < seconds; ++s) {
        tps[s] = shape(static_cast<double>(s)) * (1 + tps[s]);
    }
    return tps;
}

/// A closed loop of 32 clients without think time: average latency is 32 ÷ TPS, p99 twice that.
std::vector<RoundPoint> rounds_of(const std::vector<double>& tps) {
    std::vector<RoundPoint> rounds;
    for (std::size_t from = 0; from + kRoundSeconds <= tps.size(); from += kRoundSeconds) {
        double sum = 0;
        for (std::size_t s = from; s < from + kRoundSeconds; ++s) {
            sum += tps[s];
        }
        RoundPoint round{kRoundSeconds, sum / kRoundSeconds, 0, 0, false};
        round.mean_ms = 32'000 / round.tps;
        round.p99_ms = 2 * round.mean_ms;
        rounds.push_back(round);
    }
    return rounds;
}

/// Level 1000 reached exponentially from 500 with a time constant of 30 min: 2 % below it after 97 min.
double warm_up(double second) { return 1000 - 500 * std::exp(-second / 1800); }

TEST(SteadyTrace, a_warm_up_is_steady_only_when_its_rise_has_left_the_window) {
    const auto verdict = judge_steady(rounds_of(trace(10'800, warm_up)));
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->steady);
    // Over a window of 25 min the rise is 2 % of the mean once it began 66 min in; so steady about 90 min in.
    EXPECT_GE(*verdict->after_s, 75 * 60);
    EXPECT_LE(*verdict->after_s, 105 * 60);
}

TEST(SteadyTrace, a_warm_up_still_rising_is_not_steady) {
    const auto verdict = judge_steady(rounds_of(trace(3'600, warm_up)));
    ASSERT_TRUE(verdict);
    EXPECT_FALSE(verdict->steady);
    EXPECT_THAT(verdict->why_not, testing::HasSubstr("TPS"));
}

TEST(SteadyTrace, a_drift_of_a_tenth_per_hour_is_not_steady) {
    const auto verdict =
        judge_steady(rounds_of(trace(10'800, [](double s) { return 1000 - 100 * s / 3600; })));
    ASSERT_TRUE(verdict);
    EXPECT_FALSE(verdict->steady);
    EXPECT_THAT(verdict->why_not, testing::HasSubstr("slope"));
}

TEST(SteadyTrace, a_step_down_restarts_the_count_from_the_step) {
    const auto verdict =
        judge_steady(rounds_of(trace(10'800, [](double s) { return s < 5'400 ? 1000.0 : 800.0; })));
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->steady);
    EXPECT_EQ(verdict->after_s, 5'400 + 5 * 300);
}

TEST(SteadyTrace, a_step_in_the_last_rounds_undoes_steadiness) {
    const auto verdict =
        judge_steady(rounds_of(trace(10'800, [](double s) { return s < 10'000 ? 1000.0 : 800.0; }))
        );
    ASSERT_TRUE(verdict);
    EXPECT_FALSE(verdict->steady);
}

double checkpoint_ripple(double second) {
    return 1000 * (1 - 0.25 * (std::fmod(second, 300) < 60 ? 1 : 0));
}

TEST(SteadyTrace, checkpoints_every_five_minutes_do_not_disturb_rounds_of_that_length) {
    const auto verdict = judge_steady(rounds_of(trace(10'800, checkpoint_ripple)));
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->steady);
    EXPECT_EQ(verdict->after_s, 25 * 60);
}

TEST(SteadyTrace, checkpoints_longer_than_a_round_do_show) {
    const auto verdict = judge_steady(rounds_of(trace(10'800, [](double s) {
        return 1000 * (1 - 0.25 * (std::fmod(s, 900) < 300 ? 1 : 0));
    })));
    ASSERT_TRUE(verdict);
    EXPECT_FALSE(verdict->steady);
}

TEST(Mser5, cuts_a_warm_up_where_it_levels_off) {
    const auto cut = mser5(trace(10'800, [](double s) { return s < 2'000 ? 500.0 : 1000.0; }));
    ASSERT_TRUE(cut);
    EXPECT_NEAR(static_cast<double>(*cut), 2'000, 25);
}

TEST(Mser5, agrees_with_the_verdict_on_an_exponential_warm_up_within_half_an_hour) {
    // The same rise twice as fast, so that three hours hold it.
    const auto tps = trace(10'800, [](double s) { return warm_up(2 * s); });
    const auto cut = mser5(tps);
    const auto verdict = judge_steady(rounds_of(tps));
    ASSERT_TRUE(cut && verdict && verdict->after_s);
    EXPECT_NEAR(static_cast<double>(*cut), *verdict->after_s, 1'800);
}

TEST(Mser5, finds_three_hours_too_short_for_a_warm_up_that_takes_half_of_them) {
    EXPECT_FALSE(mser5(trace(10'800, warm_up)));
}

TEST(Mser5, cuts_next_to_nothing_of_a_level_series) {
    const auto cut = mser5(trace(3'600, [](double) { return 1000.0; }));
    ASSERT_TRUE(cut);
    EXPECT_LE(*cut, 600U);
}

TEST(Mser5, says_nothing_of_a_series_that_never_levels_off_or_is_too_short) {
    EXPECT_FALSE(mser5(trace(3'600, [](double s) { return 100 + s; })));
    EXPECT_FALSE(mser5(std::vector<double>(49, 1.0)));
}

}  // namespace
}  // namespace oltpsim::metrics
