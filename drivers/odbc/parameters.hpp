// Values of one statement in typed buffers that are bound once and then only filled. Bound anew only where a value has
// another type, or a text outgrows its buffer. Thread: the statement's.
#pragma once

#include "db/value.hpp"
#include "drivers/odbc/dialect.hpp"

#include <sql.h>
#include <sqlext.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace oltpsim::drivers::odbc {

/// Types of ODBC for one value: how it lies here, and what the server is told.
struct WireType {
    SQLSMALLINT c_type = SQL_C_SBIGINT;
    SQLSMALLINT sql_type = SQL_BIGINT;
    SQLULEN size = 0;
    SQLSMALLINT digits = 0;
};

/// For a value of this type in a parameter that is declared so. `capacity`: bytes of the text buffer; `unicode`: the text
/// has characters beyond ASCII.
WireType wire_type(
    Dialect dialect,
    db::ValueType value,
    db::ColumnType declared,
    std::uint8_t scale,
    std::size_t capacity,
    bool unicode
) noexcept;

/// Type of value that a column of this type usually takes.
db::ValueType usual_value(db::ColumnType type) noexcept;

/// "-12.34" into `to`, at least kDecimalBytes long; returns the length.
inline constexpr std::size_t kDecimalBytes = 24;
std::size_t write_decimal(std::int64_t unscaled, std::uint8_t scale, char* to) noexcept;
SQL_TIMESTAMP_STRUCT to_timestamp(std::int64_t micros) noexcept;
std::int64_t from_timestamp(const SQL_TIMESTAMP_STRUCT& stamp) noexcept;

class Parameters {
public:
    explicit Parameters(Dialect dialect) : dialect_(dialect) {}

    /// One parameter per entry of `values`: the index of its value among those given to fill().
    void resize(std::vector<std::uint32_t> values, std::span<const db::ColumnType> declared);
    std::size_t size() const noexcept { return parameters_.size(); }
    /// Number of values that fill() takes.
    std::size_t values() const noexcept { return value_count_; }
    /// Fills the buffers, binding where needed. Precondition: values() values. Returns ODBC's code.
    SQLRETURN fill(SQLHSTMT statement, std::span<const db::Value> values);

private:
    struct Parameter {
        std::uint32_t value = 0;  ///< index
        db::ColumnType declared = db::ColumnType::int64;
        db::ValueType bound = db::ValueType::null;  ///< null: not bound yet
        std::uint8_t scale = 0;
        bool unicode = false;
        SQLLEN indicator = 0;
        std::int64_t number = 0;
        double real = 0;
        SQL_TIMESTAMP_STRUCT stamp{};
        std::size_t capacity = 0;
        std::unique_ptr<char[]> text;
    };

    bool needs_binding(const Parameter& parameter, const db::Value& value) const noexcept;
    SQLRETURN bind(
        SQLHSTMT statement, SQLUSMALLINT number, Parameter& parameter, const db::Value& value
    );
    void store(Parameter& parameter, const db::Value& value) const noexcept;
    bool as_number(db::ValueType type) const noexcept;

    Dialect dialect_;
    std::vector<Parameter> parameters_;
    std::size_t value_count_ = 0;
};

}  // namespace oltpsim::drivers::odbc
