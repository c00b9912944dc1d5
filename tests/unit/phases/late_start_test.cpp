// A shard that hears of the common start only after it has passed, as on a machine that is busy with something else.
#include "engine/shard.hpp"
#include "engine/sizing.hpp"
#include "support/step_harness.hpp"

#include <gtest/gtest.h>

#include <future>

namespace oltpsim::engine {
namespace {

TEST(LateStart, clients_without_think_time_start_at_once) {
    support::StepHarness harness;
    harness.plan.virtual_clock = false;
    harness.add("simulated:?latency_ms=1", 2);
    auto parts = partition(harness.plan, harness.step, harness.bound, 1);
    ASSERT_EQ(parts.size(), 1u);

    std::promise<void> open;
    std::promise<void> done;
    std::uint64_t committed = 0;  // written on the shard's thread, read after done
    ShardOutput output;
    output.notice = [&](const SliceNotice& notice) {
        if (notice.kind == SliceNotice::Kind::connected) {
            open.set_value();
        }
    };
    output.second = [&](const std::vector<metrics::IntervalSample>& samples,
                        const metrics::ShardSample&) {
        for (const auto& sample : samples) {
            committed += sample.committed();
        }
    };
    output.done = [&] { done.set_value(); };
    output.crashed = [](const std::exception_ptr&) { std::abort(); };
    Shard shard(
        0,
        std::move(parts[0]),
        EventLoop::ClockKind::real,
        std::chrono::seconds{10},
        false,
        std::move(output)
    );
    shard.connect();
    open.get_future().wait();
    shard.begin(
        steady_now() - std::chrono::milliseconds{50},
        Nanos::zero(),
        std::chrono::milliseconds{200},
        std::chrono::seconds{1}
    );
    ASSERT_EQ(done.get_future().wait_for(std::chrono::seconds{30}), std::future_status::ready);
    shard.stop();
    EXPECT_GT(committed, 10u);
}

}  // namespace
}  // namespace oltpsim::engine
