// Drives the non-blocking parts from a thread that may wait: poll() in place of the loop.
#pragma once

#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/sign_in.hpp"

namespace oltpsim::drivers::mysql {

/// Opens a session or says why not. Errors: connect_failed when `options.connect_timeout` passes.
db::Result<Handle> sign_in_blocking(
    const Settings& settings, const db::Secret& password, const db::SessionOptions& options, Nanos reply_limit
);

/// Waits until the command on `channel` is over. False when `limit` (0 = none) passed first: drop the session then.
bool finish_blocking(Channel& channel, int fd, bool finished, Nanos limit);

}  // namespace oltpsim::drivers::mysql
