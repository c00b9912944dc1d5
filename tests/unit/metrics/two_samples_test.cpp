// Known answers: equal arrays are not called different, a real difference is found.
#include "metrics/batch_means.hpp"
#include "metrics/two_samples.hpp"
#include "support/noise.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace oltpsim::metrics {
namespace {

Measured half_hour(Rng& rng, double tps) {
    std::vector<RatioPoint> points;
    for (const double value : support::ar1(rng, 1800, tps, 0.05 * tps, 0.8)) {
        points.push_back({value, 1});
    }
    const auto known = batch_means(points);
    const double mean = (known->low + known->high) / 2;
    return {mean, known->standard_error, static_cast<double>(known->batches) - 1};
}

double share_called_different(double difference, int pairs) {
    Rng rng(seed_of(21, pairs));
    int found = 0;
    for (int i = 0; i < pairs; ++i) {
        const auto test = test_ratio(half_hour(rng, 1000), half_hour(rng, 1000 * (1 + difference)));
        found += test && test->p_value < 0.05 ? 1 : 0;
    }
    return static_cast<double>(found) / pairs;
}

TEST(TwoSamples, equal_arrays_are_called_different_in_at_most_6_percent) {
    const double share = share_called_different(0, 2000);
    EXPECT_LE(share, 0.06);
    EXPECT_GE(share, 0.03);  // a test that never speaks would pass the other bound
}

TEST(TwoSamples, a_real_difference_of_3_percent_is_found) {
    EXPECT_GE(share_called_different(0.03, 500), 0.95);
}

TEST(TwoSamples, the_interval_holds_the_true_ratio) {
    Rng rng(33);
    int held = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto test = test_ratio(half_hour(rng, 1000), half_hour(rng, 800));
        ASSERT_TRUE(test);
        held += test->low <= 0.8 && 0.8 <= test->high ? 1 : 0;
    }
    EXPECT_GE(held, 930);
    EXPECT_LE(held, 970);
}

TEST(TwoSamples, runs_are_the_unit_when_there_are_several) {
    const double a[] = {100, 104, 96};
    const auto known = over_runs(a);
    ASSERT_TRUE(known);
    EXPECT_DOUBLE_EQ(known->value, 100);
    EXPECT_NEAR(known->standard_error, 4 / std::sqrt(3.0), 1e-12);
    EXPECT_EQ(known->freedom, 2);
    EXPECT_FALSE(over_runs(std::vector<double>{100}));
}

TEST(TwoSamples, welch_gives_the_textbook_answer) {
    // Difference of logs 0.0953 with standard errors 0.02 and 0.04 of 10 and 20 degrees of freedom.
    const auto test = test_ratio({100, 2, 10}, {110, 4.4, 20});
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->ratio, 1.1, 1e-12);
    // freedom = (0.0004 + 0.0016)² ÷ (0.0004²/10 + 0.0016²/20) = 27.78; t = 2.131; p = 0.0421
    EXPECT_NEAR(test->p_value, 0.0421, 0.0005);
    EXPECT_NEAR(test->low, 1.1 * std::exp(-2.0491 * 0.0447214), 0.0005);
}

TEST(TwoSamples, a_margin_decides_what_counts_as_the_same) {
    EXPECT_EQ(judge({1.002, 0.998, 1.006, 0.30}, kTpsMargin), Finding::same);
    EXPECT_EQ(judge({1.004, 1.001, 1.007, 0.01}, kTpsMargin), Finding::same);
    EXPECT_EQ(judge({1.04, 1.02, 1.06, 0.001}, kTpsMargin), Finding::different);
    EXPECT_EQ(judge({1.01, 0.97, 1.05, 0.6}, kTpsMargin), Finding::undecided);
}

TEST(TwoSamples, nothing_is_said_of_figures_without_spread_or_value) {
    EXPECT_FALSE(test_ratio({100, 0, 10}, {100, 0, 10}));
    EXPECT_FALSE(test_ratio({0, 1, 10}, {100, 1, 10}));
}

}  // namespace
}  // namespace oltpsim::metrics
