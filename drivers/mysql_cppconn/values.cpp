// Values into the library's prepared statements and rows out of its results.
#include "drivers/mysql_cppconn/values.hpp"

#include "db/decimal_text.hpp"
#include "drivers/mysql_cppconn/sql_text.hpp"

#include <cppconn/datatype.h>
#include <cppconn/prepared_statement.h>
#include <cppconn/resultset.h>
#include <cppconn/resultset_metadata.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

enum class Reading : std::uint8_t { integer, unsigned_big, real, decimal, text };

Reading reading_of(sql::ResultSetMetaData& columns, unsigned column) {
    switch (columns.getColumnType(column)) {
        case sql::DataType::TINYINT:
        case sql::DataType::SMALLINT:
        case sql::DataType::MEDIUMINT:
        case sql::DataType::INTEGER:
        case sql::DataType::YEAR: return Reading::integer;
        case sql::DataType::BIGINT:
            return columns.isSigned(column) ? Reading::integer : Reading::unsigned_big;
        case sql::DataType::REAL:
        case sql::DataType::DOUBLE: return Reading::real;
        case sql::DataType::DECIMAL:
        case sql::DataType::NUMERIC: return Reading::decimal;
        default: return Reading::text;
    }
}

// As many digits after the point as the server sent. One that does not fit 64 bits stays text.
db::Value decimal_or_text(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::size_t scale = point == std::string_view::npos ? 0 : text.size() - point - 1;
    const auto narrow = static_cast<std::uint8_t>(std::min<std::size_t>(scale, 255));
    const auto unscaled = db::parse_decimal(text, narrow);
    return unscaled ? db::Value::decimal(*unscaled, narrow) : db::Value::text(text);
}

void append_cell(sql::ResultSet& rows, unsigned column, Reading reading, db::ResultSet& out) {
    if (rows.isNull(column)) {
        out.add_cell(db::Value::null());
        return;
    }
    if (reading == Reading::integer) {
        out.add_cell(db::Value::integer(rows.getInt64(column)));
        return;
    }
    if (reading == Reading::real) {
        out.add_cell(db::Value::floating(static_cast<double>(rows.getDouble(column))));
        return;
    }
    if (reading == Reading::unsigned_big) {
        const std::uint64_t number = rows.getUInt64(column);
        if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            out.add_cell(db::Value::integer(static_cast<std::int64_t>(number)));
            return;
        }
    }
    const sql::SQLString text = rows.getString(column);
    const std::string& chars = text.asStdString();
    out.add_cell(reading == Reading::decimal ? decimal_or_text(chars) : db::Value::text(chars));
}

}  // namespace

void bind_value(
    sql::PreparedStatement& statement, unsigned index, const db::Value& value, db::ColumnType type
) {
    switch (value.type) {
        case db::ValueType::null: statement.setNull(index, sql::DataType::VARCHAR); break;
        case db::ValueType::integer:
            // Declared narrow but too large: the server is to judge it.
            if (type == db::ColumnType::int32 &&
                static_cast<std::int32_t>(value.number) == value.number) {
                statement.setInt(index, static_cast<std::int32_t>(value.number));
            } else {
                statement.setInt64(index, value.number);
            }
            break;
        case db::ValueType::float64: statement.setDouble(index, value.real); break;
        case db::ValueType::text:
            statement.setString(index, sql::SQLString(value.chars.data(), value.chars.size()));
            break;
        case db::ValueType::decimal:
            statement.setString(index, db::decimal_text(value.number, value.scale));
            break;
        case db::ValueType::timestamp:
            statement.setString(index, datetime_text(value.number));
            break;
    }
}

void append_rows(sql::ResultSet& rows, db::ResultSet& out) {
    sql::ResultSetMetaData& columns = *rows.getMetaData();
    std::vector<Reading> readings;
    for (unsigned i = 1; i <= columns.getColumnCount(); ++i) {
        readings.push_back(reading_of(columns, i));
    }
    out.set_columns(static_cast<std::uint32_t>(readings.size()));
    while (rows.next()) {
        for (unsigned i = 0; i < readings.size(); ++i) {
            append_cell(rows, i + 1, readings[i], out);
        }
        out.count_row();
    }
}

void append_text_rows(sql::ResultSet& rows, db::ResultSet& out) {
    const unsigned columns = rows.getMetaData()->getColumnCount();
    out.set_columns(columns);
    while (rows.next()) {
        for (unsigned i = 1; i <= columns; ++i) {
            append_cell(rows, i, Reading::text, out);
        }
        out.count_row();
    }
}

}  // namespace oltpsim::drivers::mysql_cppconn
