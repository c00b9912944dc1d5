// Reads libpq's error fields.
#include "drivers/postgresql/server_error.hpp"

#include "drivers/postgresql/error_map.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <string_view>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

std::string_view field(const PGresult* result, int which) noexcept {
    const char* text = PQresultErrorField(result, which);
    return text != nullptr ? std::string_view{text} : std::string_view{};
}

std::string trimmed(std::string_view text) {
    while (!text.empty() && text.back() == '\n') {
        text.remove_suffix(1);
    }
    return std::string{text};
}

}  // namespace

// Both end the session; severities are compared in their unlocalised form (servers from 9.6 on).
bool ends_session(std::string_view severity) noexcept {
    return severity == "FATAL" || severity == "PANIC";
}

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
    return server_error(
        {field(result, PG_DIAG_SEVERITY_NONLOCALIZED),
         sqlstate,
         field(result, PG_DIAG_MESSAGE_PRIMARY),
         field(result, PG_DIAG_MESSAGE_DETAIL)},
        std::move(operation)
    );
}

db::DbError server_error(const ErrorFields& fields, std::string operation) {
    db::DbError error;
    error.operation = std::move(operation);
    error.set_sqlstate(fields.sqlstate);
    error.cls = classify_sqlstate(fields.sqlstate, fields.message);
    if (ends_session(fields.severity) && !db::poisons_connection(error.cls)) {
        error.cls = db::ErrorClass::connection_lost;
    }
    error.server_text = fields.message;
    if (!fields.detail.empty()) {
        error.server_text += "; ";
        error.server_text += fields.detail;
    }
    return error;
}

bool read_error_fields(std::string_view body, ErrorFields& fields) noexcept {
    while (!body.empty() && body[0] != '\0') {
        const char code = body[0];
        body.remove_prefix(1);
        const std::size_t end = body.find('\0');
        if (end == std::string_view::npos) {
            return false;
        }
        const std::string_view text = body.substr(0, end);
        body.remove_prefix(end + 1);
        switch (code) {
            case 'V': fields.severity = text; break;
            case 'C': fields.sqlstate = text; break;
            case 'M': fields.message = text; break;
            case 'D': fields.detail = text; break;
            default: break;  // fields not known to us are to be ignored
        }
    }
    return body.size() == 1;
}

std::string unread_type(std::string_view column, unsigned int type) {
    return fmt::format(
        "column {} has a type we do not read (number {}): cast it in the SQL", column, type
    );
}

db::DbError connect_error(const PGconn* conn) {
    return sign_in_error({PQerrorMessage(conn), PQconnectionNeedsPassword(conn) != 0});
}

void LastWords::listen(PGconn* conn) { PQsetNoticeReceiver(conn, &LastWords::receive, this); }

void LastWords::clear() noexcept {
    sqlstate_.clear();
    text_.clear();
}

void LastWords::note(const db::DbError& error) {
    sqlstate_ = error.sqlstate.data();
    text_ = error.server_text;
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
