// What the connections of one simulated target share: when it began, how many connects a second it took, commits served.
// Thread: any; nothing here is touched on the path of a transaction but a connection's own count.
#pragma once

#include "core/clock.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace oltpsim::drivers::simulated {

/// Commits of one connection: written by its thread, read by any.
struct CommitCount {
    std::atomic<std::uint64_t> value{0};
    void add() noexcept {
        value.store(value.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
};

class TargetState {
public:
    /// `own`: what sets this target's random numbers apart from those of others of the same seed.
    explicit TargetState(std::uint64_t own) : own_(own) {}
    std::uint64_t own() const noexcept { return own_; }
    /// A connection comes into being. Returns its ordinal, for its random numbers.
    std::uint64_t join(CommitCount& count);
    void leave(CommitCount& count) noexcept;
    /// Time zero of this target: the first connect since there was no connection object.
    TimePoint origin(TimePoint now);
    /// Is one more connection accepted in this second? 0 = any number.
    bool accept(TimePoint now, std::uint64_t per_second);
    /// Commits served since the process began.
    std::uint64_t commits() const;
    void add_commit();

private:
    const std::uint64_t own_;
    mutable std::mutex mutex_;
    std::vector<CommitCount*> counts_;
    std::uint64_t retired_commits_ = 0;
    std::uint64_t joined_ = 0;
    std::optional<TimePoint> origin_;
    std::int64_t second_ = -1;
    std::uint64_t accepted_ = 0;  ///< within second_
};

}  // namespace oltpsim::drivers::simulated
