// Known answers: how often intervals hold the truth, on series whose truth is known.
#include "metrics/batch_means.hpp"
#include "support/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace oltpsim::metrics {
namespace {

std::vector<RatioPoint> per_second(const std::vector<double>& series) {
    std::vector<RatioPoint> points;
    for (const double value : series) {
        points.push_back({value, 1});
    }
    return points;
}

/// Share of `runs` intervals that hold the true mean.
double coverage(std::size_t runs, std::size_t length, double correlation) {
    Rng rng(seed_of(7, length));
    std::size_t held = 0;
    for (std::size_t run = 0; run < runs; ++run) {
        const auto known =
            batch_means(per_second(support::ar1(rng, length, 1000, 50, correlation)));
        held += known && known->low <= 1000 && known->high >= 1000 ? 1 : 0;
    }
    return static_cast<double>(held) / static_cast<double>(runs);
}

TEST(StudentT, gives_the_tables_values) {
    EXPECT_NEAR(student_t(0.95, 29), 2.045, 0.001);
    EXPECT_NEAR(student_t(0.95, 9), 2.262, 0.001);
    EXPECT_NEAR(student_p_value(2.045, 29), 0.05, 0.0005);
    EXPECT_NEAR(student_p_value(-2.045, 29), 0.05, 0.0005);
}

TEST(BatchMeans, intervals_of_a_correlated_half_hour_hold_the_truth_in_95_percent) {
    for (const double correlation : {0.0, 0.5, 0.8, 0.9}) {
        const double share = coverage(2000, 1800, correlation);
        EXPECT_GE(share, 0.93) << "correlation " << correlation;
        EXPECT_LE(share, 0.97) << "correlation " << correlation;
    }
}

TEST(BatchMeans, intervals_of_a_short_sample_hold_it_too) {
    const double share = coverage(3000, 120, 0.5);
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
}

TEST(BatchMeans, are_far_wider_than_naive_ones_when_seconds_depend_on_each_other) {
    Rng rng(3);
    const auto series = support::ar1(rng, 1800, 1000, 50, 0.9);
    const auto known = batch_means(per_second(series));
    ASSERT_TRUE(known);
    const double naive = 50 / std::sqrt(1800.0);
    EXPECT_GT(known->standard_error, 2.5 * naive);
    EXPECT_LT(known->standard_error, 7 * naive);
}

TEST(BatchMeans, a_mean_weighted_by_transactions_is_the_ratio_of_the_sums) {
    std::vector<RatioPoint> points;
    for (int i = 0; i < 40; ++i) {
        const double count = i % 2 == 0 ? 100 : 300;
        points.push_back({count * (i % 2 == 0 ? 10.0 : 2.0), count});
    }
    const auto known = batch_means(points);
    ASSERT_TRUE(known);
    EXPECT_NEAR((known->low + known->high) / 2, 4.0, 1e-9);
}

TEST(BatchMeans, a_constant_series_is_known_exactly) {
    const auto known = batch_means(per_second(std::vector<double>(60, 5.0)));
    ASSERT_TRUE(known);
    EXPECT_EQ(known->low, 5.0);
    EXPECT_EQ(known->high, 5.0);
    EXPECT_EQ(known->batches, 30U);
}

TEST(BatchMeans, use_fewer_batches_when_neighbours_depend_on_each_other) {
    Rng rng(11);
    EXPECT_EQ(batches_for(per_second(support::ar1(rng, 3600, 100, 5, 0.0))), 30U);
    std::vector<double> slow_wave;
    for (int i = 0; i < 3600; ++i) {
        slow_wave.push_back(100 + 5 * std::sin(i * 2 * std::numbers::pi / 1800));
    }
    EXPECT_LT(batches_for(per_second(slow_wave)), 30U);
}

TEST(BatchMeans, have_nothing_to_say_of_nine_points_or_of_no_transactions) {
    EXPECT_FALSE(batch_means(per_second(std::vector<double>(9, 1.0))));
    EXPECT_FALSE(batch_means(std::vector<RatioPoint>(50)));
}

}  // namespace
}  // namespace oltpsim::metrics
