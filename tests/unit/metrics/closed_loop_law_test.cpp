#include "metrics/closed_loop_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oltpsim::metrics {
namespace {

/// The published SQL Server test: 15,000 users, 4.743 s between transactions, 3,159 TPS per VM at 5 ms.
ClosedLoop published() {
    ClosedLoop loop;
    loop.clients = 15'000;
    loop.seconds = 1800;
    loop.cycles = 5'686'200;
    loop.busy_total = std::chrono::milliseconds{5} * 5'686'200;
    loop.think_total = std::chrono::milliseconds{4743} * 5'686'200;
    return loop;
}

TEST(ClosedLoopLaw, published_numbers_obey_it) {
    const auto residual = law_residual(published());
    ASSERT_TRUE(residual.has_value());
    EXPECT_LT(std::abs(*residual), 0.001);
}

TEST(ClosedLoopLaw, latency_that_leaves_out_waiting_breaks_it) {
    ClosedLoop loop;
    loop.clients = 32;
    loop.seconds = 60;
    loop.cycles = 192'000;                                         // 3,200 TPS: 10 ms a cycle
    loop.busy_total = std::chrono::microseconds{9'000} * 192'000;  // 1 ms of it was not counted
    const auto residual = law_residual(loop);
    ASSERT_TRUE(residual.has_value());
    EXPECT_NEAR(*residual, -0.1, 1e-9);
    LatencyHistogram response;
    response.record_raw(9'000'000, 192'000);
    EXPECT_GT(std::abs(*residual), law_allowance(loop, response));
}

TEST(ClosedLoopLaw, allowance_is_half_a_percent_in_a_long_sample) {
    LatencyHistogram response;
    response.record_raw(5'000'000, 1000);
    EXPECT_NEAR(law_allowance(published(), response), 0.005, 0.0001);
}

TEST(ClosedLoopLaw, edge_deviation_of_exponential_cycles_is_their_mean) {
    LatencyHistogram response;
    response.record_raw(1'000, 1000);
    EXPECT_NEAR(edge_deviation(response, 4.743), 4.743, 0.01);
}

TEST(ClosedLoopLaw, edge_deviation_of_equal_cycles_is_that_of_a_uniform_rest) {
    LatencyHistogram response;
    response.record_raw(10'000'000, 1000);
    EXPECT_NEAR(edge_deviation(response, 0), 0.010 / std::sqrt(12.0), 1e-5);
}

TEST(ClosedLoopLaw, allowance_grows_when_cycles_are_as_long_as_the_window) {
    ClosedLoop loop = published();
    loop.clients = 50;
    loop.seconds = 5;
    LatencyHistogram response;
    response.record_raw(1'000'000, 1000);
    EXPECT_GT(law_allowance(loop, response), 0.1);
}

TEST(ClosedLoopLaw, allowance_for_waits_that_clients_share_does_not_shrink_with_their_number) {
    ClosedLoop loop;
    loop.cycles = 1000;
    loop.seconds = 15;
    LatencyHistogram response;
    response.record_raw(10'000'000, 900);
    response.record_raw(500'000'000, 100);
    loop.clients = 4;
    const double few = law_allowance(loop, response);
    loop.clients = 10'000;
    EXPECT_GT(law_allowance(loop, response), 0.6 * few);
    EXPECT_GT(law_allowance(loop, response), 0.02);
}

TEST(ClosedLoopLaw, has_no_residual_without_cycles_clients_or_time) {
    ClosedLoop loop = published();
    loop.cycles = 0;
    EXPECT_FALSE(law_residual(loop).has_value());
    loop = published();
    loop.clients = 0;
    EXPECT_FALSE(law_residual(loop).has_value());
    loop = published();
    loop.seconds = 0;
    EXPECT_FALSE(law_residual(loop).has_value());
}

TEST(ClosedLoopLaw, targets_add_up_over_the_same_window) {
    ClosedLoop all = published();
    all += published();
    EXPECT_EQ(all.clients, 30'000u);
    EXPECT_EQ(all.seconds, 1800);
    EXPECT_NEAR(*law_residual(all), *law_residual(published()), 1e-12);
}

}  // namespace
}  // namespace oltpsim::metrics
