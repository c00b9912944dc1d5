// poll() on one socket, for threads that may wait.
#pragma once

#include "core/clock.hpp"

#include <cstdint>

namespace oltpsim::drivers::mysql {

/// The events that came (IoEvents, EPOLLERR), 0 when `deadline` passed first.
std::uint32_t wait_for(int fd, std::uint32_t events, TimePoint deadline);

}  // namespace oltpsim::drivers::mysql
