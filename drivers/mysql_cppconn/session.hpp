// One signed-in session of the library: opening, time-outs, interruption, errors as values. Used by the measured and by
// the admin session. Thread: one, except interrupt().
#pragma once

#include "db/connection.hpp"
#include "db/interruption.hpp"
#include "drivers/mysql_cppconn/session_ender.hpp"

#include <atomic>
#include <memory>
#include <string>

namespace sql {
class Connection;
class Statement;
}  // namespace sql

namespace oltpsim::drivers::mysql_cppconn {

class Session {
public:
    Session(
        std::shared_ptr<const Access> access,
        const db::SessionOptions& options,
        std::shared_ptr<SessionEnder> ender
    );
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    /// Connects, signs in, sets the isolation. Errors: connect_failed, auth_failed, tls_failed, …
    db::Result<void> open();
    /// The library's prepared statements must be gone. Sends a farewell at most.
    void close() noexcept;
    bool is_open() const noexcept { return connection_ != nullptr; }
    sql::Connection& connection() noexcept { return *connection_; }
    /// For texts; one result at a time.
    sql::Statement& texts() noexcept { return *texts_; }

    /// Runs a text that returns nothing. Within a call.
    db::Result<void> run(const char* sql);

    /// Starts the clock of one call. False when interrupt() came before it.
    bool start_call() noexcept;
    void end_call() noexcept { ++*calls_; }
    /// Ends the call in flight, with this class. The server is asked by another thread; where it does not answer, the
    /// statement time-out ends the call. `only_statement`: the session lives on. Thread: any.
    void interrupt(db::ErrorClass why, bool only_statement) noexcept;
    bool interrupted() const noexcept { return interruption_.is_set(); }
    /// Forgets an interruption that is dealt with.
    void clear_interrupt() noexcept { interruption_.clear(); }

    /// The exception being handled, or the interruption, as an error of the current call.
    db::DbError current_error(std::string operation) const;
    /// What a call ends in after interrupt().
    db::DbError interruption(std::string operation) const {
        return interruption_.error(std::move(operation));
    }
    db::DbError closed(std::string operation) const;

private:
    void set_up();

    std::shared_ptr<const Access> access_;
    db::SessionOptions options_;
    std::shared_ptr<SessionEnder> ender_;
    std::unique_ptr<sql::Connection> connection_;
    std::unique_ptr<sql::Statement> texts_;
    std::atomic<std::uint64_t> session_id_{0};
    std::shared_ptr<CallCounter> calls_;
    TimePoint call_started_{};
    bool opening_ = false;
    db::Interruption interruption_;
};

/// Marks the time of one call.
class Call {
public:
    explicit Call(Session& session) noexcept : session_(session), good_(session.start_call()) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() { session_.end_call(); }
    /// False: interrupted before it began.
    bool good() const noexcept { return good_; }

private:
    Session& session_;
    bool good_;
};

}  // namespace oltpsim::drivers::mysql_cppconn
