// Names and properties of error classes.
#include "db/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace oltpsim::db {

std::string_view to_string(ErrorClass cls) noexcept {
    switch (cls) {
        case ErrorClass::serialization_failure: return "serialization_failure";
        case ErrorClass::deadlock: return "deadlock";
        case ErrorClass::lock_timeout: return "lock_timeout";
        case ErrorClass::statement_timeout: return "statement_timeout";
        case ErrorClass::cancelled: return "cancelled";
        case ErrorClass::connection_lost: return "connection_lost";
        case ErrorClass::connect_failed: return "connect_failed";
        case ErrorClass::auth_failed: return "auth_failed";
        case ErrorClass::tls_failed: return "tls_failed";
        case ErrorClass::too_many_connections: return "too_many_connections";
        case ErrorClass::constraint_violation: return "constraint_violation";
        case ErrorClass::out_of_space: return "out_of_space";
        case ErrorClass::schema_mismatch: return "schema_mismatch";
        case ErrorClass::permission_denied: return "permission_denied";
        case ErrorClass::unsupported: return "unsupported";
        case ErrorClass::bad_argument: return "bad_argument";
        case ErrorClass::other: return "other";
    }
    return "other";
}

bool retryable(ErrorClass cls) noexcept {
    return cls == ErrorClass::serialization_failure || cls == ErrorClass::deadlock ||
           cls == ErrorClass::lock_timeout;
}

bool poisons_connection(ErrorClass cls) noexcept {
    switch (cls) {
        case ErrorClass::statement_timeout:
        case ErrorClass::connection_lost:
        case ErrorClass::connect_failed:
        case ErrorClass::auth_failed:
        case ErrorClass::tls_failed:
        case ErrorClass::too_many_connections: return true;
        default: return false;
    }
}

std::string DbError::describe() const {
    std::string text = fmt::format("{}", to_string(cls));
    if (!operation.empty()) {
        text += fmt::format(" in {}", operation);
    }
    if (!message.empty()) {
        text += ": " + message;
    }
    if (!server_text.empty()) {
        text += fmt::format("{} {}", message.empty() ? ":" : ";", server_text);
    }
    if (sqlstate[0] != '\0' || native != 0) {
        text += fmt::format(
            " [SQLSTATE {}, code {}]", sqlstate[0] != '\0' ? sqlstate.data() : "none", native
        );
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

void DbError::set_sqlstate(std::string_view state) noexcept {
    sqlstate.fill('\0');
    std::copy_n(state.begin(), std::min<std::size_t>(state.size(), 5), sqlstate.begin());
}

void throw_exception_from_error(const DbError& error, const boost::source_location& where) {
    throw std::logic_error(fmt::format(
        "unchecked DbError at {}:{}: {}", where.file_name(), where.line(), error.describe()
    ));
}

}  // namespace oltpsim::db
