// The table of SQLSTATEs, and what libpq's own messages say when no server has spoken.
#include "drivers/postgresql/error_map.hpp"

#include <array>
#include <cctype>

namespace oltpsim::drivers::postgresql {

namespace {

using db::ErrorClass;

struct Row {
    std::string_view state;  // five characters: that code; two: the rest of its class
    ErrorClass cls;
};

// Source of every name: src/backend/utils/errcodes.txt (PostgreSQL 9.4 to 17).
// An exact code wins over its class; what is in neither is `other`.
constexpr std::array kRows{
    Row{"08001", ErrorClass::connect_failed},  // sqlclient_unable_to_establish_sqlconnection
    Row{"08004", ErrorClass::connect_failed},  // sqlserver_rejected_establishment_of_sqlconnection
    Row{"08P01", ErrorClass::other},         // protocol_violation, e.g. wrong number of parameters
    Row{"08", ErrorClass::connection_lost},  // connection_exception
    Row{"0A", ErrorClass::unsupported},      // feature_not_supported
    Row{"22001", ErrorClass::schema_mismatch},    // string_data_right_truncation: column too narrow
    Row{"22003", ErrorClass::schema_mismatch},    // numeric_value_out_of_range: column too narrow
    Row{"22P02", ErrorClass::schema_mismatch},    // invalid_text_representation
    Row{"22P03", ErrorClass::schema_mismatch},    // invalid_binary_representation
    Row{"22P04", ErrorClass::schema_mismatch},    // bad_copy_file_format
    Row{"23", ErrorClass::constraint_violation},  // integrity_constraint_violation
    Row{"25006", ErrorClass::permission_denied
    },  // read_only_sql_transaction: standby or read-only database
    Row{"25P03", ErrorClass::connection_lost
    },  // idle_in_transaction_session_timeout ends the session
    Row{"25P04", ErrorClass::statement_timeout},  // transaction_timeout (17) ends the session
    Row{"28", ErrorClass::auth_failed},  // invalid_authorization_specification, invalid_password
    Row{"3D000", ErrorClass::schema_mismatch},        // invalid_catalog_name: no such database
    Row{"3F000", ErrorClass::schema_mismatch},        // invalid_schema_name
    Row{"40001", ErrorClass::serialization_failure},  // serialization_failure
    Row{"40002", ErrorClass::constraint_violation},   // transaction_integrity_constraint_violation
    Row{"40003", ErrorClass::connection_lost},        // statement_completion_unknown
    Row{"40P01", ErrorClass::deadlock},               // deadlock_detected
    Row{"42501", ErrorClass::permission_denied},      // insufficient_privilege
    Row{"42601", ErrorClass::other},                  // syntax_error
    Row{"42", ErrorClass::schema_mismatch
    },  // undefined table/column/function, datatype mismatch, duplicates
    Row{"53100", ErrorClass::out_of_space},          // disk_full
    Row{"53300", ErrorClass::too_many_connections},  // too_many_connections
    Row{"55P03", ErrorClass::lock_timeout},          // lock_not_available: lock_timeout or NOWAIT
    Row{"57P01", ErrorClass::connection_lost},       // admin_shutdown, also pg_terminate_backend()
    Row{"57P02", ErrorClass::connection_lost},       // crash_shutdown
    Row{"57P03", ErrorClass::connect_failed
    },  // cannot_connect_now: starting, stopping or recovering
    Row{"57P04", ErrorClass::connection_lost},  // database_dropped
    Row{"57P05", ErrorClass::connection_lost},  // idle_session_timeout
};

struct Phrase {
    std::string_view text;
    ErrorClass cls;
};

// libpq's own messages, first match wins. Source: libpq's fe-connect.c, fe-auth.c, fe-auth-scram.c, fe-secure-*.c
// (releases 14 to 17). They are English as long as the program does not call setlocale(LC_MESSAGES).
constexpr std::array kPhrases{
    Phrase{"invalid response to SSL", ErrorClass::connect_failed},  // not a PostgreSQL server
    Phrase{"no password supplied", ErrorClass::auth_failed},        // fe_sendauth
    Phrase{"SCRAM", ErrorClass::auth_failed},                       // malformed or refused exchange
    Phrase{"channel binding", ErrorClass::auth_failed},             // channel_binding=require
    Phrase{"authentication method", ErrorClass::auth_failed},       // e.g. SSPI, not supported here
    Phrase{"SSL", ErrorClass::tls_failed},          // no TLS at the server, handshake failed
    Phrase{"certificate", ErrorClass::tls_failed},  // CA file, client key, host name
    Phrase{"TLS", ErrorClass::tls_failed},
    Phrase{
        "invalid connection option", ErrorClass::bad_argument
    },                                              // a parameter newer than this libpq
    Phrase{"value: \"", ErrorClass::bad_argument},  // invalid sslmode value: "…" and the like
};

// "FATAL:  28P01: text" at PQERRORS_VERBOSE, whatever language the server's severity is in: the code's place.
std::size_t find_sqlstate(std::string_view text) noexcept {
    constexpr std::string_view kGap = ":  ";
    for (auto at = text.find(kGap); at != std::string_view::npos; at = text.find(kGap, at + 1)) {
        const auto code = at + kGap.size();
        if (code + 6 >= text.size() || text[code + 5] != ':') {
            continue;
        }
        bool good = true;
        for (std::size_t i = code; i < code + 5; ++i) {
            const auto c = static_cast<unsigned char>(text[i]);
            good = good && (std::isdigit(c) != 0 || std::isupper(c) != 0);
        }
        if (good) {
            return code;
        }
    }
    return std::string_view::npos;
}

ErrorClass classify_text(std::string_view text) noexcept {
    for (const Phrase& phrase : kPhrases) {
        if (text.find(phrase.text) != std::string_view::npos) {
            return phrase.cls;
        }
    }
    return ErrorClass::connect_failed;
}

// One line without "LOCATION:  file:line" rows; verbose mode is used for the code, not for these.
std::string tidy(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        const bool location =
            line.starts_with("LOCATION:") || line.find(".c:") != std::string_view::npos;
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
            line.remove_prefix(1);
        }
        if (line.empty() || location) {
            continue;
        }
        if (!result.empty()) {
            result += "; ";
        }
        result += line;
    }
    return result;
}

}  // namespace

