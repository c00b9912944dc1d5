// A blocking session's inside: connect, run SQL text, feed COPY; every wait has a deadline and can be interrupted.
// Built on libpq's non-blocking calls: a server that hangs cannot hold its thread. Thread: one; interrupt() any.
#pragma once

#include "db/driver.hpp"
#include "drivers/postgresql/blocking_socket.hpp"
#include "drivers/postgresql/connect_params.hpp"
#include "drivers/postgresql/server_error.hpp"
#include "drivers/postgresql/vendor.hpp"

#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql {

/// Owned by the admin connection; a COPY writer borrows it.
class AdminLink {
public:
    AdminLink() = default;
    AdminLink(const AdminLink&) = delete;
    AdminLink& operator=(const AdminLink&) = delete;
    ~AdminLink();

    /// Errors: as sign_in_error(); connect_failed when the time is up.
    db::Result<void> open(const ConnectParams& params, Nanos limit);
    /// Runs SQL text; the last result counts. Limit zero: as long as it takes. `what` names it in errors.
    /// Errors: the first of the server's; cancelled after interrupt(); statement_timeout closes the session.
    db::Result<db::ResultSet> run(const std::string& sql, std::string what, Nanos limit);

    /// Sends COPY … FROM STDIN and waits until the server wants data.
    db::Result<void> start_copy(const std::string& sql, std::string what);
    db::Result<void> send_copy(std::string_view bytes);
    /// Ends the COPY well and reads its outcome.
    db::Result<void> end_copy();
    /// Ends the COPY with an error, so that nothing of it stays. Session usable afterwards, if the server answers soon.
    void give_up_copy() noexcept;

    void interrupt() noexcept { socket_.ring(); }
    pg_conn* conn() const noexcept { return conn_; }
    /// Commits that this session has caused itself, statements outside transactions included.
    std::uint64_t own_commits() const noexcept { return own_commits_; }

private:
    db::Result<void> begin(std::string what, Nanos limit);
    db::Result<void> flush();
    db::Result<void> wait(short events);
    db::Result<void> read_results(db::ResultSet& out);
    void cancel_at_server() noexcept;
    void drop() noexcept;

    pg_conn* conn_ = nullptr;
    BlockingSocket socket_;
    LastWords last_words_;
    std::string what_;
    TimePoint deadline_ = TimePoint::max();
    bool interrupted_ = false;
    std::uint64_t own_commits_ = 0;
};

}  // namespace oltpsim::drivers::postgresql
