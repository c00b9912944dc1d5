// See sql_text.hpp. Source: MySQL reference manual, "String Literals" and "Comments". Safe for utf8mb4 and latin1,
// where no byte of a multi-byte character is a quote or a backslash.
#include "drivers/mysql/sql_text.hpp"

#include "db/decimal_text.hpp"
#include "drivers/mysql/cell_codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace oltpsim::drivers::mysql {
namespace {

void append_text(std::string& out, std::string_view text, bool backslash_escapes) {
    out.push_back('\'');
    for (const char c : text) {
        if (c == '\'') {
            out.append("''");
        } else if (c == '\\' && backslash_escapes) {
            out.append("\\\\");
        } else {
            out.push_back(c);
        }
    }
    out.push_back('\'');
}

// Length of the quoted text or comment that starts at `at`, 0 if none does.
std::size_t skipped(std::string_view sql, std::size_t at, bool backslash_escapes) noexcept {
    const char first = sql[at];
    if (first == '\'' || first == '"' || first == '`') {
        std::size_t end = at + 1;
        while (end < sql.size() && sql[end] != first) {
            end += sql[end] == '\\' && backslash_escapes && first != '`' ? 2 : 1;
        }
        return std::min(end + 1, sql.size()) - at;
    }
    const bool dashes = sql.substr(at, 2) == "--" && (at + 2 == sql.size() || sql[at + 2] <= ' ');
    if (first == '#' || dashes) {
        const std::size_t end = sql.find('\n', at);
        return (end == std::string_view::npos ? sql.size() : end) - at;
    }
    if (sql.substr(at, 2) == "/*") {
        const std::size_t end = sql.find("*/", at + 2);
        return (end == std::string_view::npos ? sql.size() : end + 2) - at;
    }
    return 0;
}

}  // namespace

void append_literal(std::string& out, const db::Value& value, bool backslash_escapes) {
    CellText text;
    switch (value.type) {
        case db::ValueType::null: out.append("NULL"); break;
        case db::ValueType::integer:
            fmt::format_to(std::back_inserter(out), "{}", value.number);
            break;
        case db::ValueType::float64:
            // An exponent makes it a double; there is no literal for what is not finite.
            if (std::isfinite(value.real)) {
                fmt::format_to(std::back_inserter(out), "{:.17e}", value.real);
            } else {
                out.append("NULL");
            }
            break;
        case db::ValueType::text: append_text(out, value.chars, backslash_escapes); break;
        case db::ValueType::decimal: out.append(db::decimal_text(value.number, value.scale)); break;
        case db::ValueType::timestamp:
            append_text(
                out, {text.chars, print_datetime(to_civil(value.number), text.chars)}, false
            );
            break;
    }
}

bool append_sql(
    std::string& out,
    std::string_view sql,
    std::span<const db::Value> params,
    bool backslash_escapes
) {
    std::size_t next = 0;
    for (std::size_t at = 0; at < sql.size();) {
        if (const std::size_t skip = skipped(sql, at, backslash_escapes); skip > 0) {
            out.append(sql.substr(at, skip));
            at += skip;
            continue;
        }
        if (sql[at] != '?') {
            out.push_back(sql[at++]);
            continue;
        }
        if (next == params.size()) {
            return false;
        }
        append_literal(out, params[next++], backslash_escapes);
        ++at;
    }
    return next == params.size();
}

}  // namespace oltpsim::drivers::mysql
