#include "metrics/hdr_encoding.hpp"
#include "results/event_codec.hpp"
#include "results/percentile_curve.hpp"
#include "support/sample_run.hpp"
#include "support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

TEST(PercentileCurve, rises_from_the_lowest_to_the_highest_value) {
    metrics::LatencyHistogram histogram;
    for (int i = 1; i <= 10'000; ++i) {
        histogram.record(Nanos{i * 10'000});
    }
    const auto points = percentile_points(histogram);
    ASSERT_GT(points.size(), 50u);
    EXPECT_EQ(points.front().first, 0);
    EXPECT_DOUBLE_EQ(points.back().first, 99.99);
    EXPECT_NEAR(points.back().second, 100, 0.1);
    for (std::size_t i = 1; i < points.size(); ++i) {
        EXPECT_LT(points[i - 1].first, points[i].first);
        EXPECT_LE(points[i - 1].second, points[i].second);
        EXPECT_NEAR(points[i].second, points[i].first, 0.15);  // the p-th percentile is p ms here
    }
}

TEST(PercentileCurve, a_single_transaction_is_one_point_and_none_is_nothing) {
    metrics::LatencyHistogram histogram;
    EXPECT_TRUE(percentile_points(histogram).empty());
    histogram.record(Nanos{5'000'000});
    const auto points = percentile_points(histogram);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points.front().second, 5, 0.01);
}

TEST(PercentileCurve, a_result_carries_the_histogram_of_its_sample) {
    const auto run = support::sound_run(2);
    const auto& target = run.steps.front().targets.front();
    const auto histogram = response_histogram(target);
    ASSERT_TRUE(histogram);
    EXPECT_EQ(histogram->count(), target.outcomes.committed);
    EXPECT_NEAR(to_millis(histogram->quantile(0.99)), *target.response.p99_ms, 1e-9);
    TargetResult damaged;
    damaged.response_histogram = "not base64!";
    EXPECT_FALSE(response_histogram(damaged));
    EXPECT_FALSE(response_histogram(TargetResult{}));
}

TEST(ReadEvents, reads_back_what_was_written_and_leaves_out_what_is_torn) {
    const support::ScratchDir root;
    metrics::RunEvent event;
    event.utc = "2026-11-30T16:00:00Z";
    event.at_s = 12.5;
    event.step = "4 VMs";
    event.target = "vm01";
    event.kind = "outage_start";
    event.detail = "connection_lost";
    support::put(root / "e.jsonl", encode_event(event) + encode_event(event) + "{\"utc\": \"2026");
    const auto file = read_events(root / "e.jsonl", 1);
    ASSERT_EQ(file.events.size(), 1u);
    EXPECT_EQ(file.events[0].at_s, 12.5);
    EXPECT_EQ(file.events[0].kind, "outage_start");
    EXPECT_EQ(file.events[0].target, "vm01");
    EXPECT_EQ(file.more, 2u);
    EXPECT_EQ(read_events(root / "e.jsonl").events.size(), 2u);
    EXPECT_TRUE(read_events(root / "none").events.empty());
}

}  // namespace
}  // namespace oltpsim::results
