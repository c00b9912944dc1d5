// Typed buffers of a statement.
#include "drivers/odbc/parameters.hpp"

#include "drivers/odbc/wide_text.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>

namespace oltpsim::drivers::odbc {
namespace {

constexpr std::size_t kSmallestText = 64;
constexpr std::size_t kLongestVarchar = 8000;  // of SQL Server, in bytes
constexpr SQLULEN kDecimalDigits = 18;
constexpr SQLULEN kTimestampSize = 26;
constexpr SQLSMALLINT kTimestampDigits = 6;

std::size_t room_for(std::size_t bytes) noexcept {
    std::size_t room = kSmallestText;
    while (room < bytes) {
        room *= 2;
    }
    return room;
}

// SQLite keeps decimals and timestamps as whole numbers, as the native driver writes them.
bool is_whole_on_sqlite(Dialect dialect, db::ValueType type) noexcept {
    return dialect == Dialect::sqlite &&
           (type == db::ValueType::decimal || type == db::ValueType::timestamp);
}

WireType text_type(
    Dialect dialect, db::ColumnType declared, std::size_t capacity, bool unicode
) noexcept {
    const auto size = static_cast<SQLULEN>(capacity);
    if (capacity > kLongestVarchar) {
        return {SQL_C_CHAR, SQLSMALLINT(unicode ? SQL_WLONGVARCHAR : SQL_LONGVARCHAR), size, 0};
    }
    // NVARCHAR in place of VARCHAR would keep SQL Server from using the indexes of VARCHAR columns.
    if (dialect == Dialect::sqlserver) {
        return {SQL_C_CHAR, SQLSMALLINT(unicode ? SQL_WVARCHAR : SQL_VARCHAR), size, 0};
    }
    // As VARCHAR, PostgreSQL would cast the CHAR column and lose its index.
    const bool fixed = declared == db::ColumnType::fixed_char && dialect == Dialect::postgresql;
    return {SQL_C_CHAR, SQLSMALLINT(fixed ? SQL_CHAR : SQL_VARCHAR), size, 0};
}

}  // namespace

db::ValueType usual_value(db::ColumnType type) noexcept {
    switch (type) {
        case db::ColumnType::int32:
        case db::ColumnType::int64: return db::ValueType::integer;
        case db::ColumnType::float64: return db::ValueType::float64;
        case db::ColumnType::text:
        case db::ColumnType::fixed_char: return db::ValueType::text;
        case db::ColumnType::decimal: return db::ValueType::decimal;
        case db::ColumnType::timestamp: return db::ValueType::timestamp;
    }
    return db::ValueType::text;
}

WireType wire_type(
    Dialect dialect,
    db::ValueType value,
    db::ColumnType declared,
    std::uint8_t scale,
    std::size_t capacity,
    bool unicode
) noexcept {
    if (is_whole_on_sqlite(dialect, value)) {
        return {SQL_C_SBIGINT, SQL_BIGINT, 0, 0};
    }
    switch (value) {
        case db::ValueType::integer: {
            const bool narrow = declared == db::ColumnType::int32;
            return {SQL_C_SBIGINT, SQLSMALLINT(narrow ? SQL_INTEGER : SQL_BIGINT), 0, 0};
        }
        case db::ValueType::float64: return {SQL_C_DOUBLE, SQL_DOUBLE, 0, 0};
        case db::ValueType::decimal:
            return {SQL_C_CHAR, SQL_DECIMAL, kDecimalDigits, static_cast<SQLSMALLINT>(scale)};
        case db::ValueType::timestamp:
            return {SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, kTimestampSize, kTimestampDigits};
        case db::ValueType::text:
        case db::ValueType::null: break;
    }
    return text_type(dialect, declared, capacity, unicode);
}

std::size_t write_decimal(std::int64_t unscaled, std::uint8_t scale, char* to) noexcept {
    char digits[20];
    const std::uint64_t size = unscaled < 0 ? 0U - static_cast<std::uint64_t>(unscaled)
                                            : static_cast<std::uint64_t>(unscaled);
    const auto end = std::to_chars(digits, digits + sizeof digits, size).ptr;
    const auto count = static_cast<std::size_t>(end - digits);
    const std::size_t fraction = std::min<std::size_t>(scale, kDecimalDigits);
    char* at = to;
    if (unscaled < 0) {
        *at++ = '-';
    }
    const std::size_t whole = count > fraction ? count - fraction : 0;
    if (whole == 0) {
        *at++ = '0';
    }
    at = std::copy_n(digits, whole, at);
    if (fraction > 0) {
        *at++ = '.';
        at = std::fill_n(at, fraction - (count - whole), '0');
        at = std::copy_n(digits + whole, count - whole, at);
    }
    return static_cast<std::size_t>(at - to);
}

SQL_TIMESTAMP_STRUCT to_timestamp(std::int64_t micros) noexcept {
    using namespace std::chrono;
    const sys_time<microseconds> at{microseconds{micros}};
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss time{at - day};
    SQL_TIMESTAMP_STRUCT stamp{};
    stamp.year = static_cast<SQLSMALLINT>(static_cast<int>(date.year()));
    stamp.month = static_cast<SQLUSMALLINT>(static_cast<unsigned>(date.month()));
    stamp.day = static_cast<SQLUSMALLINT>(static_cast<unsigned>(date.day()));
    stamp.hour = static_cast<SQLUSMALLINT>(time.hours().count());
    stamp.minute = static_cast<SQLUSMALLINT>(time.minutes().count());
    stamp.second = static_cast<SQLUSMALLINT>(time.seconds().count());
    stamp.fraction = static_cast<SQLUINTEGER>(time.subseconds().count() * 1000);
    return stamp;
}

std::int64_t from_timestamp(const SQL_TIMESTAMP_STRUCT& stamp) noexcept {
    using namespace std::chrono;
    const sys_days day = year{stamp.year} / month{stamp.month} / std::chrono::day{stamp.day};
    const auto time = hours{stamp.hour} + minutes{stamp.minute} + seconds{stamp.second} +
                      microseconds{stamp.fraction / 1000};
    return duration_cast<microseconds>(day.time_since_epoch() + time).count();
}

void Parameters::resize(
    std::vector<std::uint32_t> values, std::span<const db::ColumnType> declared
) {
    parameters_.clear();
    parameters_.resize(values.size());
    value_count_ = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        parameters_[i].value = values[i];
        value_count_ = std::max<std::size_t>(value_count_, values[i] + 1);
        if (values[i] < declared.size()) {
            parameters_[i].declared = declared[values[i]];
        }
    }
}

