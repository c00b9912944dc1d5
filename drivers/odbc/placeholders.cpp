// One pass over the text. Quoted text and comments are copied as they are.
#include "drivers/odbc/placeholders.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace oltpsim::drivers::odbc {
namespace {

// Behind a quote, a comment or a dollar quote that starts at `at`; `at` itself when none does.
std::size_t end_of_quoted(std::string_view sql, std::size_t at) noexcept {
    const char c = sql[at];
    const auto behind = [&](std::string_view closing, std::size_t from) {
        const std::size_t end = sql.find(closing, from);
        return end == std::string_view::npos ? sql.size() : end + closing.size();
    };
    if (c == '\'' || c == '"' || c == '`') {
        return behind(sql.substr(at, 1), at + 1);
    }
    if (sql.substr(at).starts_with("--")) {
        return behind("\n", at);
    }
    if (sql.substr(at).starts_with("/*")) {
        return behind("*/", at + 2);
    }
    if (c == '$') {
        std::size_t end = at + 1;
        while (end < sql.size() && is_word(sql[end])) {
            ++end;
        }
        const bool tag = end < sql.size() && sql[end] == '$' && !is_digit(sql[at + 1]);
        return tag ? behind(sql.substr(at, end + 1 - at), end + 1) : at;
    }
    return at;
}

}  // namespace

Placeholders to_question_marks(std::string_view sql, std::span<const std::string_view> types) {
    Placeholders out;
    out.sql.reserve(sql.size());
    for (std::size_t at = 0; at < sql.size();) {
        if (const std::size_t end = end_of_quoted(sql, at); end != at) {
            out.sql += sql.substr(at, end - at);
            at = end;
        } else if (sql[at] == '$' && at + 1 < sql.size() && is_digit(sql[at + 1])) {
            std::uint32_t number = 0;
            for (++at; at < sql.size() && is_digit(sql[at]); ++at) {
                number = number * 10 + static_cast<std::uint32_t>(sql[at] - '0');
            }
            const std::uint32_t value = std::max(number, 1U) - 1;
            out.values.push_back(value);
            if (value < types.size()) {
                out.sql.append("CAST(? AS ").append(types[value]).append(")");
            } else {
                out.sql += '?';
            }
        } else {
            if (sql[at] == '?') {
                out.values.push_back(static_cast<std::uint32_t>(out.values.size()));
            }
            out.sql += sql[at++];
        }
    }
    return out;
}

}  // namespace oltpsim::drivers::odbc
