// Errors of databases as values. A driver's error_map turns vendor codes into ErrorClass; nobody else sees them.
#pragma once

#include <boost/system/result.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace oltpsim::db {

/// What went wrong, in the words of the field. Three questions are answered by the class alone (below).
enum class ErrorClass : std::uint8_t {
    serialization_failure,
    deadlock,
    lock_timeout,
    statement_timeout,
    cancelled,
    connection_lost,
    connect_failed,
    auth_failed,
    tls_failed,
    too_many_connections,
    constraint_violation,
    out_of_space,
    schema_mismatch,  ///< missing table, column, database, or a wrong type
    permission_denied,
    unsupported,
    bad_argument,  ///< unusable URL parameter or option
    other,
};
inline constexpr std::size_t kErrorClassCount = static_cast<std::size_t>(ErrorClass::other) + 1;

/// Stable name as written to results, e.g. "deadlock".
std::string_view to_string(ErrorClass cls) noexcept;
/// May the same transaction succeed when tried again? (deadlock, serialization failure, lock time-out)
bool retryable(ErrorClass cls) noexcept;
/// Is the session unusable, so that it must be opened anew?
bool poisons_connection(ErrorClass cls) noexcept;

/// One failure. `message` is ours, `server_text` the vendor's (may hold user data); neither ever holds a password.
struct DbError {
    ErrorClass cls = ErrorClass::other;
    std::array<char, 6> sqlstate{};  ///< five characters and a NUL, or empty
    int native = 0;                  ///< the vendor's number, 0 if none
    std::string operation;           ///< "connect", "prepare point_select", "COMMIT", …
    std::string message;
    std::string server_text;

    /// One line for people: class, operation, message, server text, SQLSTATE and number.
    std::string describe() const;
    void set_sqlstate(std::string_view state) noexcept;
};

template <typename T>
using Result = boost::system::result<T, DbError>;

/// boost::system::result calls this when value() is asked of an error: that is a bug in the caller.
[[noreturn]] void throw_exception_from_error(
    const DbError& error, const boost::source_location& where
);

}  // namespace oltpsim::db
