// Cells of a result and their conversions. Thread: the connection's. Knows no vendor and no wire format.
#include "db/result_set.hpp"

#include "db/decimal_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace oltpsim::db {
namespace {

template <typename Number>
Number parse_whole(std::string_view text) {
    Number value{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} && end == text.data() + text.size() ? value : Number{};
}

std::int64_t nearest_integer(double real) {
    // The limits of int64 as doubles: 2^63 itself does not fit.
    constexpr double kEnd = 9223372036854775808.0;
    return real >= -kEnd && real < kEnd ? static_cast<std::int64_t>(real) : 0;
}

std::string timestamp_text(std::int64_t micros) {
    const std::chrono::sys_time<std::chrono::microseconds> at{std::chrono::microseconds{micros}};
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
    const auto rest = (at - seconds).count();
    // Not by way of system_clock, whose nanoseconds end in the year 2262: databases go to 9999.
    const auto count = static_cast<std::time_t>(seconds.time_since_epoch().count());
    std::string text = fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(count));
    return rest == 0 ? text : text + fmt::format(".{:06}", rest);
}

}  // namespace

const ResultSet::Cell& ResultSet::cell(std::uint64_t row, std::uint32_t column) const {
    const std::uint64_t index = row * columns_ + column;
    if (column >= columns_ || row >= rows_ || index >= cells_.size()) {
        throw std::out_of_range(
            fmt::format("no cell ({}, {}) in {} rows of {} columns", row, column, rows_, columns_)
        );
    }
    return cells_[index];
}

std::int64_t ResultSet::integer(std::uint64_t row, std::uint32_t column) const {
    const Cell& c = cell(row, column);
    switch (c.type) {
        case ValueType::integer:
        case ValueType::timestamp: return c.number;
        case ValueType::decimal: return rescale(c.number, c.scale, 0).value_or(0);
        case ValueType::float64: return nearest_integer(c.real);
        case ValueType::text: return parse_whole<std::int64_t>(text(row, column));
        case ValueType::null: return 0;
    }
    return 0;
}

std::int64_t ResultSet::decimal(std::uint64_t row, std::uint32_t column, std::uint8_t scale) const {
    const Cell& c = cell(row, column);
    switch (c.type) {
        case ValueType::integer:
        case ValueType::timestamp: return rescale(c.number, 0, scale).value_or(0);
        case ValueType::decimal: return rescale(c.number, c.scale, scale).value_or(0);
        case ValueType::float64: return nearest_integer(std::round(c.real * std::pow(10.0, scale)));
        case ValueType::text: return parse_decimal(text(row, column), scale).value_or(0);
        case ValueType::null: return 0;
    }
    return 0;
}

double ResultSet::floating(std::uint64_t row, std::uint32_t column) const {
    const Cell& c = cell(row, column);
    switch (c.type) {
        case ValueType::integer:
        case ValueType::timestamp: return static_cast<double>(c.number);
        case ValueType::decimal: return static_cast<double>(c.number) / std::pow(10.0, c.scale);
        case ValueType::float64: return c.real;
        case ValueType::text: return parse_whole<double>(text(row, column));
        case ValueType::null: return 0;
    }
    return 0;
}

std::string_view ResultSet::text(std::uint64_t row, std::uint32_t column) const {
    const Cell& c = cell(row, column);
    if (c.type != ValueType::text) {
        return {};
    }
    return std::string_view(arena_).substr(c.offset, c.length);
}

std::vector<std::string> ResultSet::texts(std::uint32_t column) const {
    std::vector<std::string> all;
    all.reserve(rows_);
    for (std::uint64_t row = 0; row < rows_; ++row) {
        all.push_back(as_text(row, column));
    }
    return all;
}

std::string ResultSet::as_text(std::uint64_t row, std::uint32_t column) const {
    const Cell& c = cell(row, column);
    switch (c.type) {
        case ValueType::integer: return fmt::format("{}", c.number);
        case ValueType::decimal: return decimal_text(c.number, c.scale);
        case ValueType::float64: return fmt::format("{}", c.real);
        case ValueType::timestamp: return timestamp_text(c.number);
        case ValueType::text: return std::string(text(row, column));
        case ValueType::null: return {};
    }
    return {};
}

void ResultSet::clear() noexcept {
    rows_ = 0;
    affected_ = 0;
    columns_ = 0;
    cells_.clear();
    arena_.clear();
}

void ResultSet::add_cell(const Value& value) {
    Cell c{};
    c.type = value.type;
    c.scale = value.scale;
    switch (value.type) {
        case ValueType::text:
            c.offset = arena_.size();
            c.length = static_cast<std::uint32_t>(value.chars.size());
            arena_.append(value.chars);
            break;
        case ValueType::float64: c.real = value.real; break;
        default: c.number = value.number; break;
    }
    cells_.push_back(c);
}

}  // namespace oltpsim::db
