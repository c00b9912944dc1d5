// Reads libpq's error fields.
#include "drivers/postgresql/server_error.hpp"

#include "drivers/postgresql/error_map.hpp"

#include <libpq-fe.h>

#include <string_view>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

std::string_view field(const PGresult* result, int which) noexcept {
    const char* text = PQresultErrorField(result, which);
    return text != nullptr ? std::string_view{text} : std::string_view{};
}

// Both end the session; severities are compared in their unlocalised form (servers from 9.6 on).
bool ends_session(std::string_view severity) noexcept {
    return severity == "FATAL" || severity == "PANIC";
}

std::string trimmed(std::string_view text) {
    while (!text.empty() && text.back() == '\n') {
        text.remove_suffix(1);
    }
    return std::string{text};
}

}  // namespace

db::DbError own_error(db::ErrorClass cls, std::string operation, std::string message) {
    db::DbError error;
    error.cls = cls;
    error.operation = std::move(operation);
    error.message = std::move(message);
    return error;
}

db::DbError call_error(const PGconn* conn, std::string operation) {
    const bool lost = PQstatus(conn) == CONNECTION_BAD || PQsocket(conn) < 0;
    db::DbError error = own_error(
        lost ? db::ErrorClass::connection_lost : db::ErrorClass::other, std::move(operation), {}
    );
    error.server_text = trimmed(PQerrorMessage(conn));
    return error;
}

db::DbError result_error(const PGresult* result, const PGconn* conn, std::string operation) {
    const auto sqlstate = field(result, PG_DIAG_SQLSTATE);
    if (sqlstate.empty()) {
        db::DbError error = call_error(conn, std::move(operation));
        if (error.server_text.empty()) {
            error.server_text = trimmed(PQresultErrorMessage(result));
        }
        return error;
    }
    const auto text = field(result, PG_DIAG_MESSAGE_PRIMARY);
    const auto detail = field(result, PG_DIAG_MESSAGE_DETAIL);
    db::DbError error;
    error.operation = std::move(operation);
    error.set_sqlstate(sqlstate);
    error.cls = classify_sqlstate(sqlstate, text);
    if (ends_session(field(result, PG_DIAG_SEVERITY_NONLOCALIZED)) &&
        !db::poisons_connection(error.cls)) {
        error.cls = db::ErrorClass::connection_lost;
    }
    error.server_text = text;
    if (!detail.empty()) {
        error.server_text += "; ";
        error.server_text += detail;
    }
    return error;
}

db::DbError connect_error(const PGconn* conn) {
    return sign_in_error({PQerrorMessage(conn), PQconnectionNeedsPassword(conn) != 0});
}

void LastWords::listen(PGconn* conn) { PQsetNoticeReceiver(conn, &LastWords::receive, this); }

void LastWords::clear() noexcept {
    sqlstate_.clear();
    text_.clear();
}

void LastWords::add_to(db::DbError& error) const {
    if (!sqlstate_.empty()) {
        error.set_sqlstate(sqlstate_);
        error.server_text = text_;
    }
}

void LastWords::receive(void* self, const PGresult* notice) {
    if (ends_session(field(notice, PG_DIAG_SEVERITY_NONLOCALIZED))) {
        auto* words = static_cast<LastWords*>(self);
        words->sqlstate_ = field(notice, PG_DIAG_SQLSTATE);
        words->text_ = field(notice, PG_DIAG_MESSAGE_PRIMARY);
    }
}

}  // namespace oltpsim::drivers::postgresql
