// One signed-in ODBC connection: opening, time-outs, interruption, errors as values. Used by the measured and by the
// admin session. Thread: one, except interrupt().
#pragma once

#include "db/connection.hpp"
#include "db/interruption.hpp"
#include "drivers/odbc/deadlines.hpp"
#include "drivers/odbc/diagnostics.hpp"
#include "drivers/odbc/environment.hpp"
#include "drivers/odbc/settings.hpp"

#include <sql.h>
#include <sqlext.h>

#include <memory>
#include <mutex>
#include <string>

namespace oltpsim::drivers::odbc {

/// How to sign in. Shared, never changed.
struct Access {
    Settings settings;
    db::Secret password;
    std::shared_ptr<Environment> environment;
    std::shared_ptr<Deadlines> deadlines;
};

class Session final : public Watched {
public:
    Session(std::shared_ptr<const Access> access, const db::SessionOptions& options);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() override;

    /// Connects, signs in, sets the session up. `for_loading`: able to copy in bulk where the driver can.
    /// Errors: connect_failed, auth_failed, tls_failed, …
    db::Result<void> open(bool for_loading);
    /// Precondition: statements of this session are freed. Sends a farewell at most.
    void close() noexcept;
    bool is_open() const noexcept { return connection_ != SQL_NULL_HDBC; }
    SQLHDBC handle() const noexcept { return connection_; }
    const Settings& settings() const noexcept { return access_->settings; }
    Dialect dialect() const noexcept { return access_->settings.dialect; }
    const db::SessionOptions& options() const noexcept { return options_; }
    /// Name of the ODBC driver in use, as the URL or the choice among those installed says.
    const std::string& driver() const noexcept { return driver_; }
    /// May bulk copy be used on this connection?
    bool can_bulk_copy() const noexcept { return bulk_copy_; }
    /// This session and those opened later to this place do without.
    void give_up_bulk_copy() {
        bulk_copy_ = false;
        access_->environment->note_no_bulk_copy(settings().place());
    }

    /// A new statement handle whose calls take `limit` at most (0 = any time). Errors: those of the driver.
    db::Result<SQLHSTMT> make_statement(Nanos limit);
    /// Runs a text that returns nothing worth keeping. Within a call.
    db::Result<void> run(SQLHSTMT statement, std::string_view sql);

    /// Starts one call on `statement`, ended after `limit` (0 = never). False when interrupt() came before it.
    bool start_call(SQLHSTMT statement, Nanos limit) noexcept;
    void end_call() noexcept;
    /// Ends the call in flight, with this class. Thread: any.
    void interrupt(db::ErrorClass why) noexcept;
    bool interrupted() const noexcept { return interruption_.is_set(); }
    /// Forgets an interruption that is dealt with.
    void clear_interrupt() noexcept { interruption_.clear(); }
    void on_deadline() noexcept override { interrupt(db::ErrorClass::statement_timeout); }

    /// What a failed call on `handle` ended in: its records, or the interruption.
    db::DbError error(SQLSMALLINT kind, SQLHANDLE handle, std::string operation);
    /// The same of records that were read before later calls cleared them.
    db::DbError error(const std::vector<Record>& records, std::string operation);
    /// What a call ends in after interrupt().
    db::DbError interruption(std::string operation) const {
        return interruption_.error(std::move(operation));
    }
    db::DbError closed(std::string operation) const;

private:
    db::Result<ConnectionString> composed();
    db::DbError open_error(const std::string& text);
    db::Result<void> set_up();
    bool is_dead() const noexcept;

    std::shared_ptr<const Access> access_;
    db::SessionOptions options_;
    SQLHDBC connection_ = SQL_NULL_HDBC;
    std::string driver_;
    bool bulk_copy_ = false;
    bool watched_ = false;
    std::mutex calling_;  ///< guards active_: no handle is cancelled after its call
    SQLHSTMT active_ = SQL_NULL_HSTMT;
    db::Interruption interruption_;
};

/// Marks the time of one call.
class Call {
public:
    Call(Session& session, SQLHSTMT statement, Nanos limit) noexcept
        : session_(session), good_(session.start_call(statement, limit)) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() { session_.end_call(); }
    /// False: interrupted before it began.
    bool good() const noexcept { return good_; }

private:
    Session& session_;
    bool good_;
};

}  // namespace oltpsim::drivers::odbc
