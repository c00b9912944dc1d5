// The watching thread sleeps for good while nobody is watched.
#include "drivers/odbc/deadlines.hpp"

#include <algorithm>

namespace oltpsim::drivers::odbc {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds{20};

}  // namespace

Deadlines::~Deadlines() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void Deadlines::watch(Watched& one) {
    {
        const std::lock_guard lock(mutex_);
        watched_.push_back(&one);
        if (!thread_.joinable()) {
            thread_ = std::thread([this] { work(); });
        }
    }
    wake_.notify_all();
}

void Deadlines::unwatch(Watched& one) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(watched_, &one);
}

void Deadlines::work() noexcept {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (watched_.empty()) {
            wake_.wait(lock);
            continue;
        }
        wake_.wait_for(lock, kLookEvery, [this] { return stopping_; });
        const TimePoint now = steady_now();
        for (Watched* one : watched_) {
            if (one->is_past(now)) {
                one->on_deadline();
            }
        }
    }
}

}  // namespace oltpsim::drivers::odbc
