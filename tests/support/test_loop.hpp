// A small IoLoop that drives connections one after the other, written apart from the engine's so that a driver is judged
// by the contract and not by what the engine happens to do. Thread: one.
#pragma once

#include "db/connection.hpp"
#include "db/io_loop.hpp"

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <vector>

namespace oltpsim::test {

class TestLoop final : public db::IoLoop {
public:
    enum class Clock : std::uint8_t { real, simulated };

    explicit TestLoop(Clock clock = Clock::real)
        : epoll_(epoll_create1(EPOLL_CLOEXEC)),
          virtual_(clock == Clock::simulated),
          now_(virtual_ ? TimePoint{} : steady_now()) {}
    TestLoop(const TestLoop&) = delete;
    TestLoop& operator=(const TestLoop&) = delete;
    ~TestLoop() override { ::close(epoll_); }

    TimePoint now() const noexcept override { return now_; }
    bool is_virtual() const noexcept override { return virtual_; }

    void watch(int fd, std::uint32_t events, db::IoHandler& handler) override {
        const bool known = handlers_.contains(fd);
        handlers_[fd] = &handler;
        epoll_event event{};
        event.events = events;
        event.data.fd = fd;
        ASSERT_EQ(epoll_ctl(epoll_, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event), 0)
            << "watch of a file descriptor that is closed or was closed without unwatch";
    }

    void unwatch(int fd) noexcept override {
        if (handlers_.erase(fd) > 0) {
            EXPECT_EQ(epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr), 0) << "close before unwatch";
        }
    }

    void call_at(TimePoint when, db::IoHandler& handler) override {
        cancel_timer(handler);
        timers_.emplace_back(when, &handler);
    }

    void cancel_timer(db::IoHandler& handler) noexcept override {
        std::erase_if(timers_, [&](const auto& timer) { return timer.second == &handler; });
    }

    void enqueue(db::Connection& connection) override { ready_.push_back(&connection); }

    /// Runs until none of them is busy, enforcing deadlines as the engine does. A connection that is still busy after
    /// `patience` fails the test.
    void drive(
        std::initializer_list<db::Connection*> connections,
        Nanos patience = std::chrono::seconds{60}
    ) {
        const TimePoint give_up = steady_now() + patience;
        const auto busy = [&] {
            return std::any_of(connections.begin(), connections.end(), [](auto* one) {
                return one->busy();
            });
        };
        while (busy()) {
            if (steady_now() > give_up) {
                ADD_FAILURE() << "the connection never finished";
                return;
            }
            turn(std::chrono::milliseconds{10});
            for (db::Connection* one : connections) {
                if (one->busy() && now_ > one->deadline()) {
                    one->abort(
                        one->is_open() ? db::ErrorClass::statement_timeout
                                       : db::ErrorClass::connect_failed
                    );
                }
            }
        }
    }

    /// Runs for this long, whatever happens.
    void run_for(Nanos duration) {
        const TimePoint end = (virtual_ ? now_ : steady_now()) + duration;
        while (now_ < end) {
            turn(end - now_);
        }
    }

    /// One wake-up: receive, timers, proceed. Waits at most this long.
    void turn(Nanos longest) {
        TimePoint next = now_ + longest;
        for (const auto& [when, handler] : timers_) {
            next = std::min(next, when);
        }
        const Nanos wait = ready_.empty() ? std::max(next - now_, Nanos::zero()) : Nanos::zero();
        epoll_event events[16];
        const int millis = virtual_ ? 0 : static_cast<int>((wait.count() + 999'999) / 1'000'000);
        const int count = epoll_wait(epoll_, events, 16, millis);
        now_ = virtual_ ? now_ + wait : steady_now();
        for (int i = 0; i < count; ++i) {
            if (const auto found = handlers_.find(events[i].data.fd); found != handlers_.end()) {
                found->second->on_ready(events[i].events, now_);
            }
        }
        fire_timers();
        const std::vector<db::Connection*> finished = std::exchange(ready_, {});
        for (db::Connection* one : finished) {
            one->proceed();
        }
    }

    std::size_t watched() const noexcept { return handlers_.size(); }
    std::size_t timers() const noexcept { return timers_.size(); }

private:
    void fire_timers() {
        for (;;) {
            const auto due = std::min_element(timers_.begin(), timers_.end());
            if (due == timers_.end() || due->first > now_) {
                return;
            }
            db::IoHandler* handler = due->second;
            timers_.erase(due);
            handler->on_timer(now_);
        }
    }

    int epoll_;
    bool virtual_;
    TimePoint now_;
    std::map<int, db::IoHandler*> handlers_;
    std::vector<std::pair<TimePoint, db::IoHandler*>> timers_;
    std::vector<db::Connection*> ready_;
};

}  // namespace oltpsim::test
