// Reading diagnostic records.
#include "drivers/odbc/diagnostics.hpp"

#include "drivers/odbc/connection_string.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <algorithm>
#include <array>

namespace oltpsim::drivers::odbc {
namespace {

constexpr SQLSMALLINT kMostRecords = 20;
// Shorter ones would blank out half of every message, and so give themselves away.
constexpr std::size_t kShortestHidden = 4;

void hide(std::string& text, std::string_view what) {
    constexpr std::string_view kMask = "***";
    if (what.size() < kShortestHidden) {
        return;
    }
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += kMask.size()) {
        text.replace(at, what.size(), kMask);
    }
}

std::string joined(const std::vector<Record>& records) {
    std::string text;
    std::vector<std::string_view> seen;
    for (const Record& record : records) {
        // Several records often say the same.
        if (std::find(seen.begin(), seen.end(), record.text) != seen.end()) {
            continue;
        }
        seen.push_back(record.text);
        text += text.empty() ? "" : "; ";
        text += record.text;
    }
    return text;
}

}  // namespace

std::vector<Record> records_of(SQLSMALLINT kind, SQLHANDLE handle) {
    std::vector<Record> records;
    std::array<SQLWCHAR, 6> state{};  // five characters and a NUL
    std::vector<SQLWCHAR> text(1024);
    for (SQLSMALLINT number = 1; number <= kMostRecords; ++number) {
        SQLINTEGER native = 0;
        SQLSMALLINT length = 0;
        const SQLRETURN code = SQLGetDiagRecW(
            kind,
            handle,
            number,
            state.data(),
            &native,
            text.data(),
            static_cast<SQLSMALLINT>(text.size()),
            &length
        );
        if (!SQL_SUCCEEDED(code)) {
            break;
        }
        const auto room = text.size() - 1;
        const std::size_t got = std::min(static_cast<std::size_t>(std::max<int>(length, 0)), room);
        std::string message = to_utf8(text.data(), got);
        while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) {
            message.pop_back();
        }
        records.push_back({to_utf8(state.data(), 5), native, std::move(message)});
    }
    return records;
}

std::string without_secret(std::string text, const db::Secret& secret) {
    if (secret.is_set()) {
        hide(text, quoted_value(secret.reveal()));
        hide(text, secret.reveal());
    }
    return db::redact(text);
}

db::DbError error_of(
    const std::vector<Record>& records,
    Dialect dialect,
    bool opening,
    std::string operation,
    const db::Secret& secret
) {
    db::DbError error;
    error.operation = std::move(operation);
    error.cls = opening ? db::ErrorClass::connect_failed : db::ErrorClass::other;
    bool definite = false;
    for (const Record& record : records) {
        const db::ErrorClass cls = class_of(dialect, record.view(), opening);
        const bool vague = cls == db::ErrorClass::other || cls == db::ErrorClass::connect_failed;
        if (!definite && (!vague || error.sqlstate[0] == '\0')) {
            error.cls = cls;
            error.native = record.native;
            error.set_sqlstate(record.sqlstate == "HY000" ? "" : record.sqlstate);
            definite = !vague;
        }
    }
    error.server_text = without_secret(joined(records), secret);
    if (records.empty()) {
        error.message = "the ODBC driver gave no reason";
    }
    return error;
}

}  // namespace oltpsim::drivers::odbc
