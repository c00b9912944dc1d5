// The shard's loop: sockets (level-triggered epoll), precise timers, the 1 ms wheel and posts from other threads.
// One wake-up = pass 1: receive and stamp every ready connection; pass 2: proceed (encode and send, or resume).
// On a virtual clock it never sleeps while a timer is pending: time jumps to the next one. Decision 0008.
#pragma once

#include "db/io_loop.hpp"
#include "engine/timer_wheel.hpp"
#include "metrics/latency_histogram.hpp"

#include <atomic>
#include <coroutine>
#include <functional>
#include <mutex>
#include <vector>

namespace oltpsim::engine {

/// What the loop did since the last take_counters().
struct LoopCounters {
    std::uint64_t wakeups = 0;
    std::uint64_t events = 0;
    metrics::LatencyHistogram hold;  ///< wake-up → stamp of each reply of its batch
};

/// Thread: the one that calls run(); post() from any.
class EventLoop final : public db::IoLoop {
public:
    enum class ClockKind : std::uint8_t { real, simulated };
    explicit EventLoop(ClockKind clock = ClockKind::real);
    ~EventLoop() override;

    /// Runs until stop(). Errors: std::system_error when epoll itself fails.
    void run();
    /// Thread: any. run() returns after the current wake-up.
    void stop();
    /// Runs `task` on the loop's thread. Thread: any.
    void post(std::function<void()> task);
    /// Resumes `coroutine` on the loop's thread, stamped with its own arrival. Thread: any; used by blocking lanes.
    void post_resume(std::coroutine_handle<> coroutine);
    /// Resumes `coroutine` in the next wake-up; lets others in between. Thread: the loop's.
    void defer(std::coroutine_handle<> coroutine) { deferred_.push_back(coroutine); }

    TimePoint now() const noexcept override { return now_; }
    /// Reads the clock anew, for a boundary inside pass 2.
    TimePoint refresh() noexcept;
    bool is_virtual() const noexcept override { return virtual_; }
    void watch(int fd, std::uint32_t events, db::IoHandler& handler) override;
    void unwatch(int fd) noexcept override;
    void call_at(TimePoint when, db::IoHandler& handler) override;
    void cancel_timer(db::IoHandler& handler) noexcept override;
    void enqueue(db::Connection& connection) override { ready_.push_back(&connection); }
    /// A connection about to be destroyed must leave the queue.
    void forget(db::Connection& connection) noexcept;

    TimerWheel& wheel() noexcept { return wheel_; }
    /// Grows with every wake-up; equal values mean the same wake-up.
    std::uint64_t pass() const noexcept { return pass_; }
    LoopCounters take_counters();

private:
    struct Timer {
        TimePoint when;
        db::IoHandler* handler;
    };
    static constexpr int kBatch = 256;

    void wait();
    Nanos time_to_next() const noexcept;
    /// What is left of `timeout` to wait for with a time-out; negative: the alarm sees to it.
    Nanos set_alarm(Nanos timeout);
    void run_posts();
    void run_timers();
    void proceed_all();
    void sift_up(std::size_t at) noexcept;
    void sift_down(std::size_t at) noexcept;
    void place(std::size_t at, const Timer& timer) noexcept;
    void wake() noexcept;

    bool virtual_;
    TimePoint now_;
    TimerWheel wheel_;
    int epoll_;
    int wake_fd_;
    int alarm_fd_;
    TimePoint alarm_{};                     ///< when alarm_fd_ goes off, or went
    std::vector<db::IoHandler*> handlers_;  ///< by file descriptor; null = not watched
    std::vector<Timer> heap_;
    std::vector<db::Connection*> ready_, running_;
    std::vector<std::coroutine_handle<>> deferred_, resuming_;
    LoopCounters counters_;
    std::uint64_t pass_ = 0;

    std::atomic<bool> stopped_{false};
    std::mutex
        post_mutex_;  ///< guards the two queues below; never taken on an asynchronous transaction's path
    std::vector<std::function<void()>> posts_;
    std::vector<std::coroutine_handle<>> resumes_;
};

}  // namespace oltpsim::engine
