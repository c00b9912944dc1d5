// Grammar: SQLDriverConnect in the ODBC reference. A value that holds one of []{}();?*=!@ or a blank at an end stands in
// braces; "}" inside is doubled. A comma needs none (Server=tcp:host,port), as every driver's manual writes it.
#include "drivers/odbc/connection_string.hpp"

#include "core/ascii.hpp"
#include "db/url_text.hpp"

#include <algorithm>

namespace oltpsim::drivers::odbc {
namespace {

bool same_key(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return to_lower(x) == to_lower(y);
    });
}

template <typename Parts>
auto part_of(Parts& parts, std::string_view key) noexcept {
    return std::find_if(parts.begin(), parts.end(), [&](const auto& part) {
        return same_key(part.first, key);
    });
}

std::string_view trimmed(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::string quoted_value(std::string_view value) {
    constexpr std::string_view kSpecial = "[]{}();?*=!@";
    const bool plain = value.find_first_of(kSpecial) == std::string_view::npos &&
                       (value.empty() || (value.front() != ' ' && value.back() != ' '));
    if (plain) {
        return std::string(value);
    }
    std::string out = "{";
    for (const char c : value) {
        out.append(c == '}' ? 2 : 1, c);
    }
    return out + "}";
}

ConnectionString ConnectionString::parse(std::string_view text) {
    ConnectionString all;
    for (const std::string_view part : db::split_odbc(text)) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view value = part.substr(std::min(equals + 1, part.size()));
        all.add(std::string(trimmed(part.substr(0, equals))), db::odbc_value(value));
    }
    return all;
}

bool ConnectionString::has(std::string_view key) const noexcept {
    return part_of(parts_, key) != parts_.end();
}

std::string_view ConnectionString::value_of(std::string_view key) const noexcept {
    const auto part = part_of(parts_, key);
    return part == parts_.end() ? std::string_view{} : std::string_view(part->second);
}

void ConnectionString::add(std::string key, std::string value) {
    parts_.emplace_back(std::move(key), std::move(value));
}

void ConnectionString::add_default(std::string_view key, std::string value) {
    if (!has(key)) {
        add(std::string(key), std::move(value));
    }
}

void ConnectionString::replace(std::string_view key, std::string value) {
    const auto part = part_of(parts_, key);
    if (part == parts_.end()) {
        add(std::string(key), std::move(value));
    } else {
        part->second = std::move(value);
    }
}

// A driver manager knows a driver's name and a library's path only in this form.
std::string ConnectionString::text() const {
    std::string out;
    for (const auto& [key, value] : parts_) {
        const bool braces = same_key(key, "driver") && !value.starts_with('/');
        std::string written = quoted_value(value);
        if (braces && !written.starts_with('{')) {
            written = "{" + written + "}";
        }
        out.append(key).append("=").append(written).append(";");
    }
    return out;
}

}  // namespace oltpsim::drivers::odbc
