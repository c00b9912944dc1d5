// Values going into statements and rows going into tables. Plain, trivially copyable, no allocation.
#pragma once

#include <cstdint>
#include <string_view>

namespace oltpsim::db {

enum class ValueType : std::uint8_t { null, integer, float64, text, decimal, timestamp };

/// One parameter or column value. Lifetime: text is a view; it must outlive the call that takes the value.
struct Value {
    ValueType type = ValueType::null;
    std::uint8_t scale = 0;  ///< decimal only: digits after the point
    std::int64_t number =
        0;  ///< integer; decimal unscaled (cents at scale 2); timestamp in µs since 1970 UTC
    double real = 0;         ///< float64 only
    std::string_view chars;  ///< text only

    static constexpr Value null() noexcept { return {}; }
    static constexpr Value integer(std::int64_t v) noexcept {
        return {ValueType::integer, 0, v, 0, {}};
    }
    static constexpr Value floating(double v) noexcept { return {ValueType::float64, 0, 0, v, {}}; }
    static constexpr Value text(std::string_view v) noexcept {
        return {ValueType::text, 0, 0, 0, v};
    }
    /// Exact decimal: unscaled·10^-scale, e.g. decimal(1234, 2) is 12.34.
    static constexpr Value decimal(std::int64_t unscaled, std::uint8_t scale) noexcept {
        return {ValueType::decimal, scale, unscaled, 0, {}};
    }
    static constexpr Value timestamp(std::int64_t micros_since_epoch) noexcept {
        return {ValueType::timestamp, 0, micros_since_epoch, 0, {}};
    }
};

/// Declared type of a parameter or column, enough for any wire format.
enum class ColumnType : std::uint8_t {
    int32,
    int64,
    float64,
    text,
    fixed_char,
    decimal,
    timestamp
};

}  // namespace oltpsim::db
