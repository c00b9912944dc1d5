// Source: MySQL reference manual, "Literal Values" and "Comments".
#include "drivers/mysql_cppconn/sql_text.hpp"

#include "db/decimal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

// Behind the quoted text that starts at `at`. A doubled quote reads as two texts side by side, with the same outcome.
std::size_t behind_quotes(std::string_view sql, std::size_t at) noexcept {
    const char quote = sql[at];
    for (++at; at < sql.size() && sql[at] != quote; ++at) {
        at += sql[at] == '\\' && quote != '`' ? 1 : 0;
    }
    return std::min(at + 1, sql.size());
}

// Position of the first placeholder at or behind `at`; npos if there is none.
std::size_t next_placeholder(std::string_view sql, std::size_t at) noexcept {
    while (at < sql.size()) {
        const std::string_view rest = sql.substr(at);
        if (rest[0] == '?') {
            return at;
        }
        if (rest[0] == '\'' || rest[0] == '"' || rest[0] == '`') {
            at = behind_quotes(sql, at);
        } else if (rest.starts_with("-- ") || rest[0] == '#') {
            at = std::min(sql.find('\n', at), sql.size());
        } else if (rest.starts_with("/*")) {
            const std::size_t end = sql.find("*/", at + 2);
            at = end == std::string_view::npos ? sql.size() : end + 2;
        } else {
            ++at;
        }
    }
    return std::string_view::npos;
}

// What a backslash means depends on the session's sql_mode, and hexadecimal digits mean the same in all.
std::string text_literal(std::string_view text) {
    if (text.find('\\') != std::string_view::npos) {
        std::string out = "_utf8mb4 X'";
        for (const char c : text) {
            out += fmt::format("{:02X}", static_cast<unsigned char>(c));
        }
        return out + "'";
    }
    std::string out = "'";
    for (const char c : text) {
        out.append(c == '\'' ? 2 : 1, c);
    }
    return out + "'";
}

std::string literal(const db::Value& value) {
    switch (value.type) {
        case db::ValueType::null: return "NULL";
        case db::ValueType::integer: return fmt::format("{}", value.number);
        // The exponent keeps it from being read as a decimal. Infinity and NaN have no literal.
        case db::ValueType::float64:
            return std::isfinite(value.real) ? fmt::format("{:.16e}", value.real) : "NULL";
        case db::ValueType::text: return text_literal(value.chars);
        case db::ValueType::decimal: return db::decimal_text(value.number, value.scale);
        case db::ValueType::timestamp: return "'" + datetime_text(value.number) + "'";
    }
    return "NULL";
}

}  // namespace

std::optional<std::string> fill_in(std::string_view sql, std::span<const db::Value> values) {
    std::string out;
    std::size_t from = 0;
    std::size_t at = next_placeholder(sql, 0);
    for (const db::Value& value : values) {
        if (at == std::string_view::npos) {
            return std::nullopt;
        }
        out.append(sql.substr(from, at - from)).append(literal(value));
        from = at + 1;
        at = next_placeholder(sql, from);
    }
    if (at != std::string_view::npos) {
        return std::nullopt;
    }
    return out.append(sql.substr(from));
}

std::string with_exact_decimals(std::string_view sql, std::span<const db::ColumnType> types) {
    std::string out;
    std::size_t from = 0;
    for (const db::ColumnType type : types) {
        const std::size_t at = next_placeholder(sql, from);
        if (at == std::string_view::npos) {
            break;
        }
        out.append(sql.substr(from, at - from));
        out.append(type == db::ColumnType::decimal ? "CAST(? AS DECIMAL(38,18))" : "?");
        from = at + 1;
    }
    return out.append(sql.substr(from));
}

std::string datetime_text(std::int64_t micros) {
    using namespace std::chrono;
    const sys_time<microseconds> at{microseconds{micros}};
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss time{at - day};
    return fmt::format(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06}",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()),
        time.hours().count(),
        time.minutes().count(),
        time.seconds().count(),
        time.subseconds().count()
    );
}

std::string quoted_name(std::string_view name) {
    std::string out = "`";
    for (const char c : name) {
        out.append(c == '`' ? 2 : 1, c);
    }
    return out + "`";
}

}  // namespace oltpsim::drivers::mysql_cppconn
