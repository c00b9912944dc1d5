// Slots are singly linked stacks; a bitmap of used slots finds the next one without touching empty memory.
#include "engine/timer_wheel.hpp"

#include <algorithm>
#include <bit>

namespace oltpsim::engine {

TimerWheel::TimerWheel(TimePoint origin)
    : origin_(origin), slots_(std::make_unique<std::array<WheelTimer*, kSlots>>()) {
    slots_->fill(nullptr);
}

std::uint64_t TimerWheel::tick_up(TimePoint when) const noexcept {
    if (when <= origin_) {
        return current_ + 1;
    }
    const auto ticks = static_cast<std::uint64_t>((when - origin_ + kTick - Nanos{1}) / kTick);
    return std::max(ticks, current_ + 1);
}

std::uint64_t TimerWheel::tick_unbiased(TimePoint when, double coin) const noexcept {
    if (when <= origin_) {
        return current_ + 1;
    }
    const Nanos since = when - origin_;
    auto tick = static_cast<std::uint64_t>(since / kTick);
    const double fraction =
        static_cast<double>((since % kTick).count()) / static_cast<double>(kTick.count());
    if (coin < fraction) {
        ++tick;
    }
    return std::max(tick, current_ + 1);
}

void TimerWheel::park(WheelTimer& timer, std::uint64_t tick) noexcept {
    timer.tick_ = tick & ((1ULL << 63) - 1);
    timer.parked_ = 1;
    const std::uint64_t slot = tick % kSlots;
    timer.next_ = (*slots_)[slot];
    (*slots_)[slot] = &timer;
    used_[slot / 64] |= 1ULL << (slot % 64);
    ++count_;
}

void TimerWheel::advance(TimePoint now) {
    if (now < origin_) {
        return;
    }
    const auto target = static_cast<std::uint64_t>((now - origin_) / kTick);
    while (current_ < target) {
        // Jump over empty ticks; after a stall of more than one round every slot is visited once per round at most.
        const auto next = next_used_tick(current_ + 1, target);
        if (!next) {
            current_ = target;
            return;
        }
        current_ = *next;
        fire_slot(*next, now);
    }
}

void TimerWheel::fire_slot(std::uint64_t tick, TimePoint now) {
    const std::uint64_t slot = tick % kSlots;
    WheelTimer* list = (*slots_)[slot];
    (*slots_)[slot] = nullptr;
    used_[slot / 64] &= ~(1ULL << (slot % 64));
    while (list != nullptr) {
        WheelTimer* timer = list;
        list = timer->next_;
        --count_;
        if (timer->tick_ > tick) {
            park(*timer, timer->tick_);  // a later round of the same slot
            continue;
        }
        timer->parked_ = 0;
        timer->fire(now);
    }
}

std::optional<std::uint64_t> TimerWheel::next_used_tick(std::uint64_t from, std::uint64_t limit)
    const noexcept {
    const std::uint64_t end = std::min(limit + 1, from + kSlots);
    for (std::uint64_t tick = from; tick < end;) {
        const std::uint64_t slot = tick % kSlots;
        const std::uint64_t word = used_[slot / 64] >> (slot % 64);
        if (word != 0) {
            const std::uint64_t found = tick + static_cast<std::uint64_t>(std::countr_zero(word));
            return found < end ? std::optional{found} : std::nullopt;
        }
        tick += 64 - slot % 64;
    }
    return std::nullopt;
}

std::optional<TimePoint> TimerWheel::next_due() const noexcept {
    if (count_ == 0) {
        return std::nullopt;
    }
    const auto tick = next_used_tick(current_ + 1, current_ + kSlots);
    return tick ? std::optional{time_of(*tick)} : std::nullopt;
}

void TimerWheel::clear() noexcept {
    for (auto& head : *slots_) {
        for (WheelTimer* timer = head; timer != nullptr; timer = timer->next_) {
            timer->parked_ = 0;
        }
        head = nullptr;
    }
    used_.fill(0);
    count_ = 0;
}

}  // namespace oltpsim::engine
