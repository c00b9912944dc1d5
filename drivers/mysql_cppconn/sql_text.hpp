// Placeholders in SQL texts: filled in with literals for statements that are not prepared, and typed where the library
// has no type of its own. Pure functions, thread: any.
#pragma once

#include "db/value.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace oltpsim::drivers::mysql_cppconn {

/// `sql` with each placeholder replaced by the next value; nullopt when their numbers differ.
std::optional<std::string> fill_in(std::string_view sql, std::span<const db::Value> values);

/// `sql` with each placeholder of a decimal parameter as CAST(? AS DECIMAL(38,18)), which holds every db::Value exactly.
/// The library sends decimals as text, with which the server would calculate in doubles.
std::string with_exact_decimals(std::string_view sql, std::span<const db::ColumnType> types);

/// "2024-02-29 23:59:59.999999", as servers read and print it. `micros` since 1970 UTC.
std::string datetime_text(std::int64_t micros);

/// `name` as an identifier.
std::string quoted_name(std::string_view name);

}  // namespace oltpsim::drivers::mysql_cppconn
