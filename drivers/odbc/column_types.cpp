// Types of columns, by dialect.
#include "drivers/odbc/column_types.hpp"

#include "core/ascii.hpp"
#include "db/decimal_text.hpp"

#include <algorithm>
#include <array>

namespace oltpsim::drivers::odbc {
namespace {

constexpr SQLULEN kLongestBound = 4000;        // characters of a column that is bound
constexpr std::size_t kBytesPerCharacter = 4;  // UTF-8

}  // namespace

SQLSMALLINT c_type_of(Reading reading) noexcept {
    switch (reading) {
        case Reading::integer:
        case Reading::whole_decimal:
        case Reading::whole_timestamp: return SQL_C_SBIGINT;
        case Reading::real: return SQL_C_DOUBLE;
        case Reading::timestamp: return SQL_C_TYPE_TIMESTAMP;
        case Reading::unsigned_big:
        case Reading::decimal:
        case Reading::text: break;
    }
    return SQL_C_CHAR;
}

std::size_t bytes_for(Reading reading, const Described& column) noexcept {
    constexpr std::size_t kNumberText = 48;  // 38 digits, sign, point
    switch (c_type_of(reading)) {
        case SQL_C_SBIGINT: return sizeof(std::int64_t);
        case SQL_C_DOUBLE: return sizeof(double);
        case SQL_C_TYPE_TIMESTAMP: return sizeof(SQL_TIMESTAMP_STRUCT);
        default: break;
    }
    const std::size_t text = static_cast<std::size_t>(column.size) * kBytesPerCharacter + 1;
    return reading == Reading::text ? std::max(text, kNumberText) : kNumberText;
}

Reading reading_of(Dialect dialect, const Described& column) noexcept {
    if (dialect == Dialect::sqlite) {
        const std::string_view name = column.type_name;
        if (begins_with(name, "timestamp") || begins_with(name, "datetime")) {
            return Reading::whole_timestamp;
        }
        if (begins_with(name, "decimal") || begins_with(name, "numeric")) {
            return Reading::whole_decimal;
        }
    }
    switch (column.sql_type) {
        case SQL_BIT:
        case SQL_TINYINT:
        case SQL_SMALLINT:
        case SQL_INTEGER: return Reading::integer;
        case SQL_BIGINT: return column.is_unsigned ? Reading::unsigned_big : Reading::integer;
        case SQL_REAL:
        case SQL_FLOAT:
        case SQL_DOUBLE: return Reading::real;
        case SQL_DECIMAL:
        case SQL_NUMERIC: return Reading::decimal;
        case SQL_TYPE_TIMESTAMP:
            return dialect == Dialect::sqlite ? Reading::text : Reading::timestamp;
        default: return Reading::text;
    }
}

bool is_long(Dialect dialect, const Described& column) noexcept {
    if (reading_of(dialect, column) != Reading::text) {
        return false;
    }
    switch (column.sql_type) {
        case SQL_CHAR:
        case SQL_VARCHAR:
        case SQL_WCHAR:
        case SQL_WVARCHAR:
            // 255: what psqlodbc and sqliteodbc say of texts without a length of their own.
            return column.size == 0 || column.size > kLongestBound ||
                   (column.size == 255 &&
                    (dialect == Dialect::postgresql || dialect == Dialect::sqlite));
        case SQL_TYPE_DATE:
        case SQL_TYPE_TIME: return false;
        default: return true;
    }
}

db::Value decimal_of(std::string_view text) noexcept {
    const std::size_t point = text.find('.');
    const std::size_t scale = point == std::string_view::npos ? 0 : text.size() - point - 1;
    const auto narrow = static_cast<std::uint8_t>(std::min<std::size_t>(scale, 255));
    // Some drivers leave the zero before the point away.
    std::array<char, 64> whole{};
    if (text.size() + 1 < whole.size() && (text.starts_with('.') || text.starts_with("-."))) {
        const bool minus = text.front() == '-';
        char* at = std::copy_n(text.data(), minus ? 1 : 0, whole.data());
        *at++ = '0';
        const std::string_view rest = text.substr(minus ? 1 : 0);
        at = std::copy(rest.begin(), rest.end(), at);
        const auto length = static_cast<std::size_t>(at - whole.data());
        const auto unscaled = db::parse_decimal({whole.data(), length}, narrow);
        return unscaled ? db::Value::decimal(*unscaled, narrow) : db::Value::text(text);
    }
    const auto unscaled = db::parse_decimal(text, narrow);
    return unscaled ? db::Value::decimal(*unscaled, narrow) : db::Value::text(text);
}

}  // namespace oltpsim::drivers::odbc
