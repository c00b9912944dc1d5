// Values into the library's prepared statements and rows out of its results. Both throw the library's exceptions.
#pragma once

#include "db/result_set.hpp"
#include "db/value.hpp"

namespace sql {
class PreparedStatement;
class ResultSet;
}  // namespace sql

namespace oltpsim::drivers::mysql_cppconn {

/// Binds a value to the 1-based parameter of the declared type; text is copied.
void bind_value(
    sql::PreparedStatement& statement, unsigned index, const db::Value& value, db::ColumnType type
);

/// Appends all rows. Integers, doubles and decimals keep their type; everything else, timestamps too, becomes text as the
/// server prints it.
void append_rows(sql::ResultSet& rows, db::ResultSet& out);
/// Appends all rows as text cells.
void append_text_rows(sql::ResultSet& rows, db::ResultSet& out);

}  // namespace oltpsim::drivers::mysql_cppconn
