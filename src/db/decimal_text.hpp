// Exact decimals as text and between scales: integer arithmetic only, no doubles. Pure functions, thread: any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::db {

/// value·10^-from in units of 10^-to. Lost digits are rounded half away from zero. nullopt on overflow.
std::optional<std::int64_t> rescale(
    std::int64_t value, std::uint8_t from, std::uint8_t to
) noexcept;

/// "-12.34" at scale 2 is -1234; surplus digits are rounded half away from zero. Blanks around it are
/// accepted, exponents are not. nullopt when it is no number or does not fit.
std::optional<std::int64_t> parse_decimal(std::string_view text, std::uint8_t scale) noexcept;

/// Digits behind the comma of "DECIMAL(12,2)", at most 18; 0 if there are none.
std::uint8_t declared_scale(std::string_view type_name) noexcept;

/// -1234 at scale 2 is "-12.34".
std::string decimal_text(std::int64_t unscaled, std::uint8_t scale);

}  // namespace oltpsim::db
