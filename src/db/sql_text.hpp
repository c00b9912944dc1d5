// SQL as text: quotes, comments, placeholders and marks, without knowing a dialect. Pure functions, thread: any.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::db {

/// A `-- key: value` line of a SQL file.
struct SqlDirective {
    std::string key;    ///< one lower-case word
    std::string value;  ///< trimmed
    std::string near;   ///< the known key that was probably meant when `key` is not one, else empty
};

/// The directive in this line; nullopt for SQL text and for plain comments.
std::optional<SqlDirective> parse_directive(std::string_view line);
bool is_statement_name(std::string_view text);
/// Calls `use` with the 1-based number and text of each line; CR LF and a byte order mark are accepted.
void for_each_line(
    std::string_view content, const std::function<void(std::size_t, std::string_view)>& use
);
/// The line without a `-- …` comment that stands outside quotes, trailing blanks removed; "" when nothing is left.
std::string without_comment(std::string_view line);
/// Without blanks around it and without the closing semicolon.
std::string trim_sql(std::string_view text);
/// A semicolon outside quotes with more text behind it, other than in the body of a routine?
bool holds_several_statements(std::string_view sql);
/// Does it hold INSERT, UPDATE, DELETE, REPLACE, MERGE, CALL or EXEC as its verb (also behind WITH)?
bool changes_rows(std::string_view sql);
/// Number of `?`, or the highest n of `$n`, outside quotes and comments.
std::size_t count_placeholders(std::string_view sql);
/// Replaces each `{word}` by its value. `missing` receives the first word without one.
std::string fill_marks(
    std::string_view sql, const std::map<std::string, std::string>& marks, std::string& missing
);

}  // namespace oltpsim::db
