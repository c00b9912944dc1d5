// Network byte order, as the PostgreSQL protocol and COPY BINARY want it. Pure; knows no types of the database.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace oltpsim::drivers::postgresql {

/// Writes the integer big-endian at `at` (sizeof(T) bytes).
template <std::integral T>
inline void store_big_endian(char* at, T value) noexcept {
    auto bits = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t i = sizeof(T); i > 0; --i) {
        at[i - 1] = static_cast<char>(bits & 0xFFU);
        if constexpr (sizeof(T) > 1) {
            bits = static_cast<std::make_unsigned_t<T>>(bits >> 8U);
        }
    }
}

/// Reads a big-endian integer of sizeof(T) bytes.
template <std::integral T>
inline T load_big_endian(const char* at) noexcept {
    std::make_unsigned_t<T> bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        if constexpr (sizeof(T) > 1) {
            bits = static_cast<std::make_unsigned_t<T>>(bits << 8U);
        }
        bits = static_cast<std::make_unsigned_t<T>>(bits | static_cast<unsigned char>(at[i]));
    }
    return static_cast<T>(bits);
}

}  // namespace oltpsim::drivers::postgresql
