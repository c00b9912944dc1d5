#include "metrics/latency_histogram.hpp"

#include <gtest/gtest.h>

namespace oltpsim::metrics {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

void expect_near_share(Nanos found, Nanos wanted, double share) {
    EXPECT_NEAR(to_seconds(found), to_seconds(wanted), to_seconds(wanted) * share);
}

TEST(LatencyHistogram, follows_hdr_histogram_indices) {
    EXPECT_EQ(LatencyHistogram::index_of(0), 0u);
    EXPECT_EQ(LatencyHistogram::index_of(2047), 2047u);
    EXPECT_EQ(LatencyHistogram::index_of(2048), 2048u);
    EXPECT_EQ(LatencyHistogram::index_of(2049), 2048u);
    EXPECT_EQ(LatencyHistogram::index_of(4095), 3071u);
    EXPECT_EQ(LatencyHistogram::index_of(4096), 3072u);
    EXPECT_EQ(
        LatencyHistogram::index_of(LatencyHistogram::kHighest), LatencyHistogram::kLength - 1
    );
}

TEST(LatencyHistogram, index_and_bounds_are_inverse) {
    for (std::uint32_t i = 0; i < LatencyHistogram::kLength; ++i) {
        const auto low = LatencyHistogram::lowest_of(i);
        const auto high = low + LatencyHistogram::width_of(i) - 1;
        ASSERT_EQ(LatencyHistogram::index_of(low), i);
        ASSERT_EQ(LatencyHistogram::index_of(high), i);
    }
}

TEST(LatencyHistogram, quantiles_stay_in_order_for_few_equal_samples) {
    for (const int samples : {1, 2, 100}) {
        LatencyHistogram h;
        for (int i = 0; i < samples; ++i) {
            h.record(Nanos{1'234'567});
        }
        for (const double q : {0.0, 0.5, 0.95, 0.99, 0.999, 1.0}) {
            EXPECT_EQ(h.quantile(q), Nanos{1'234'567}) << samples << " samples, q " << q;
        }
    }
}

TEST(LatencyHistogram, quantiles_stay_in_order_for_two_far_values) {
    LatencyHistogram h;
    h.record(microseconds{1});
    h.record(seconds{3000});
    EXPECT_EQ(h.minimum(), microseconds{1});
    EXPECT_EQ(h.quantile(0.5), microseconds{1});
    EXPECT_EQ(h.quantile(0.95), Nanos{seconds{3000}});
    EXPECT_EQ(h.maximum(), Nanos{seconds{3000}});
}

TEST(LatencyHistogram, rank_is_not_raised_by_rounding) {
    LatencyHistogram h;
    for (int i = 1; i <= 100; ++i) {
        h.record(Nanos{i});
    }
    for (int percent = 1; percent <= 100; ++percent) {
        EXPECT_EQ(h.quantile(percent / 100.0).count(), percent);
    }
}

TEST(LatencyHistogram, does_not_pin_percentiles_at_a_limit_of_100_seconds) {
    LatencyHistogram h;
    h.record_raw(2'000'000, 9'800);
    h.record_raw(150'000'000'000, 200);
    expect_near_share(h.quantile(0.99), seconds{150}, 0.001);
    EXPECT_EQ(h.maximum(), Nanos{seconds{150}});
    EXPECT_EQ(h.saturated(), 0u);
}

TEST(LatencyHistogram, tells_microseconds_apart) {
    LatencyHistogram h;
    for (int i = 0; i < 10'000; ++i) {
        h.record(Nanos{150'000 + 10 * i});
    }
    expect_near_share(h.quantile(0.5), microseconds{200}, 0.001);
    expect_near_share(h.quantile(0.99), microseconds{249}, 0.001);
}

TEST(LatencyHistogram, keeps_stragglers_of_one_machine_in_the_merged_percentile) {
    LatencyHistogram fast, slow;
    fast.record_raw(1'000'000, 98'000);
    slow.record_raw(100'000'000, 2'000);
    LatencyHistogram fleet = fast;
    fleet.merge(slow);
    expect_near_share(fleet.quantile(0.99), milliseconds{100}, 0.001);
    EXPECT_NEAR(fleet.mean(), 2.98e6, 1.0);
    expect_near_share(fast.quantile(0.99), milliseconds{1}, 0.001);
}

TEST(LatencyHistogram, counts_values_beyond_its_range_and_keeps_their_maximum) {
    LatencyHistogram h;
    const Nanos far = std::chrono::hours{30};
    h.record(milliseconds{1});
    h.record(far);
    EXPECT_EQ(h.saturated(), 1u);
    EXPECT_EQ(h.maximum(), far);
    EXPECT_EQ(h.quantile(0.99), far);
    EXPECT_DOUBLE_EQ(h.mean(), (1e6 + static_cast<double>(far.count())) / 2);
}

TEST(LatencyHistogram, counts_negative_values_as_zero) {
    LatencyHistogram h;
    h.record(Nanos{-5});
    EXPECT_EQ(h.minimum(), Nanos{0});
    EXPECT_EQ(h.count_at(0), 1u);
}

TEST(LatencyHistogram, is_empty_and_usable_after_being_moved_out) {
    LatencyHistogram h;
    h.record(milliseconds{5});
    const LatencyHistogram taken = std::move(h);
    EXPECT_EQ(taken.count(), 1u);
    EXPECT_TRUE(h.empty());  // NOLINT(bugprone-use-after-move): the contract under test
    h.record(milliseconds{7});
    EXPECT_EQ(h.count(), 1u);
    EXPECT_EQ(h.minimum(), Nanos{milliseconds{7}});
}

TEST(LatencyHistogram, forgets_everything_when_cleared) {
    LatencyHistogram h;
    h.record(milliseconds{5});
    h.clear();
    EXPECT_TRUE(h.empty());
    EXPECT_EQ(h.used_length(), 0u);
    h.record(milliseconds{1});
    EXPECT_EQ(h.maximum(), Nanos{milliseconds{1}});
}

TEST(LatencyHistogram, costs_a_page_per_magnitude_only) {
    LatencyHistogram h;
    EXPECT_LT(h.memory_bytes(), 512u);
    for (int i = 0; i < 1000; ++i) {
        h.record(Nanos{9'000'000 + i});
    }
    EXPECT_LT(h.memory_bytes(), 10'000u);
}

}  // namespace
}  // namespace oltpsim::metrics
