#include "report/terminal/live_line.hpp"
#include "support/step_outcomes.hpp"

#include <gtest/gtest.h>

namespace oltpsim::report::terminal {
namespace {

using metrics::IntervalSample;
using metrics::Phase;

TEST(LiveLine, sums_targets_and_shows_time_gone_and_left) {
    std::vector<IntervalSample> targets(2);
    support::commit(targets[0], 1'000'000, 900);
    support::commit(targets[1], 3'000'000, 900);
    targets[1].by_type[0].outcomes.failed = 2;
    EXPECT_EQ(
        live_line("2 VMs", 65, 3535, Phase::sample, targets),
        "2 VMs  sample  00:01:05 / 00:58:55 left  1,800 TPS  avg 2.000 ms  p99 2.999 ms  2 errors/s"
    );
}

TEST(LiveLine, a_second_without_commits_has_no_latency) {
    const std::vector<IntervalSample> targets(2);
    EXPECT_EQ(
        live_line("2 VMs", 1, -1, Phase::precondition, targets),
        "2 VMs  precondition  00:00:01 / --:--:-- left  0 TPS  avg n/a ms  p99 n/a ms  0 errors/s"
    );
}

}  // namespace
}  // namespace oltpsim::report::terminal
