// A hashed timer wheel with 1 ms ticks for think times, back-offs and sweeps: O(1) add, no allocation, no heap.
// 60,000 parked clients cost their own bytes and nothing else. Thread: the loop's.
#pragma once

#include "core/clock.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace oltpsim::engine {

/// Base of everything that waits on the wheel. Lifetime: must not be destroyed while parked.
class WheelTimer {
public:
    WheelTimer() = default;
    WheelTimer(const WheelTimer&) = delete;
    WheelTimer& operator=(const WheelTimer&) = delete;
    /// The tick has come; `now` is never before due_at().
    virtual void fire(TimePoint now) = 0;
    bool parked() const noexcept { return parked_; }
    virtual ~WheelTimer() = default;

private:
    friend class TimerWheel;
    WheelTimer* next_ = nullptr;
    std::uint64_t tick_ : 63 = 0;
    std::uint64_t parked_ : 1 = 0;
};

class TimerWheel {
public:
    static constexpr Nanos kTick = std::chrono::milliseconds{1};
    static constexpr std::uint64_t kSlots = 32'768;

    explicit TimerWheel(TimePoint origin);

    /// First tick boundary at or after `when`, but after the tick last fired.
    std::uint64_t tick_up(TimePoint when) const noexcept;
    /// The boundary below or above `when`, chosen with `coin` in [0,1) so that the mean is exact; after the tick last fired.
    std::uint64_t tick_unbiased(TimePoint when, double coin) const noexcept;
    TimePoint time_of(std::uint64_t tick) const noexcept {
        return origin_ + kTick * static_cast<std::int64_t>(tick);
    }

    /// Parks the timer until `tick`. Precondition: not parked.
    void park(WheelTimer& timer, std::uint64_t tick) noexcept;
    /// Fires everything due at `now`, tick by tick.
    void advance(TimePoint now);
    /// Earliest moment at which advance() may have work; nullopt when nothing is parked.
    std::optional<TimePoint> next_due() const noexcept;
    /// Forgets all parked timers (the end of a step).
    void clear() noexcept;
    std::size_t parked() const noexcept { return count_; }

private:
    void fire_slot(std::uint64_t tick, TimePoint now);
    std::optional<std::uint64_t> next_used_tick(std::uint64_t from, std::uint64_t limit)
        const noexcept;

    TimePoint origin_;
    std::uint64_t current_ = 0;  ///< last tick fired
    std::size_t count_ = 0;
    std::unique_ptr<std::array<WheelTimer*, kSlots>> slots_;
    std::array<std::uint64_t, kSlots / 64> used_{};
};

}  // namespace oltpsim::engine
