// Opening a session with MariaDB Connector/C without blocking: options, connect, TLS, sign-in, session settings.
// Used by the engine's connections (on the loop) and by the blocking admin connection (with poll).
#pragma once

#include "db/connection.hpp"
#include "drivers/mysql/settings.hpp"

#include <memory>
#include <optional>

struct st_mysql;

namespace oltpsim::drivers::mysql {

struct CloseHandle {
    void operator()(st_mysql* handle) const noexcept;
};
/// The library's session object.
using Handle = std::unique_ptr<st_mysql, CloseHandle>;

/// Did the session agree on CLIENT_DEPRECATE_EOF?
bool deprecates_eof(const st_mysql& handle) noexcept;

/// Shuts the socket first, so that closing never waits for the server.
void close_at_once(Handle handle) noexcept;

/// May opening a session block its thread? The library looks up names and shakes hands for TLS without giving way.
bool sign_in_blocks(const Settings& settings);

/// While it lives, the library's own waits on this thread end by `deadline`: before and after sign-in. (Its own
/// time-out options are in seconds on plain connections and, by mistake, in milliseconds on those with TLS.)
class WaitLimit {
public:
    explicit WaitLimit(TimePoint deadline) noexcept;
    ~WaitLimit();
    WaitLimit(const WaitLimit&) = delete;
    WaitLimit& operator=(const WaitLimit&) = delete;
};

/// One attempt to open a session. Lifetime: settings, password and options must outlive it. Thread: one.
class SignIn {
public:
    SignIn(const Settings& settings, const db::Secret& password, const db::SessionOptions& options);

    /// Starts. Returns the IoEvents to wait for on fd(), 0 when finished.
    std::uint32_t start();
    /// Goes on after these events (IoEvents or EPOLLERR). Same return value. fd() may have changed.
    std::uint32_t resume(std::uint32_t events);
    int fd() const noexcept;
    /// After it has finished: why it failed, or nothing.
    const std::optional<db::DbError>& error() const noexcept { return error_; }
    Handle take() noexcept { return std::move(handle_); }

private:
    void apply_options();
    std::uint32_t go_on(int wait);
    std::uint32_t finish();
    std::uint32_t fail(int code, std::string_view sqlstate, std::string_view server_text);
    std::uint32_t refuse_plain();
    bool greeting_allows_going_on();

    const Settings& settings_;
    const db::Secret& password_;
    const db::SessionOptions& options_;
    Handle handle_;
    st_mysql* connected_ = nullptr;
    std::optional<db::DbError> error_;
    bool wants_tls_ = false;
    bool greeting_checked_ = false;
    bool held_ =
        false;  ///< TCP is connected; the library is resumed once the greeting was looked at
};

}  // namespace oltpsim::drivers::mysql
