// What the connections of one simulated target share.
#include "drivers/simulated/target_state.hpp"

#include <algorithm>

namespace oltpsim::drivers::simulated {

std::uint64_t TargetState::join(CommitCount& count) {
    const std::lock_guard lock(mutex_);
    if (counts_.empty()) {
        origin_.reset();
        joined_ = 0;
        second_ = -1;
    }
    counts_.push_back(&count);
    return joined_++;
}

void TargetState::leave(CommitCount& count) noexcept {
    const std::lock_guard lock(mutex_);
    retired_commits_ += count.value.load(std::memory_order_relaxed);
    std::erase(counts_, &count);
}

TimePoint TargetState::origin(TimePoint now) {
    const std::lock_guard lock(mutex_);
    if (!origin_) {
        origin_ = now;
    }
    return *origin_;
}

bool TargetState::accept(TimePoint now, std::uint64_t per_second) {
    if (per_second == 0) {
        return true;
    }
    const std::lock_guard lock(mutex_);
    const std::int64_t second =
        std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
    if (second != second_) {
        second_ = second;
        accepted_ = 0;
    }
    if (accepted_ >= per_second) {
        return false;
    }
    ++accepted_;
    return true;
}

std::uint64_t TargetState::commits() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = retired_commits_;
    for (const CommitCount* count : counts_) {
        sum += count->value.load(std::memory_order_relaxed);
    }
    return sum;
}

void TargetState::add_commit() {
    const std::lock_guard lock(mutex_);
    ++retired_commits_;
}

}  // namespace oltpsim::drivers::simulated
