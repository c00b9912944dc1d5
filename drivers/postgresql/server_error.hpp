// Errors as libpq hands them over, made into DbErrors. Thread: the connection's.
#pragma once

#include "db/error.hpp"
#include "drivers/postgresql/vendor.hpp"

#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql {

/// The error in a result; asks the connection when libpq made it up itself (connection lost).
db::DbError result_error(const pg_result* result, const pg_conn* conn, std::string operation);
/// A failed libpq call: lost if the connection is bad, else `other`. Never waits.
db::DbError call_error(const pg_conn* conn, std::string operation);
/// A sign-in that ended in CONNECTION_BAD.
db::DbError connect_error(const pg_conn* conn);
/// What an error message of the server says, as views into it or into libpq's result.
struct ErrorFields {
    std::string_view severity;  ///< not localised; empty on servers before 9.6
    std::string_view sqlstate;
    std::string_view message;
    std::string_view detail;
};
/// Takes the fields of an ErrorResponse or NoticeResponse apart. False: not such a message.
bool read_error_fields(std::string_view body, ErrorFields& fields) noexcept;
/// FATAL and PANIC end the session.
bool ends_session(std::string_view severity) noexcept;
db::DbError server_error(const ErrorFields& fields, std::string operation);

/// COMMIT of a transaction that has failed succeeds with the tag ROLLBACK: nothing was committed.
inline constexpr const char* kRolledBack =
    "the server rolled back: a statement of this transaction had failed";
/// A column whose rows we cannot unpack.
std::string unread_type(std::string_view column, unsigned int type);

/// An error of our own.
db::DbError own_error(db::ErrorClass cls, std::string operation, std::string message);

/// Keeps the server quiet, except for the last words before it closes a session.
class LastWords {
public:
    /// Hooks into the connection; `this` must outlive it.
    void listen(pg_conn* conn);
    void clear() noexcept;
    /// A farewell that was read without libpq.
    void note(const db::DbError& error);
    /// Adds SQLSTATE and text of the server's farewell, if there was one.
    void add_to(db::DbError& error) const;

private:
    static void receive(void* self, const pg_result* notice);
    std::string sqlstate_;
    std::string text_;
};

}  // namespace oltpsim::drivers::postgresql
