// How long replies lay in the socket before this program stamped them: the kernel's own receive stamps, on a few TCP
// sessions. It sees what the loop cannot: that it was descheduled, with its whole virtual CPU if need be. Thread: one.
// Source: socket(7), SO_TIMESTAMPNS; connectors "Loops and threads" D 6.
#pragma once

#include "core/clock.hpp"

#include <sys/types.h>

#include <cstddef>
#include <optional>

namespace oltpsim::db {

class ArrivalAudit {
public:
    /// Asks the kernel to stamp what this TCP socket receives. False on other sockets and where it is refused: off.
    bool begin(int fd) noexcept;
    void end() noexcept;
    bool is_on() const noexcept { return on_; }

    /// recv() without blocking; remembers when the last of the bytes arrived.
    ssize_t receive(int fd, void* buffer, std::size_t size) noexcept;
    /// A reply is complete and was stamped with `stamp` on the steady clock.
    void stamped(TimePoint stamp) noexcept;
    /// Arrival → stamp, summed over the replies since the last take(). Nothing when none was audited.
    std::optional<Nanos> take() noexcept;

private:
    bool on_ = false;
    std::optional<TimePoint> arrived_;  ///< on the steady clock
    std::optional<Nanos> total_;
};

}  // namespace oltpsim::db
