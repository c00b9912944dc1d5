// Values into and out of SQLite, which knows only integers, reals, texts and blobs.
//
// Decimals are stored exactly, as integers in units of 10^-scale: DECIMAL(12,2) holds 12.34 as 1234. Timestamps are
// integers of microseconds since 1970 UTC. The declared type of the column a result comes from tells them apart when
// reading; an expression has none, so SUM(amount) of a DECIMAL(12,2) column comes as an integer number of cents.
#pragma once

#include "db/result_set.hpp"
#include "db/value.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

struct sqlite3_stmt;

namespace oltpsim::drivers::sqlite {

/// How an integer of a result column is to be read.
struct ColumnReading {
    enum class Kind : std::uint8_t { plain, decimal, timestamp } kind = Kind::plain;
    std::uint8_t scale = 0;
};

/// From a declared type such as "DECIMAL(12,2)" or "timestamp".
ColumnReading reading_of(std::string_view declared_type) noexcept;
/// One per column of the result.
std::vector<ColumnReading> readings_of(sqlite3_stmt* statement);

/// Binds a value to the 1-based parameter; text is not copied. Returns SQLite's code.
int bind_value(sqlite3_stmt* statement, int index, const db::Value& value) noexcept;

/// The cell of the current row; text lives until the next step.
db::Value read_cell(sqlite3_stmt* statement, int column, ColumnReading reading) noexcept;

}  // namespace oltpsim::drivers::sqlite
