// One simulated user. Parked, it is this struct and nothing else: no coroutine, no connection (decision 0004).
#pragma once

#include "engine/timer_wheel.hpp"

#include <cstdint>

namespace oltpsim::engine {

class TargetSlice;

/// Life: parked (thinking) → waiting (for a connection) → running (a transaction) → parked …, or done.
enum class ClientState : std::uint8_t { parked, idle, waiting, running, done };

struct VirtualClient final : WheelTimer {
    TargetSlice* slice = nullptr;
    VirtualClient* next_waiting = nullptr;  ///< FIFO of the pool
    TimePoint intended{};  ///< think expiry or scheduled arrival: response time counts from here
    TimePoint started{};   ///< when the loop really started it: started − intended is the lag
    Nanos think{};         ///< planned delay before the next transaction
    std::uint64_t txn_index = 0;
    std::uint32_t id = 0;  ///< within the target
    static constexpr std::uint16_t kNoType = 0xffff;
    std::uint16_t last_type = kNoType;  ///< for the think time after it
    std::uint16_t failures = 0;         ///< in a row; paces a client whose every transaction fails
    bool background = false;            ///< stands for queued work, not for a user
    bool measured = false;              ///< its transaction began before the end of the sample
    ClientState state = ClientState::parked;

    void fire(TimePoint now) override;
};

static_assert(sizeof(VirtualClient) <= 128, "60,000 parked clients must stay small");

}  // namespace oltpsim::engine
