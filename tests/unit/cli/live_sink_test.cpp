// The live line of a second: sums over targets, percentiles of the merged histogram, "n/a" where there is no figure.
#include "cli/live_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::cli {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

metrics::IntervalSample sample_of(std::uint64_t count, Nanos latency, std::uint64_t failed) {
    metrics::IntervalSample sample;
    sample.by_type.resize(1);
    for (std::uint64_t i = 0; i < count; ++i) {
        sample.by_type[0].response.record(latency);
    }
    sample.by_type[0].outcomes.committed = count;
    sample.by_type[0].outcomes.failed = failed;
    return sample;
}

TEST(SecondLine, merges_targets_instead_of_averaging_their_percentiles) {
    const std::vector<metrics::IntervalSample> targets{
        sample_of(980, 1ms, 0), sample_of(20, 100ms, 3)
    };
    const std::string line = second_line("sample", 12s, 60s, targets);
    EXPECT_THAT(line, HasSubstr("sample 12 s of 1 min, 48 s left"));
    EXPECT_THAT(line, HasSubstr("TPS 1,000"));
    EXPECT_THAT(line, HasSubstr("avg 2.98 ms"));
    EXPECT_THAT(line, testing::ContainsRegex("p99 (99\\.9|100\\.0)"));
    EXPECT_THAT(line, HasSubstr("errors/s 3"));
}

TEST(SecondLine, says_na_when_nothing_was_committed) {
    const std::vector<metrics::IntervalSample> targets{sample_of(0, 0s, 5)};
    const std::string line = second_line("precondition", 1s, 2h, targets);
    EXPECT_THAT(line, HasSubstr("TPS 0  avg n/a  p99 n/a  errors/s 5"));
}

}  // namespace
}  // namespace oltpsim::cli
