// PostgreSQL's binary form of `numeric`: groups of four decimal digits. Exact both ways. Pure.
// Layout (numeric_send in src/backend/utils/adt/numeric.c): int16 ndigits, weight, sign, dscale, then
// ndigits × int16 base-10000 digits; the value is Σ digit[i] · 10000^(weight − i).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql {

/// Bytes encode_numeric() may need: header, and seven groups for 19 digits however they straddle the point.
inline constexpr std::size_t kNumericBytes = 8 + 2 * 7;

/// Writes unscaled · 10^-scale and returns the length. Shape: `out` has kNumericBytes.
std::size_t encode_numeric(std::int64_t unscaled, std::uint8_t scale, char* out) noexcept;

/// An exact decimal: unscaled · 10^-scale.
struct Decimal {
    std::int64_t unscaled = 0;
    std::uint8_t scale = 0;
};

/// Nothing when the value does not fit (more than 18-19 digits), is NaN or infinite, or the bytes are malformed.
std::optional<Decimal> decode_numeric(std::string_view bytes) noexcept;

/// Any numeric as decimal text, also the ones that decode_numeric() refuses. "" when malformed.
std::string numeric_text(std::string_view bytes);

}  // namespace oltpsim::drivers::postgresql
