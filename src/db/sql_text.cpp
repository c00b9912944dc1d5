// SQL as text: quotes, comments, placeholders and marks.
#include "db/sql_text.hpp"

#include "core/ascii.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace oltpsim::db {
namespace {

constexpr std::array<std::string_view, 5> kKeys = {"name", "params", "rows", "prepare", "writes"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// One letter wrong, missing or too many.
bool one_letter_off(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) {
        std::swap(a, b);
    }
    if (b.size() - a.size() > 1) {
        return false;
    }
    const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin());
    const auto rest_a = static_cast<std::size_t>(in_a - a.begin());
    const std::string_view tail_b = b.substr(rest_a + 1);
    return a.size() == b.size() ? a.substr(std::min(rest_a + 1, a.size())) == tail_b
                                : a.substr(rest_a) == tail_b;
}

/// Where the quoted text, dollar-quoted body or comment that starts at `at` ends; `at` itself when none starts there.
std::size_t skip_quoted(std::string_view sql, std::size_t at) {
    const auto until = [&](std::string_view mark, std::size_t from) {
        const std::size_t end = sql.find(mark, from);
        return end == std::string_view::npos ? sql.size() : end + mark.size();
    };
    const char c = sql[at];
    if (c == '\'' || c == '"' || c == '`') {
        return until(sql.substr(at, 1), at + 1);
    }
    if (sql.substr(at).starts_with("/*")) {
        return until("*/", at + 2);
    }
    if (c == '$' && at + 1 < sql.size() && !is_digit(sql[at + 1])) {
        std::size_t end = at + 1;
        while (end < sql.size() && is_word(sql[end])) {
            ++end;
        }
        if (end < sql.size() && sql[end] == '$') {
            return until(sql.substr(at, end - at + 1), end + 1);
        }
    }
    return at;
}

/// Upper-case words outside quotes, in order.
std::vector<std::string> keywords(std::string_view sql) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < sql.size();) {
        if (const std::size_t end = skip_quoted(sql, at); end != at) {
            at = end;
            continue;
        }
        if (!is_word(sql[at])) {
            ++at;
            continue;
        }
        std::string& word = words.emplace_back();
        for (; at < sql.size() && is_word(sql[at]); ++at) {
            const char c = sql[at];
            word += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }
    return words;
}

template <std::size_t N>
bool any_of_words(
    const std::vector<std::string>& words, const std::array<std::string_view, N>& wanted
) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
    });
}

}  // namespace

std::optional<SqlDirective> parse_directive(std::string_view line) {
    line = trim(line);
    if (!line.starts_with("--")) {
        return std::nullopt;
    }
    line = trim(line.substr(2));
    std::size_t end = 0;
    while (end < line.size() && ((line[end] >= 'a' && line[end] <= 'z') || line[end] == '_')) {
        ++end;
    }
    if (end == 0 || end >= line.size() || line[end] != ':') {
        return std::nullopt;
    }
    SqlDirective found;
    found.key = line.substr(0, end);
    found.value = trim(line.substr(end + 1));
    if (std::find(kKeys.begin(), kKeys.end(), found.key) != kKeys.end()) {
        return found;
    }
    const auto meant = std::find_if(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
        return one_letter_off(key, found.key);
    });
    if (meant == kKeys.end()) {
        return std::nullopt;
    }
    found.near = *meant;
    return found;
}

bool is_statement_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_word);
}

void for_each_line(
    std::string_view content, const std::function<void(std::size_t, std::string_view)>& use
) {
    if (content.starts_with("\xEF\xBB\xBF")) {
        content.remove_prefix(3);
    }
    std::size_t number = 0;
    while (!content.empty()) {
        const std::size_t end = std::min(content.find('\n'), content.size());
        std::string_view line = content.substr(0, end);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        use(++number, line);
        content.remove_prefix(std::min(end + 1, content.size()));
    }
}

// `--` counts as a comment between blanks only: 5--3 is arithmetic.
std::string without_comment(std::string_view line) {
    if (trim(line).starts_with("--")) {
        return {};
    }
    for (std::size_t at = 0; at < line.size();) {
        if (const std::size_t end = skip_quoted(line, at); end != at) {
            at = end;
            continue;
        }
        const bool starts =
            line.substr(at).starts_with("--") && (at == 0 || is_blank(line[at - 1])) &&
            (at + 2 >= line.size() || is_blank(line[at + 2]) || line[at + 2] == '-');
        if (starts) {
            line = line.substr(0, at);
            break;
        }
        ++at;
    }
    while (!line.empty() && is_blank(line.back())) {
        line.remove_suffix(1);
    }
    return std::string(line);
}

std::string trim_sql(std::string_view text) {
    text = trim(text);
    while (text.ends_with(';')) {
        text = trim(text.substr(0, text.size() - 1));
    }
    return std::string(text);
}

bool holds_several_statements(std::string_view sql) {
    bool semicolon = false;
    for (std::size_t at = 0; at < sql.size() && !semicolon;) {
        const std::size_t end = skip_quoted(sql, at);
        semicolon = end == at && sql[at] == ';';
        at = std::max(end, at + 1);
    }
    constexpr std::array<std::string_view, 5> kRoutine = {
        "PROCEDURE", "FUNCTION", "TRIGGER", "BEGIN", "DECLARE"
    };
    return semicolon && !any_of_words(keywords(sql), kRoutine);
}

bool changes_rows(std::string_view sql) {
    constexpr std::array<std::string_view, 8> kVerbs = {
        "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "TRUNCATE", "CALL", "EXEC"
    };
    const std::vector<std::string> words = keywords(sql);
    if (words.empty()) {
        return false;
    }
    if (words.front() == "WITH") {
        return any_of_words(words, kVerbs);
    }
    return any_of_words({words.front()}, kVerbs);
}

std::size_t count_placeholders(std::string_view sql) {
    std::size_t questions = 0;
    std::size_t highest = 0;
    for (std::size_t at = 0; at < sql.size();) {
        if (const std::size_t end = skip_quoted(sql, at); end != at) {
            at = end;
            continue;
        }
        questions += sql[at] == '?' ? 1 : 0;
        std::size_t number = 0;
        std::size_t digits = 0;
        if (sql[at] == '$') {
            for (; digits < 6 && at + 1 + digits < sql.size() && is_digit(sql[at + 1 + digits]);
                 ++digits) {
                number = number * 10 + static_cast<std::size_t>(sql[at + 1 + digits] - '0');
            }
        }
        highest = std::max(highest, number);
        at += 1 + digits;
    }
    return highest > 0 ? highest : questions;
}

std::string fill_marks(
    std::string_view sql, const std::map<std::string, std::string>& marks, std::string& missing
) {
    std::string text;
    text.reserve(sql.size());
    for (std::size_t at = 0; at < sql.size(); ++at) {
        std::size_t end = at + 1;
        while (sql[at] == '{' && end < sql.size() && is_word(sql[end])) {
            ++end;
        }
        const bool mark = sql[at] == '{' && end > at + 1 && end < sql.size() && sql[end] == '}';
        if (!mark) {
            text += sql[at];
            continue;
        }
        const std::string word(sql.substr(at + 1, end - at - 1));
        const auto value = marks.find(word);
        if (value != marks.end()) {
            text += value->second;
        } else if (missing.empty()) {
            missing = word;
        }
        at = end;
    }
    return text;
}

}  // namespace oltpsim::db
