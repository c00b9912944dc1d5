// A hash that is the same on every machine and in every version: tells texts apart, is no protection.
#pragma once

#include <cstdint>
#include <string_view>

namespace oltpsim {

/// FNV-1a, 64 bits (Fowler, Noll, Vo).
constexpr std::uint64_t fnv1a(std::string_view text) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return hash;
}

}  // namespace oltpsim
