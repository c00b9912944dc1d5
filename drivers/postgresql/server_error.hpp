// Errors as libpq hands them over, made into DbErrors. Thread: the connection's.
#pragma once

#include "db/error.hpp"
#include "drivers/postgresql/vendor.hpp"

#include <string>

namespace oltpsim::drivers::postgresql {

/// The error in a result; asks the connection when libpq made it up itself (connection lost).
db::DbError result_error(const pg_result* result, const pg_conn* conn, std::string operation);
/// A failed libpq call: lost if the connection is bad, else `other`. Never waits.
db::DbError call_error(const pg_conn* conn, std::string operation);
/// A sign-in that ended in CONNECTION_BAD.
db::DbError connect_error(const pg_conn* conn);
/// An error of our own.
db::DbError own_error(db::ErrorClass cls, std::string operation, std::string message);

/// Keeps the server quiet, except for the last words before it closes a session.
class LastWords {
public:
    /// Hooks into the connection; `this` must outlive it.
    void listen(pg_conn* conn);
    void clear() noexcept;
    /// Adds SQLSTATE and text of the server's farewell, if there was one.
    void add_to(db::DbError& error) const;

private:
    static void receive(void* self, const pg_result* notice);
    std::string sqlstate_;
    std::string text_;
};

}  // namespace oltpsim::drivers::postgresql
