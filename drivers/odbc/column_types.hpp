// What a column of a result is, by the driver's description of it, and how its cells are read. Pure functions, thread: any.
#pragma once

#include "db/value.hpp"
#include "drivers/odbc/dialect.hpp"

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace oltpsim::drivers::odbc {

/// What becomes of a column's cells.
enum class Reading : std::uint8_t {
    integer,
    unsigned_big,  ///< read as text, an integer where it fits
    real,
    decimal,
    timestamp,
    text,
    whole_decimal,    ///< SQLite: a whole number of the column's smallest unit
    whole_timestamp,  ///< SQLite: microseconds
};

/// A column as the driver describes it.
struct Described {
    SQLSMALLINT sql_type = SQL_VARCHAR;
    SQLULEN size = 0;
    SQLSMALLINT digits = 0;
    bool is_unsigned = false;
    std::string type_name;  ///< SQLite only: as declared
};

Reading reading_of(Dialect dialect, const Described& column) noexcept;
/// May a value be longer than the driver says, or too long for a block of rows?
bool is_long(Dialect dialect, const Described& column) noexcept;
/// "12.34" as a decimal of two digits, ".50" too; other text as text.
db::Value decimal_of(std::string_view text) noexcept;
/// ODBC's type of the buffer that a cell is read into.
SQLSMALLINT c_type_of(Reading reading) noexcept;
/// Bytes that buffer needs, for texts those of the longest value described.
std::size_t bytes_for(Reading reading, const Described& column) noexcept;

}  // namespace oltpsim::drivers::odbc
