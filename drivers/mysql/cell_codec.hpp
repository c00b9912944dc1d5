// One value on its way in or out: text and binary cells → db::Value, civil time ↔ microseconds. Pure.
#pragma once

#include "db/value.hpp"
#include "drivers/mysql/wire.hpp"

#include <optional>

namespace oltpsim::drivers::mysql {

/// What a column definition says, as far as cells depend on it.
struct ColumnInfo {
    WireType type = WireType::null;
    bool is_unsigned = false;
    std::uint8_t decimals = 0;

    bool operator==(const ColumnInfo&) const = default;
};

/// Room for a cell whose text is made here; must outlive the Value.
struct CellText {
    char chars[48];
};

struct CivilTime {
    int year = 0;
    unsigned month = 0, day = 0, hour = 0, minute = 0, second = 0, micros = 0;
};

/// Microseconds since 1970 in UTC; unset for what is not a date (MySQL's zero dates).
std::optional<std::int64_t> to_micros(const CivilTime& time) noexcept;
CivilTime to_civil(std::int64_t micros) noexcept;
/// "2026-11-30 16:07:41" with ".123456" when there are microseconds. Returns the length.
std::size_t print_datetime(const CivilTime& time, char* out) noexcept;

/// A cell of a binary row; moves the reader behind it. The reader turns not ok() when the bytes do not fit.
db::Value read_binary_cell(WireReader& row, const ColumnInfo& column, CellText& text) noexcept;
/// A cell of a text row, not NULL. What is not a number or date of the declared type stays text.
db::Value read_text_cell(std::string_view cell, const ColumnInfo& column) noexcept;

}  // namespace oltpsim::drivers::mysql
