// Ctrl-C and SIGTERM, caught once for all commands: the first asks for a clean stop, the second for a stop at once.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace oltpsim::phases {

/// How urgently the user wants to stop. Thread: all functions from any thread.
class StopToken {
public:
    /// 0 = go on, 1 = finish cleanly, 2 = at once.
    int level() const noexcept { return level_.load(std::memory_order_relaxed); }
    /// True once any stop was asked for; for loops that only poll.
    const std::atomic<bool>& flag() const noexcept { return flag_; }
    void request();
    /// `call` is run with the level at each further request, on the signal thread. Empty removes it.
    void on_request(std::function<void(int)> call);

private:
    std::atomic<int> level_{0};
    std::atomic<bool> flag_{false};
    std::mutex mutex_;
    std::function<void(int)> call_;
};

/// Routes SIGINT and SIGTERM into a token for as long as it lives. One per process.
class SignalGuard {
public:
    explicit SignalGuard(StopToken& token);
    ~SignalGuard();
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace oltpsim::phases
