// UTF-8 to UTF-16 and back.
#include "drivers/odbc/wide_text.hpp"

#include <algorithm>
#include <cstdint>

namespace oltpsim::drivers::odbc {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr std::uint32_t kHighest = 0x10FFFF;

// Reads one character and moves `at` behind it.
std::uint32_t next_character(std::string_view text, std::size_t& at) noexcept {
    const auto first = static_cast<unsigned char>(text[at++]);
    if (first < 0x80) {
        return first;
    }
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1;
    if (more < 0) {
        return kReplacement;
    }
    std::uint32_t value = first & (0x3FU >> more);
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) {
            return kReplacement;
        }
        value = value << 6 | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    }
    const bool surrogate = value >= 0xD800 && value < 0xE000;
    return value > kHighest || surrogate ? kReplacement : value;
}

void append_utf8(std::string& out, std::uint32_t value) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (value < 0x80) {
        put(value);
    } else if (value < 0x800) {
        put(0xC0 | value >> 6);
        put(0x80 | (value & 0x3F));
    } else if (value < 0x10000) {
        put(0xE0 | value >> 12);
        put(0x80 | (value >> 6 & 0x3F));
        put(0x80 | (value & 0x3F));
    } else {
        put(0xF0 | value >> 18);
        put(0x80 | (value >> 12 & 0x3F));
        put(0x80 | (value >> 6 & 0x3F));
        put(0x80 | (value & 0x3F));
    }
}

bool is_high(std::uint32_t unit) noexcept { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) noexcept { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

std::vector<SQLWCHAR> to_wide(std::string_view utf8) {
    std::vector<SQLWCHAR> wide;
    wide.reserve(utf8.size() + 1);
    for (std::size_t at = 0; at < utf8.size();) {
        const std::uint32_t value = next_character(utf8, at);
        if (value < 0x10000) {
            wide.push_back(static_cast<SQLWCHAR>(value));
        } else {
            wide.push_back(static_cast<SQLWCHAR>(0xD800 + ((value - 0x10000) >> 10)));
            wide.push_back(static_cast<SQLWCHAR>(0xDC00 + ((value - 0x10000) & 0x3FF)));
        }
    }
    wide.push_back(0);
    return wide;
}

std::string to_utf8(const SQLWCHAR* wide, std::size_t length) {
    std::string out;
    out.reserve(length);
    for (std::size_t i = 0; i < length; ++i) {
        std::uint32_t value = wide[i];
        if (is_high(value) && i + 1 < length && is_low(wide[i + 1])) {
            value = 0x10000 + ((value - 0xD800) << 10) + (wide[++i] - 0xDC00U);
        } else if (is_high(value) || is_low(value)) {
            value = kReplacement;
        }
        append_utf8(out, value);
    }
    return out;
}

bool is_ascii(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
    });
}

}  // namespace oltpsim::drivers::odbc
