// Kinds of ASCII characters, whatever the locale.
#pragma once

#include <algorithm>
#include <string_view>

namespace oltpsim {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char to_lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
/// `lower` in small letters, `text` in any.
constexpr bool begins_with(std::string_view text, std::string_view lower) noexcept {
    return text.size() >= lower.size() &&
           std::equal(lower.begin(), lower.end(), text.begin(), [](char l, char c) {
               return l == to_lower(c);
           });
}
/// Of names in programs and SQL.
constexpr bool is_word(char c) noexcept { return is_letter(c) || is_digit(c) || c == '_'; }

}  // namespace oltpsim
