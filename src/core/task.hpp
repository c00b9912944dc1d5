// Task<T>: a lazy coroutine that is awaited by exactly one parent. Frames come from malloc; nothing here
// knows threads: whoever resumes it, runs it. Transactions are Tasks that live while they hold a connection.
// Rules for g++ 12.2 (CONTRIBUTING, "Coroutines"): co_await only as a statement or as a local's initialiser.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace oltpsim {

/// A coroutine producing a T. Lifetime: the Task owns the frame; keep it until it is done.
template <typename T>
class [[nodiscard]] Task {
public:
    struct promise_type {
        std::optional<T> value;
        std::coroutine_handle<> parent = std::noop_coroutine();

        Task get_return_object() noexcept {
            return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        struct FinalAwaiter {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self
            ) const noexcept {
                return self.promise().parent;
            }
            void await_resume() const noexcept {}
        };
        FinalAwaiter final_suspend() const noexcept { return {}; }
        void return_value(T result) { value.emplace(std::move(result)); }
        /// Errors are values here; an exception in a transaction is a bug and ends the process loudly.
        void unhandled_exception() const noexcept { std::terminate(); }
    };

    Task() noexcept = default;
    Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
    Task& operator=(Task&& other) noexcept {
        if (this != &other) {
            destroy();
            frame_ = std::exchange(other.frame_, nullptr);
        }
        return *this;
    }
    ~Task() { destroy(); }

    /// Starts the coroutine from outside a coroutine; it runs until its first suspension.
    void start() { frame_.resume(); }
    /// Starts it with a parent that is resumed when it ends.
    void start(std::coroutine_handle<> parent) {
        frame_.promise().parent = parent;
        frame_.resume();
    }
    bool done() const noexcept { return frame_ && frame_.done(); }
    explicit operator bool() const noexcept { return static_cast<bool>(frame_); }
    /// The result. Precondition: done().
    T take() { return std::move(*frame_.promise().value); }

    auto operator co_await() noexcept {
        struct Awaiter {
            std::coroutine_handle<promise_type> frame;
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) const noexcept {
                frame.promise().parent = caller;
                return frame;
            }
            T await_resume() const { return std::move(*frame.promise().value); }
        };
        return Awaiter{frame_};
    }

private:
    explicit Task(std::coroutine_handle<promise_type> frame) noexcept : frame_(frame) {}
    void destroy() noexcept {
        if (frame_) {
            frame_.destroy();
            frame_ = nullptr;
        }
    }
    std::coroutine_handle<promise_type> frame_;
};

}  // namespace oltpsim
