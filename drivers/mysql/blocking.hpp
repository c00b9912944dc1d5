// Drives the non-blocking parts from a thread that may wait: poll() in place of the loop.
#pragma once

#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/sign_in.hpp"

#include <functional>

namespace oltpsim::drivers::mysql {

/// Opens a session or says why not. Errors: connect_failed when `options.connect_timeout` passes.
/// `on_socket` is told the socket before each wait.
db::Result<Handle> sign_in_blocking(
    const Settings& settings,
    const db::Secret& password,
    const db::SessionOptions& options,
    const std::function<void(int)>& on_socket = {}
);

/// Now plus `limit`; TimePoint::max() for 0.
TimePoint deadline_after(Nanos limit) noexcept;

/// Waits until the command on `channel` is over. False when `deadline` passed first: drop the session then.
bool finish_blocking(Channel& channel, int fd, bool finished, TimePoint deadline);

}  // namespace oltpsim::drivers::mysql
