// Rows as a driver hands them over: one flat arena per connection, reused, so a warm statement allocates nothing.
#pragma once

#include "db/value.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::db {

/// Result of one statement. Lifetime: until the next start on the same connection.
/// With RowUse::count only rows() and affected() are set; the cells were received but not unpacked.
class ResultSet {
public:
    std::uint64_t rows() const noexcept { return rows_; }
    /// Rows changed by INSERT/UPDATE/DELETE as the server says.
    std::uint64_t affected() const noexcept { return affected_; }
    std::uint32_t columns() const noexcept { return columns_; }
    bool is_null(std::uint64_t row, std::uint32_t column) const {
        return cell(row, column).type == ValueType::null;
    }
    /// Integer value; text and decimals with scale 0 are parsed; NULL is 0.
    std::int64_t integer(std::uint64_t row, std::uint32_t column) const;
    /// Exact decimal in units of 10^-scale; integers and text are converted. Errors: 0 if it does not parse.
    std::int64_t decimal(std::uint64_t row, std::uint32_t column, std::uint8_t scale) const;
    double floating(std::uint64_t row, std::uint32_t column) const;
    /// Text of a text cell, with trailing blanks of CHAR(n) as the server sent them. View into the arena.
    std::string_view text(std::uint64_t row, std::uint32_t column) const;
    /// Any cell rendered as text ("" for NULL).
    std::string as_text(std::uint64_t row, std::uint32_t column) const;
    /// as_text() of every row, in order.
    std::vector<std::string> texts(std::uint32_t column) const;

    // --- driver side ---
    void clear() noexcept;
    void set_columns(std::uint32_t columns) noexcept { columns_ = columns; }
    void set_affected(std::uint64_t affected) noexcept { affected_ = affected; }
    void count_row() noexcept { ++rows_; }
    void count_rows(std::uint64_t rows) noexcept { rows_ += rows; }
    /// Appends the next cell, row-major; text is copied into the arena. Call count_row() once per row.
    void add_cell(const Value& value);

private:
    struct Cell {
        ValueType type;
        std::uint8_t scale;
        std::uint32_t length;
        union {
            std::int64_t number;
            double real;
            std::uint64_t offset;
        };
    };
    const Cell& cell(std::uint64_t row, std::uint32_t column) const;

    std::uint64_t rows_ = 0;
    std::uint64_t affected_ = 0;
    std::uint32_t columns_ = 0;
    std::vector<Cell> cells_;
    std::string arena_;
};

}  // namespace oltpsim::db