ErrorClass classify_sqlstate(std::string_view sqlstate, std::string_view text) noexcept {
    if (sqlstate == "57014") {  // query_canceled
        return text.find("timeout") != std::string_view::npos ? ErrorClass::statement_timeout
                                                              : ErrorClass::cancelled;
    }
    for (const Row& row : kRows) {
        if (row.state.size() == 5 && row.state == sqlstate) {
            return row.cls;
        }
    }
    for (const Row& row : kRows) {
        if (row.state.size() == 2 && sqlstate.starts_with(row.state)) {
            return row.cls;
        }
    }
    return ErrorClass::other;
}

db::DbError sign_in_error(const SignInFailure& failure) {
    db::DbError error;
    error.operation = "connect";
    std::string text = failure.text;
    if (const auto at = find_sqlstate(text); at != std::string::npos) {
        // With sslmode=prefer a refused sign-in is tried again without TLS; the first reason is the real one.
        error.set_sqlstate(std::string_view{text}.substr(at, 5));
        error.cls = classify_sqlstate(error.sqlstate.data(), text);
        for (auto next = at; next != std::string::npos; next = find_sqlstate(text)) {
            text.erase(next, 7);  // the code and ": "
        }
    } else {
        error.cls = failure.password_missing ? ErrorClass::auth_failed : classify_text(text);
    }
    if (failure.password_missing) {
        error.message = "the server asks for a password and none was given";
    }
    error.server_text = tidy(text);
    return error;
}

}  // namespace oltpsim::drivers::postgresql
