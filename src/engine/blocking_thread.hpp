// One thread for one connection of a blocking driver. A transaction's coroutine hops here, runs to its end
// without suspending, and hops back: two hops per transaction, never per statement. Decision 0001.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <coroutine>
#include <mutex>

namespace oltpsim::engine {

class EventLoop;

/// Thread: submit() from the loop; the coroutine then runs on this object's own thread.
class BlockingThread {
public:
    /// Stacks are small because there may be thousands; stated in the result's environment.
    static constexpr std::size_t kStackBytes = 512 * 1024;

    /// Errors: std::system_error when no thread can be made.
    explicit BlockingThread(bool batch_scheduling);
    BlockingThread(const BlockingThread&) = delete;
    BlockingThread& operator=(const BlockingThread&) = delete;
    /// Joins. Precondition: idle.
    ~BlockingThread();

    void submit(std::coroutine_handle<> coroutine);

private:
    static void* entry(void* self);
    void run();

    pthread_t thread_{};
    bool batch_scheduling_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::coroutine_handle<> next_;
    bool stopping_ = false;
};

/// Awaitable of hop_to().
struct HopTo {
    BlockingThread& thread;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> caller) const { thread.submit(caller); }
    void await_resume() const noexcept {}
};

/// Awaitable of hop_back().
struct HopBack {
    EventLoop& loop;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> caller) const;
    void await_resume() const noexcept {}
};

/// `co_await hop_to(thread);` continues on the blocking thread.
inline HopTo hop_to(BlockingThread& thread) noexcept { return {thread}; }
/// `co_await hop_back(loop);` continues on the loop's thread.
inline HopBack hop_back(EventLoop& loop) noexcept { return {loop}; }

}  // namespace oltpsim::engine
