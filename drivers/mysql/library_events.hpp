// The library's MYSQL_WAIT_* masks ↔ IoEvents of the loop.
#pragma once

#include "db/io_loop.hpp"

namespace oltpsim::drivers::mysql {

/// Did the socket report an error or a hang-up? (EPOLLERR is reported though nobody asks for it.)
constexpr bool is_broken(std::uint32_t events) noexcept {
    constexpr std::uint32_t kEpollError = 8;  // = EPOLLERR
    return (events & (std::uint32_t{db::kHangUp} | kEpollError)) != 0;
}

/// What to watch for a suspended call.
std::uint32_t events_of(int wait) noexcept;
/// What to tell the library. An error counts as both: the call then meets it itself.
int wait_of(std::uint32_t events) noexcept;

}  // namespace oltpsim::drivers::mysql
