#include "core/rng.hpp"
#include "engine/timer_wheel.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace oltpsim::engine {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kOrigin{seconds{100}};

struct Probe final : WheelTimer {
    std::vector<TimePoint> fired;
    void fire(TimePoint now) override { fired.push_back(now); }
};

TEST(TimerWheel, fires_at_the_tick_and_never_before) {
    TimerWheel wheel(kOrigin);
    Probe probe;
    wheel.park(probe, wheel.tick_up(kOrigin + microseconds{1500}));
    wheel.advance(kOrigin + microseconds{1999});
    EXPECT_TRUE(probe.fired.empty());
    wheel.advance(kOrigin + milliseconds{2});
    ASSERT_EQ(probe.fired.size(), 1U);
    EXPECT_FALSE(probe.parked());
    EXPECT_EQ(wheel.parked(), 0U);
}

TEST(TimerWheel, keeps_later_rounds_of_a_slot_for_later) {
    TimerWheel wheel(kOrigin);
    Probe near;
    Probe far;
    const TimePoint round = kOrigin + milliseconds{TimerWheel::kSlots};
    wheel.park(near, wheel.tick_up(kOrigin + milliseconds{7}));
    wheel.park(far, wheel.tick_up(round + milliseconds{7}));
    wheel.advance(kOrigin + milliseconds{8});
    EXPECT_EQ(near.fired.size(), 1U);
    EXPECT_TRUE(far.fired.empty());
    wheel.advance(round + milliseconds{6});
    EXPECT_TRUE(far.fired.empty());
    wheel.advance(round + milliseconds{7});
    EXPECT_EQ(far.fired.size(), 1U);
}

TEST(TimerWheel, next_due_names_the_first_used_slot) {
    TimerWheel wheel(kOrigin);
    EXPECT_FALSE(wheel.next_due().has_value());
    Probe probe;
    wheel.park(probe, wheel.tick_up(kOrigin + milliseconds{20'000}));
    ASSERT_TRUE(wheel.next_due().has_value());
    EXPECT_EQ(*wheel.next_due(), kOrigin + milliseconds{20'000});
}

TEST(TimerWheel, survives_a_stall_of_many_rounds) {
    TimerWheel wheel(kOrigin);
    std::vector<Probe> probes(2'000);
    Rng rng(5);
    for (auto& probe : probes) {
        wheel.park(probe, wheel.tick_up(kOrigin + Nanos{rng.between(0, Nanos{hours{1}}.count())}));
    }
    wheel.advance(kOrigin + hours{2});
    for (const auto& probe : probes) {
        EXPECT_EQ(probe.fired.size(), 1U);
    }
}

TEST(TimerWheel, a_zero_wait_never_fires_within_the_same_tick) {
    TimerWheel wheel(kOrigin);
    struct Restless final : WheelTimer {
        TimerWheel* wheel = nullptr;
        int count = 0;
        void fire(TimePoint now) override {
            ++count;
            wheel->park(*this, wheel->tick_up(now));
        }
    } restless;
    restless.wheel = &wheel;
    wheel.park(restless, wheel.tick_up(kOrigin));
    wheel.advance(kOrigin + milliseconds{10});
    EXPECT_LE(restless.count, 10);
    wheel.clear();
    EXPECT_FALSE(restless.parked());
}

TEST(TimerWheel, unbiased_rounding_keeps_the_mean_think_time) {
    const TimerWheel wheel(kOrigin);
    Rng rng(11);
    double planned = 0;
    double ticked = 0;
    constexpr int kDraws = 200'000;
    for (int i = 0; i < kDraws; ++i) {
        const Nanos think{rng.between(20'000'000, 60'000'000)};
        planned += to_millis(think);
        ticked += static_cast<double>(wheel.tick_unbiased(kOrigin + think, rng.unit()));
    }
    // One tick is 1 ms; the standard error of the mean of 200,000 roundings is below 0.001 ms.
    EXPECT_NEAR(ticked / kDraws, planned / kDraws, 0.005);
}

TEST(TimerWheel, random_waits_fire_in_time_and_order_of_ticks) {
    TimerWheel wheel(kOrigin);
    Rng rng(3);
    struct Stamped final : WheelTimer {
        TimePoint due;
        std::vector<TimePoint>* log = nullptr;
        void fire(TimePoint now) override {
            EXPECT_GE(now, due);
            log->push_back(due);
        }
    };
    std::vector<Stamped> timers(5'000);
    std::vector<TimePoint> log;
    for (auto& timer : timers) {
        const std::uint64_t tick = wheel.tick_up(kOrigin + Nanos{rng.between(1, 90'000'000'000)});
        timer.due = wheel.time_of(tick);
        timer.log = &log;
        wheel.park(timer, tick);
    }
    for (TimePoint now = kOrigin; now < kOrigin + seconds{91};
         now += Nanos{rng.between(100'000, 3'000'000)}) {
        wheel.advance(now);
    }
    ASSERT_EQ(log.size(), timers.size());
    EXPECT_TRUE(std::is_sorted(log.begin(), log.end()));
}

}  // namespace
}  // namespace oltpsim::engine
