// Kinds of ASCII characters, whatever the locale.
#pragma once

namespace oltpsim {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char to_lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
/// Of names in programs and SQL.
constexpr bool is_word(char c) noexcept { return is_letter(c) || is_digit(c) || c == '_'; }

}  // namespace oltpsim
