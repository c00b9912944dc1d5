// From PostgreSQL's SQLSTATEs and libpq's texts to error classes. The only place that knows them. Pure.
#pragma once

#include "db/error.hpp"

#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql {

/// Class of a server error. `text` decides one code only: 57014 is a time-out or a cancel request.
db::ErrorClass classify_sqlstate(std::string_view sqlstate, std::string_view text) noexcept;

/// What a failed sign-in left behind: libpq keeps no SQLSTATE for it, only text.
struct SignInFailure {
    std::string text;               ///< PQerrorMessage() at PQERRORS_VERBOSE
    bool password_missing = false;  ///< PQconnectionNeedsPassword()
};

/// Classifies a failed sign-in and tidies its text (one line, no source locations). Operation: "connect".
db::DbError sign_in_error(const SignInFailure& failure);

}  // namespace oltpsim::drivers::postgresql
