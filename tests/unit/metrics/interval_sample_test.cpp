#include "metrics/interval_sample.hpp"

#include <gtest/gtest.h>

namespace oltpsim::metrics {
namespace {

IntervalSample sample_of(std::size_t types, std::uint64_t committed_each) {
    IntervalSample s;
    s.by_type.resize(types);
    for (std::size_t i = 0; i < types; ++i) {
        s.by_type[i].outcomes.committed = committed_each;
        s.by_type[i].outcomes.failed = 1;
        s.by_type[i].response.record_raw(1'000'000 * (i + 1), committed_each);
    }
    s.cycles = types * (committed_each + 1);
    s.busy_total = Nanos{10};
    s.think_total = Nanos{20};
    s.errors[1] = types;
    s.reconnects = 2;
    return s;
}

TEST(IntervalSample, merge_adds_every_count_and_histogram) {
    IntervalSample a = sample_of(2, 10);
    a.merge(sample_of(2, 5));
    EXPECT_EQ(a.committed(), 30u);
    EXPECT_EQ(a.outcomes().failed, 4u);
    EXPECT_EQ(a.outcomes().scheduled(), 34u);
    EXPECT_EQ(a.merged_response().count(), 30u);
    EXPECT_EQ(a.cycles, 34u);
    EXPECT_EQ(a.busy_total, Nanos{20});
    EXPECT_EQ(a.think_total, Nanos{40});
    EXPECT_EQ(a.errors[1], 4u);
    EXPECT_EQ(a.reconnects, 4u);
}

TEST(IntervalSample, merge_into_an_empty_sample_takes_all_types) {
    IntervalSample a;
    a.merge(sample_of(3, 7));
    ASSERT_EQ(a.by_type.size(), 3u);
    EXPECT_EQ(a.by_type[2].outcomes.committed, 7u);
}

TEST(IntervalSample, phases_have_names) {
    EXPECT_EQ(to_string(Phase::warm), "warm");
    EXPECT_EQ(to_string(Phase::precondition), "precondition");
    EXPECT_EQ(to_string(Phase::sample), "sample");
}

}  // namespace
}  // namespace oltpsim::metrics
