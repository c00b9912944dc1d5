// What an asynchronous driver needs of its shard's loop. Implemented by engine/event_loop.
// One wake-up is two passes: (1) every ready handler receives and is stamped, (2) connections that
// finished a command proceed: next command encoded and sent, or the transaction resumed.
#pragma once

#include "core/clock.hpp"

#include <cstdint>

namespace oltpsim::db {

class Connection;

enum IoEvents : std::uint32_t {
    kReadable = 1,
    kWritable = 4,
    kHangUp = 16
};  // = EPOLLIN, EPOLLOUT, EPOLLHUP

/// Something with a socket or a timer on the loop. Thread: the loop's.
class IoHandler {
public:
    virtual ~IoHandler() = default;
    /// Pass 1. `events` is a mask of IoEvents; `now` was read for this handler alone.
    virtual void on_ready(std::uint32_t events, TimePoint now) = 0;
    /// A call_at() came due; `now` ≥ the time asked for, and on a virtual clock exactly that time.
    virtual void on_timer(TimePoint now) = 0;

private:
    friend class IoLoopAccess;
    std::uint32_t timer_slot_ = 0;  ///< position in the loop's heap + 1, 0 = none
};

/// Thread: all calls from the loop's own thread.
class IoLoop {
public:
    virtual ~IoLoop() = default;
    /// Stamp of the current pass; costs nothing.
    virtual TimePoint now() const noexcept = 0;
    virtual bool is_virtual() const noexcept = 0;
    /// Registers or changes interest in `fd`, level-triggered.
    virtual void watch(int fd, std::uint32_t events, IoHandler& handler) = 0;
    /// Must precede close(fd).
    virtual void unwatch(int fd) noexcept = 0;
    /// One pending precise (not ticked) timer per handler; a second call moves it.
    virtual void call_at(TimePoint when, IoHandler& handler) = 0;
    virtual void cancel_timer(IoHandler& handler) noexcept = 0;
    /// Pass 2 for this connection: Connection::proceed() is called once this wake-up's receiving is done.
    virtual void enqueue(Connection& connection) = 0;
};

}  // namespace oltpsim::db
