// Characters of URLs and ODBC connection strings: classes, encoding, splitting. Pure functions, thread: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::db {

bool is_control(char c) noexcept;
bool is_host_char(char c) noexcept;
bool is_ipv6_char(char c) noexcept;
bool is_scheme(std::string_view text) noexcept;
/// Letters, digits, '_', '-', '.'.
bool is_param_name(std::string_view text) noexcept;

/// nullopt when a '%' is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);
/// Encodes everything but letters, digits, "-._~" and the characters in `keep`.
std::string percent_encode(std::string_view text, std::string_view keep);

/// Position of `wanted` outside {…}, or npos.
std::size_t find_outside_braces(std::string_view text, char wanted) noexcept;
/// The key=value parts of an ODBC connection string; empty ones are dropped.
std::vector<std::string_view> split_odbc(std::string_view text);
bool is_odbc_password_key(std::string_view key);
/// Without the braces around it; "}}" inside them is "}".
std::string odbc_value(std::string_view text);

}  // namespace oltpsim::db
