// Characters of URLs and ODBC connection strings.
#include "db/url_text.hpp"

#include "core/ascii.hpp"
#include "core/text.hpp"

#include <algorithm>

namespace oltpsim::db {
namespace {

int hex_digit(char c) noexcept {
    if (is_digit(c)) {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string_view without_spaces(std::string_view text) noexcept {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace

bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Also '/', for Unix socket folders in place of a host, and bytes above 127, for names in other scripts.
bool is_host_char(char c) noexcept {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '/' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_ipv6_char(char c) noexcept {
    return is_letter(c) || is_digit(c) || c == ':' || c == '.' || c == '%' || c == '-' || c == '_';
}

bool is_scheme(std::string_view text) noexcept {
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.' || c == '_';
           });
}

bool is_param_name(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
    });
}

std::optional<std::string> percent_decode(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += text[at];
            continue;
        }
        const int high = at + 1 < text.size() ? hex_digit(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? hex_digit(text[at + 2]) : -1;
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        decoded += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return decoded;
}

std::string percent_encode(std::string_view text, std::string_view keep) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const bool plain = is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' ||
                           c == '~' || keep.find(c) != std::string_view::npos;
        if (plain) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += kHex[byte >> 4];
        encoded += kHex[byte & 15];
    }
    return encoded;
}

std::size_t find_outside_braces(std::string_view text, char wanted) noexcept {
    bool inside = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!inside && text[at] == wanted) {
            return at;
        }
        const bool doubled =
            inside && text[at] == '}' && at + 1 < text.size() && text[at + 1] == '}';
        if (doubled) {  // a brace of the value, not its end
            ++at;
            continue;
        }
        inside = inside ? text[at] != '}' : text[at] == '{';
    }
    return std::string_view::npos;
}

std::vector<std::string_view> split_odbc(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(find_outside_braces(text, ';'), text.size());
        if (const std::string_view part = without_spaces(text.substr(0, end)); !part.empty()) {
            parts.push_back(part);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

bool is_odbc_password_key(std::string_view key) {
    const std::string lower = to_lower(without_spaces(key));
    return lower == "pwd" || lower == "password" || lower == "passwd";
}

std::string odbc_value(std::string_view text) {
    text = without_spaces(text);
    if (!text.starts_with('{')) {
        return std::string(text);
    }
    std::string value;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '}') {
            if (at + 1 >= text.size() || text[at + 1] != '}') {
                break;
            }
            ++at;
        }
        value += text[at];
    }
    return value;
}

}  // namespace oltpsim::db
