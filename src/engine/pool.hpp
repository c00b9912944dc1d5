// A target's connections on one shard, and who waits for them: strict FIFO, so nobody starves and the wait
// is an honest part of response time. Thread: the loop's.
#pragma once

#include "engine/virtual_client.hpp"

#include <cstddef>
#include <vector>

namespace oltpsim::engine {

class Lane;

/// Free lanes (last used first, to keep caches warm) and waiting clients (first come first served).
class Pool {
public:
    void push_waiter(VirtualClient& client) noexcept {
        client.state = ClientState::waiting;
        client.next_waiting = nullptr;
        (tail_ != nullptr ? tail_->next_waiting : head_) = &client;
        tail_ = &client;
        ++waiting_;
    }
    VirtualClient* front() const noexcept { return head_; }
    VirtualClient* pop_waiter() noexcept {
        VirtualClient* client = head_;
        if (client != nullptr) {
            head_ = client->next_waiting;
            tail_ = head_ == nullptr ? nullptr : tail_;
            client->next_waiting = nullptr;
            --waiting_;
        }
        return client;
    }
    std::size_t waiting() const noexcept { return waiting_; }

    void push_free(Lane& lane) { free_.push_back(&lane); }
    Lane* pop_free() noexcept {
        if (free_.empty()) {
            return nullptr;
        }
        Lane* lane = free_.back();
        free_.pop_back();
        return lane;
    }
    void remove_free(const Lane& lane) noexcept { std::erase(free_, &lane); }
    std::size_t free() const noexcept { return free_.size(); }

private:
    VirtualClient* head_ = nullptr;
    VirtualClient* tail_ = nullptr;
    std::size_t waiting_ = 0;
    std::vector<Lane*> free_;
};

}  // namespace oltpsim::engine
