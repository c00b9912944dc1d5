// Think times too short for the 1 ms wheel: a small heap on one precise timer, so that their mean stays exact.
#pragma once

#include "engine/event_loop.hpp"
#include "engine/virtual_client.hpp"

#include <queue>
#include <vector>

namespace oltpsim::engine {

/// Thread: the loop's.
class ShortThinks final : public db::IoHandler {
public:
    /// Below this the wheel's tick would bias the mean.
    static constexpr Nanos kLimit = std::chrono::milliseconds{10};

    explicit ShortThinks(EventLoop& loop) : loop_(loop) {}
    ~ShortThinks() override { loop_.cancel_timer(*this); }

    void park(VirtualClient& client) {
        waiting_.push({client.intended, &client});
        loop_.call_at(waiting_.top().when, *this);
    }
    void on_ready(std::uint32_t, TimePoint) override {}
    void on_timer(TimePoint now) override {
        while (!waiting_.empty() && waiting_.top().when <= now) {
            VirtualClient* client = waiting_.top().client;
            waiting_.pop();
            client->fire(now);
        }
        if (!waiting_.empty()) {
            loop_.call_at(waiting_.top().when, *this);
        }
    }

private:
    struct Entry {
        TimePoint when;
        VirtualClient* client;
        bool operator<(const Entry& other) const noexcept { return when > other.when; }
    };
    EventLoop& loop_;
    std::priority_queue<Entry> waiting_;
};

}  // namespace oltpsim::engine
