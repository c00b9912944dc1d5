// One shard = one thread + one loop + its slices of targets. Decision 0003.
// Commands come in by post(), samples and notices go out through ShardOutput, by value, once per second.
#pragma once

#include "engine/event_loop.hpp"
#include "engine/target_slice.hpp"
#include "engine/thread_usage.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace oltpsim::engine {

/// What leaves a shard. Thread: called on the shard's thread; the receiver queues.
struct ShardOutput {
    std::function<void(SliceNotice)> notice;
    /// All slices' samples of one second, and the loop's own cost in it.
    std::function<void(std::vector<metrics::IntervalSample>, metrics::ShardSample)> second;
    /// Everything has ended and its last samples are out.
    std::function<void()> done;
    /// The shard's thread died of a bug or of the kernel's refusal; the run must end.
    std::function<void(std::exception_ptr)> crashed;
};

class Shard {
public:
    /// `connect_window`: how long sessions may take to open before the slice reports itself late.
    Shard(
        std::uint32_t index,
        std::vector<SliceConfig> slices,
        EventLoop::ClockKind clock,
        Nanos connect_window,
        bool batch_scheduling,
        ShardOutput output
    );
    ~Shard();
    /// Stops and joins the loop's thread. False: a blocking library call never came back, so this object and that
    /// thread must be leaked, not destroyed.
    bool stop();

    /// Starts the thread and opens the sessions.
    void connect();
    /// The common start. On a virtual clock `start` is relative to the loop's own now.
    void begin(TimePoint start, Nanos precondition, Nanos sample, Nanos grace);
    /// Ctrl-C: nothing new starts from `after` the common start on, or from now if that is later.
    void cut_short(Nanos after, Nanos grace);
    /// The precondition ends early: the sample begins `after` the common start. Call it well before that moment.
    void begin_sample(Nanos after, Nanos sample, Nanos grace);
    /// SCHED_BATCH asked for and refused by the kernel? Valid once connect() has returned a notice.
    bool batch_refused() const noexcept { return batch_refused_.load(); }

private:
    class Ticker;  // parks itself on the wheel and calls back

    void thread_main();
    void sweep(TimePoint now);
    void start_seconds(const Schedule& schedule);
    void end_second();
    bool connects_settled() const;
    metrics::ShardSample measure_loop();

    std::uint32_t index_;
    std::vector<SliceConfig> configs_;
    Nanos connect_window_;
    bool batch_scheduling_;
    ShardOutput output_;
    std::atomic<bool> batch_refused_{false};
    EventLoop loop_;
    std::vector<std::unique_ptr<TargetSlice>> slices_;
    std::unique_ptr<Ticker> sweeper_, seconds_;
    TimePoint connect_started_{};
    TimePoint start_{};
    bool begun_ = false;
    bool window_over_ = false;
    bool done_ = false;
    bool stuck_ = false;
    std::uint64_t second_ = 0;
    TimePoint last_measure_{};
    std::unique_ptr<ThreadUsageReader> usage_reader_;
    std::optional<ThreadUsage> last_usage_;
    std::thread thread_;
};

}  // namespace oltpsim::engine
