// What drivers that read a session's socket themselves have in common: sending without blocking, and one read buffer for
// all sessions of a thread. Thread: the session's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace oltpsim::db {

/// Sends of `bytes`, from `sent` on, what the socket takes now, and moves `sent`. Returns 0, also when bytes are left, or
/// the errno that ended the session.
int send_some(int fd, std::string_view bytes, std::size_t& sent) noexcept;

/// 64 KiB, one per thread and not per session: nearly every response is consumed in the call that read it.
/// Lifetime: what it holds lasts until the next read on this thread.
std::span<std::uint8_t> read_buffer();

}  // namespace oltpsim::db
