// Placeholders as ODBC knows them: every value is a '?'. Pure functions, thread: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::odbc {

/// A statement with '?' only, and which value each of them takes.
struct Placeholders {
    std::string sql;
    std::vector<std::uint32_t> values;  ///< 0-based index of the value, per '?'
};

/// Turns $1, $2, … outside quotes, dollar quotes and comments into '?'; '?' stays.
Placeholders to_question_marks(std::string_view sql);

}  // namespace oltpsim::drivers::odbc
