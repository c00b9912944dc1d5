// Placeholders as ODBC knows them: every value is a '?'. Pure functions, thread: any.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::odbc {

/// A statement with '?' only, and which value each of them takes.
struct Placeholders {
    std::string sql;
    std::vector<std::uint32_t> values;  ///< 0-based index of the value, per '?'
};

/// Turns $1, $2, … outside quotes, dollar quotes and comments into '?'; '?' stays. `types`: where not empty, the type that
/// each value is cast to, by its index: one value that stands in several places has one type for the server only then.
Placeholders to_question_marks(std::string_view sql, std::span<const std::string_view> types = {});

}  // namespace oltpsim::drivers::odbc
