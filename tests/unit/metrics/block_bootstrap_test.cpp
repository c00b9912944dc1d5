// Known answers for percentiles, and what blocks of a sample hold.
#include "metrics/block_bootstrap.hpp"
#include "support/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace oltpsim::metrics {
namespace {

/// Response times are log-normal around a level that wanders from second to second.
std::vector<SampleBlock> wandering_sample(Rng& rng, std::uint64_t seconds, double correlation) {
    BlockRecorder recorder(seconds);
    const auto level = support::ar1(rng, seconds, 0, 0.15, correlation);
    for (std::uint64_t s = 0; s < seconds; ++s) {
        LatencyHistogram response;
        for (int i = 0; i < 30; ++i) {
            const double ms = 5 * std::exp(level[s] + 0.4 * support::normal(rng));
            response.record(Nanos{static_cast<std::int64_t>(ms * 1e6)});
        }
        recorder.add(s, response);
    }
    return recorder.finish(static_cast<double>(seconds));
}

TEST(BlockBootstrap, intervals_of_p99_hold_the_truth_in_95_percent) {
    // ln x is normal with variance 0.15² + 0.4²; its 99th percentile lies 2.3263 deviations up.
    const double truth = 5 * std::exp(2.3263479 * std::sqrt(0.15 * 0.15 + 0.4 * 0.4));
    const double q[] = {0.99};
    Rng rng(5);
    int held = 0;
    constexpr int kRuns = 300;
    for (int run = 0; run < kRuns; ++run) {
        const auto seconds = wandering_sample(rng, 240, 0.5);
        const auto blocks = joined_to(seconds, independent_count(seconds));
        const auto draws = draw_percentiles(blocks, q, 400);
        ASSERT_EQ(draws.size(), 1U);
        SampleBlock all;
        for (const auto& block : blocks) {
            all = joined(all, block);
        }
        const double printed = draw_percentiles(std::vector{all}, q, 1)[0][0];
        const auto known =
            interval_of_draws(draws[0], printed, blocks.size(), left_correlation(blocks));
        ASSERT_TRUE(known);
        held += known->low <= truth && truth <= known->high ? 1 : 0;
    }
    EXPECT_GE(held, kRuns * 0.92);
    EXPECT_LE(held, kRuns * 0.98);
}

TEST(BlockBootstrap, the_same_blocks_give_the_same_draws) {
    Rng rng(9);
    const auto blocks = wandering_sample(rng, 60, 0.2);
    const double q[] = {0.5, 0.99};
    EXPECT_EQ(draw_percentiles(blocks, q, 50), draw_percentiles(blocks, q, 50));
}

TEST(BlockBootstrap, equal_blocks_leave_no_doubt_but_the_histograms_own) {
    BlockRecorder recorder(20);
    LatencyHistogram response;
    for (int i = 1; i <= 1000; ++i) {
        response.record(Nanos{i * 10'000});
    }
    for (std::uint64_t s = 0; s < 20; ++s) {
        recorder.add(s, response);
    }
    const double q[] = {0.99};
    const auto blocks = recorder.finish(20);
    const auto draws = draw_percentiles(blocks, q, 100);
    const auto known = interval_of_draws(draws[0], 9.9, blocks.size());
    ASSERT_TRUE(known);
    EXPECT_NEAR(known->low, 9.9, 0.02);
    EXPECT_NEAR(known->high, 9.9, 0.02);
}

TEST(BlockBootstrap, has_nothing_to_say_without_transactions) {
    const double q[] = {0.99};
    EXPECT_TRUE(draw_percentiles(std::vector<SampleBlock>(20), q).empty());
    EXPECT_EQ(independent_count(std::vector<SampleBlock>(20)), 0U);
    EXPECT_FALSE(interval_of_draws({}, 1, 20));
}

TEST(BinCounts, hold_every_value_in_bins_of_one_128th) {
    Rng rng(3);
    LatencyHistogram all;
    BinCounts merged;
    for (int part = 0; part < 3; ++part) {
        LatencyHistogram one;
        for (int i = 0; i < 500; ++i) {
            one.record(Nanos{static_cast<std::int64_t>(1 + rng.below(1ULL << (5 + 12 * part)))});
        }
        one.record_raw(7, 1ULL << 40);  // more than 32 bits
        all.merge(one);
        merged.merge(BinCounts(one));
    }
    const auto bins = merged.bins();
    const auto at_once = BinCounts(all).bins();
    ASSERT_EQ(bins.size(), at_once.size());
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        EXPECT_EQ(bins[i].number, at_once[i].number);
        EXPECT_EQ(bins[i].count, at_once[i].count);
        count += bins[i].count;
        const double low = BinCounts::lowest_ns(bins[i].number);
        EXPECT_LE(BinCounts::width_ns(bins[i].number), std::max(8.0, low / 128));
        EXPECT_TRUE(i == 0 || low > BinCounts::lowest_ns(bins[i - 1].number));
    }
    EXPECT_EQ(count, all.count());
}

TEST(BinCounts, of_three_hours_of_a_vm_take_less_than_150_kilobytes) {
    Rng rng(4);
    BlockRecorder recorder(3 * 3600);
    for (std::uint64_t s = 0; s < 3 * 3600; ++s) {
        LatencyHistogram response;
        for (int i = 0; i < 100; ++i) {  // log-normal: 99 % within a factor of 13
            const double ms = 5 * std::exp(0.5 * support::normal(rng));
            response.record(Nanos{static_cast<std::int64_t>(ms * 1e6)});
        }
        recorder.add(s, response);
    }
    std::size_t bytes = 0;
    for (const auto& block : recorder.finish(3 * 3600)) {
        bytes += sizeof(block) + block.responses.memory_bytes();
    }
    EXPECT_LT(bytes, 150'000U);
}

LatencyHistogram some(std::uint64_t times) {
    LatencyHistogram response;
    response.record_raw(2'000'000, times);
    return response;
}

TEST(SampleBlocks, hold_every_transaction_of_a_long_sample_in_at_most_60_blocks) {
    BlockRecorder recorder(3601);
    std::uint64_t recorded = 0;
    for (std::uint64_t s = 0; s < 3610; ++s) {  // the last ones are stragglers of the grace
        recorder.add(s, some(s % 7));
        recorded += s % 7;
    }
    const auto blocks = recorder.finish(3601);
    EXPECT_LE(blocks.size(), BlockRecorder::kMostBlocks);
    std::uint64_t count = 0;
    double seconds = 0;
    for (const auto& block : blocks) {
        count += block.count;
        seconds += block.seconds;
        EXPECT_DOUBLE_EQ(block.sum_ns, 2e6 * static_cast<double>(block.count));
    }
    EXPECT_EQ(count, recorded);
    EXPECT_NEAR(seconds, 3601, 1e-9);
}

TEST(SampleBlocks, a_silent_stretch_is_a_block_without_transactions) {
    BlockRecorder recorder(10);
    recorder.add(0, some(3));
    recorder.add(9, some(3));
    const auto blocks = recorder.finish(10);
    ASSERT_EQ(blocks.size(), 10U);
    EXPECT_EQ(blocks[5].count, 0U);
    EXPECT_EQ(blocks[5].seconds, 1);
}

TEST(SampleBlocks, a_sample_that_was_cut_short_keeps_its_transactions) {
    BlockRecorder recorder(50);
    for (std::uint64_t s = 0; s < 8; ++s) {
        recorder.add(s, some(1));
    }
    const auto blocks = recorder.finish(5.5);
    ASSERT_EQ(blocks.size(), 6U);
    EXPECT_EQ(blocks.back().count, 3U);
    EXPECT_NEAR(blocks.back().seconds, 0.5, 1e-9);
}

}  // namespace
}  // namespace oltpsim::metrics
