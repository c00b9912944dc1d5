// Waiting on one libpq socket from a thread of its own, with a deadline, and woken by another thread.
// Thread: wait() one; wake() any.
#pragma once

#include "core/clock.hpp"
#include "drivers/postgresql/vendor.hpp"

#include <cstdint>

namespace oltpsim::drivers::postgresql {

/// Why a wait was over.
enum class Wake : std::uint8_t { ready, interrupted, timed_out };

/// An interrupt bell next to a socket.
class BlockingSocket {
public:
    BlockingSocket();
    BlockingSocket(const BlockingSocket&) = delete;
    BlockingSocket& operator=(const BlockingSocket&) = delete;
    ~BlockingSocket();

    /// Waits for POLLIN/POLLOUT on the connection's socket. Shape: `events` as for poll(2).
    Wake wait(const pg_conn* conn, short events, TimePoint deadline) noexcept;
    void ring() noexcept;
    /// Forgets a ring that nobody has answered; returns whether there was one.
    bool silence() noexcept;

private:
    int bell_ = -1;
};

/// now + limit; a limit of zero means never.
TimePoint deadline_after(Nanos limit) noexcept;

}  // namespace oltpsim::drivers::postgresql
