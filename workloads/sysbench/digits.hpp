// The texts of columns c and pad: groups of eleven random digits joined by '-'. About 5 ns a group.
#pragma once

#include "core/rng.hpp"

#include <cstddef>
#include <string_view>

namespace oltpsim::workloads::sysbench {

inline constexpr std::size_t kGroupDigits = 11;
inline constexpr std::size_t kCLength =
    10 * kGroupDigits + 9;  ///< 119 in CHAR(120). Source: oltp_common.lua
inline constexpr std::size_t kPadLength =
    5 * kGroupDigits + 4;  ///< 59 in CHAR(60). Source: oltp_common.lua

/// Writes kCLength characters.
void write_c(Rng& rng, char* out) noexcept;
/// Writes kPadLength characters.
void write_pad(Rng& rng, char* out) noexcept;
/// Is `text` groups of eleven digits joined by '-', of this length in all?
bool is_digit_groups(std::string_view text, std::size_t length) noexcept;

}  // namespace oltpsim::workloads::sysbench
