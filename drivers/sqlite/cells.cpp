// Values into and out of SQLite.
#include "drivers/sqlite/cells.hpp"

#include "core/ascii.hpp"
#include "db/decimal_text.hpp"

#include <sqlite3.h>

namespace oltpsim::drivers::sqlite {
ColumnReading reading_of(std::string_view declared_type) noexcept {
    if (begins_with(declared_type, "timestamp") || begins_with(declared_type, "datetime")) {
        return {ColumnReading::Kind::timestamp, 0};
    }
    if (!begins_with(declared_type, "decimal") && !begins_with(declared_type, "numeric")) {
        return {};
    }
    return {ColumnReading::Kind::decimal, db::declared_scale(declared_type)};
}

std::vector<ColumnReading> readings_of(sqlite3_stmt* statement) {
    std::vector<ColumnReading> readings;
    const int columns = sqlite3_column_count(statement);
    readings.reserve(static_cast<std::size_t>(columns));
    for (int i = 0; i < columns; ++i) {
        const char* type = sqlite3_column_decltype(statement, i);
        readings.push_back(type != nullptr ? reading_of(type) : ColumnReading{});
    }
    return readings;
}

int bind_value(sqlite3_stmt* statement, int index, const db::Value& value) noexcept {
    switch (value.type) {
        case db::ValueType::null: return sqlite3_bind_null(statement, index);
        case db::ValueType::integer:
        case db::ValueType::decimal:
        case db::ValueType::timestamp: return sqlite3_bind_int64(statement, index, value.number);
        case db::ValueType::float64: return sqlite3_bind_double(statement, index, value.real);
        case db::ValueType::text: {
            // A null pointer would bind NULL; an empty text is a text.
            const char* text = value.chars.data() != nullptr ? value.chars.data() : "";
            return sqlite3_bind_text64(
                statement, index, text, value.chars.size(), SQLITE_STATIC, SQLITE_UTF8
            );
        }
    }
    return SQLITE_MISUSE;
}

db::Value read_cell(sqlite3_stmt* statement, int column, ColumnReading reading) noexcept {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER: {
            const std::int64_t number = sqlite3_column_int64(statement, column);
            if (reading.kind == ColumnReading::Kind::decimal) {
                return db::Value::decimal(number, reading.scale);
            }
            return reading.kind == ColumnReading::Kind::timestamp ? db::Value::timestamp(number)
                                                                  : db::Value::integer(number);
        }
        case SQLITE_FLOAT: return db::Value::floating(sqlite3_column_double(statement, column));
        case SQLITE_NULL: return db::Value::null();
        default: {
            const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
            const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
            return db::Value::text(
                bytes != nullptr ? std::string_view(bytes, length) : std::string_view("")
            );
        }
    }
}

}  // namespace oltpsim::drivers::sqlite