bool Parameters::as_number(db::ValueType type) const noexcept {
    return type == db::ValueType::integer || is_whole_on_sqlite(dialect_, type);
}

bool Parameters::needs_binding(const Parameter& parameter, const db::Value& value) const noexcept {
    if (value.type == db::ValueType::null) {
        return parameter.bound == db::ValueType::null;
    }
    if (parameter.bound != value.type) {
        return true;
    }
    if (value.type == db::ValueType::decimal) {
        return parameter.scale != value.scale;
    }
    if (value.type != db::ValueType::text) {
        return false;
    }
    return value.chars.size() > parameter.capacity ||
           (dialect_ == Dialect::sqlserver && !parameter.unicode && !is_ascii(value.chars));
}

SQLRETURN Parameters::bind(
    SQLHSTMT statement, SQLUSMALLINT number, Parameter& parameter, const db::Value& value
) {
    const db::ValueType type =
        value.type == db::ValueType::null ? usual_value(parameter.declared) : value.type;
    parameter.bound = type;
    parameter.scale = value.scale;
    const bool text = type == db::ValueType::text;
    if (text && !is_ascii(value.chars)) {
        parameter.unicode = true;
    }
    const std::size_t room =
        text ? std::max(room_for(value.chars.size()), parameter.capacity) : kDecimalBytes;
    const bool chars = text || (type == db::ValueType::decimal && !as_number(type));
    if (chars && room > parameter.capacity) {
        parameter.text = std::make_unique<char[]>(room);
        parameter.capacity = room;
    }
    const WireType wire = wire_type(
        dialect_, type, parameter.declared, value.scale, parameter.capacity, parameter.unicode
    );
    SQLPOINTER buffer = as_number(type) ? static_cast<SQLPOINTER>(&parameter.number)
                        : type == db::ValueType::float64 ? static_cast<SQLPOINTER>(&parameter.real)
                        : type == db::ValueType::timestamp
                            ? static_cast<SQLPOINTER>(&parameter.stamp)
                            : parameter.text.get();
    return SQLBindParameter(
        statement,
        number,
        SQL_PARAM_INPUT,
        wire.c_type,
        wire.sql_type,
        wire.size,
        wire.digits,
        buffer,
        chars ? static_cast<SQLLEN>(parameter.capacity) : 0,
        &parameter.indicator
    );
}

void Parameters::store(Parameter& parameter, const db::Value& value) const noexcept {
    parameter.indicator = 0;
    if (as_number(value.type)) {
        parameter.number = value.number;
        return;
    }
    switch (value.type) {
        case db::ValueType::null: parameter.indicator = SQL_NULL_DATA; break;
        case db::ValueType::float64: parameter.real = value.real; break;
        case db::ValueType::timestamp: parameter.stamp = to_timestamp(value.number); break;
        case db::ValueType::decimal:
            parameter.indicator =
                static_cast<SQLLEN>(write_decimal(value.number, value.scale, parameter.text.get()));
            break;
        case db::ValueType::text:
            if (!value.chars.empty()) {
                std::memcpy(parameter.text.get(), value.chars.data(), value.chars.size());
            }
            parameter.indicator = static_cast<SQLLEN>(value.chars.size());
            break;
        case db::ValueType::integer: break;
    }
}

SQLRETURN Parameters::fill(SQLHSTMT statement, std::span<const db::Value> values) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        Parameter& parameter = parameters_[i];
        const db::Value& value = values[parameter.value];
        if (needs_binding(parameter, value)) {
            const SQLRETURN code =
                bind(statement, static_cast<SQLUSMALLINT>(i + 1), parameter, value);
            if (!SQL_SUCCEEDED(code)) {
                return code;
            }
        }
        store(parameter, value);
    }
    return SQL_SUCCESS;
}

}  // namespace oltpsim::drivers::odbc
