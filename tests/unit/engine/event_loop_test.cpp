#include "core/rng.hpp"
#include "core/task.hpp"
#include "engine/blocking_thread.hpp"
#include "engine/event_loop.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace oltpsim::engine {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;

struct Alarm final : db::IoHandler {
    EventLoop* loop = nullptr;
    std::vector<TimePoint>* log = nullptr;
    bool last = false;
    void on_ready(std::uint32_t, TimePoint) override {}
    void on_timer(TimePoint now) override {
        log->push_back(now);
        if (last) {
            loop->stop();
        }
    }
};

TEST(EventLoop, a_virtual_clock_jumps_exactly_to_each_timer) {
    EventLoop loop(EventLoop::ClockKind::simulated);
    const TimePoint origin = loop.now();
    std::vector<TimePoint> log;
    std::vector<Alarm> alarms(3);
    const std::vector<Nanos> waits{hours{3}, microseconds{17}, milliseconds{200}};
    for (std::size_t i = 0; i < alarms.size(); ++i) {
        alarms[i].loop = &loop;
        alarms[i].log = &log;
        alarms[i].last = waits[i] == Nanos{hours{3}};
        loop.call_at(origin + waits[i], alarms[i]);
    }
    const TimePoint begun = steady_now();
    loop.run();
    EXPECT_LT(steady_now() - begun, std::chrono::seconds{2});
    const std::vector<TimePoint> expected{
        origin + microseconds{17}, origin + milliseconds{200}, origin + Nanos{hours{3}}
    };
    EXPECT_EQ(log, expected);
}

TEST(EventLoop, timers_fire_in_order_whatever_was_moved_or_cancelled) {
    EventLoop loop(EventLoop::ClockKind::simulated);
    const TimePoint origin = loop.now();
    std::vector<TimePoint> log;
    std::vector<Alarm> alarms(500);
    Rng rng(9);
    for (int round = 0; round < 5; ++round) {
        for (auto& alarm : alarms) {
            alarm.loop = &loop;
            alarm.log = &log;
            if (rng.below(4) == 0) {
                loop.cancel_timer(alarm);
            } else {
                loop.call_at(origin + Nanos{rng.between(1, 1'000'000)}, alarm);
            }
        }
    }
    Alarm end;
    end.loop = &loop;
    end.log = &log;
    end.last = true;
    loop.call_at(origin + milliseconds{2}, end);
    loop.run();
    EXPECT_GT(log.size(), 250U);
    EXPECT_TRUE(std::is_sorted(log.begin(), log.end()));
}

// On a real clock distant timers share an alarm that is set once, near ones have a time-out: none may be early or lost.
TEST(EventLoop, real_timers_near_and_far_come_in_order_and_never_early) {
    EventLoop loop;
    std::vector<TimePoint> log;
    std::vector<Alarm> alarms(7);
    for (auto& alarm : alarms) {
        alarm.loop = &loop;
        alarm.log = &log;
    }
    const TimePoint origin = loop.now();
    const std::vector<Nanos> first{
        milliseconds{400}, milliseconds{12}, microseconds{1300}, microseconds{300}
    };
    for (std::size_t i = 0; i < first.size(); ++i) {
        loop.call_at(origin + first[i], alarms[i]);
    }
    alarms[0].last = true;
    // While the alarm stands at 400 ms.
    std::thread other([&] {
        std::this_thread::sleep_for(milliseconds{16});
        loop.post([&] {
            loop.call_at(origin + milliseconds{24}, alarms[4]);
            loop.call_at(origin + milliseconds{32}, alarms[5]);
            loop.call_at(origin + milliseconds{22}, alarms[6]);
        });
    });
    loop.run();
    other.join();
    const std::vector<Nanos> due{
        microseconds{300},
        microseconds{1300},
        milliseconds{12},
        milliseconds{22},
        milliseconds{24},
        milliseconds{32},
        milliseconds{400}
    };
    ASSERT_EQ(log.size(), due.size());
    for (std::size_t i = 0; i < due.size(); ++i) {
        EXPECT_GE(log[i], origin + due[i]) << i;
    }
}

TEST(EventLoop, posts_from_other_threads_all_arrive) {
    EventLoop loop;
    int seen = 0;
    constexpr int kEach = 2'000;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < kEach; ++i) {
                loop.post([&] {
                    if (++seen == 3 * kEach) {
                        loop.stop();
                    }
                });
            }
        });
    }
    loop.run();
    for (auto& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(seen, 3 * kEach);
}

struct Reader final : db::IoHandler {
    EventLoop* loop = nullptr;
    int fd = -1;
    int reads = 0;
    void on_ready(std::uint32_t, TimePoint) override {
        char byte = 0;
        ASSERT_EQ(
            ::read(fd, &byte, 1), 1
        );  // one of several waiting: level-triggered readiness must come again
        if (++reads == 3) {
            loop->stop();
        }
    }
    void on_timer(TimePoint) override {}
};

TEST(EventLoop, readiness_is_level_triggered) {
    EventLoop loop;
    int pair[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    Reader reader;
    reader.loop = &loop;
    reader.fd = pair[0];
    loop.watch(pair[0], db::kReadable, reader);
    ASSERT_EQ(::write(pair[1], "abc", 3), 3);
    loop.run();
    EXPECT_EQ(reader.reads, 3);
    const LoopCounters counters = loop.take_counters();
    EXPECT_EQ(counters.events, 3U);
    EXPECT_EQ(counters.hold.count(), 3U);
    loop.unwatch(pair[0]);
    ::close(pair[0]);
    ::close(pair[1]);
}

Task<bool> hop_there_and_back(
    EventLoop& loop, BlockingThread& thread, std::vector<std::thread::id>& where
) {
    where.push_back(std::this_thread::get_id());
    co_await hop_to(thread);
    where.push_back(std::this_thread::get_id());
    co_await hop_back(loop);
    where.push_back(std::this_thread::get_id());
    loop.stop();
    co_return true;
}

TEST(BlockingThread, a_transaction_hops_to_its_thread_and_back) {
    EventLoop loop;
    BlockingThread thread(false);
    std::vector<std::thread::id> where;
    Task<bool> task = hop_there_and_back(loop, thread, where);
    task.start();
    loop.run();
    ASSERT_TRUE(task.done());
    ASSERT_EQ(where.size(), 3U);
    EXPECT_EQ(where[0], where[2]);
    EXPECT_NE(where[0], where[1]);
}

}  // namespace
}  // namespace oltpsim::engine
