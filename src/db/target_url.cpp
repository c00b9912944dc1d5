// Target URLs: reading, writing, and keeping passwords out of messages. Knows the grammar, not the vendors.
// No message quotes the text between "//" and "@" nor a parameter's value: a mistyped password ends up there.
#include "db/target_url.hpp"

#include "core/text.hpp"
#include "db/url_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace oltpsim::db {
namespace {

DbError bad_url(std::string what) {
    DbError error;
    error.cls = ErrorClass::bad_argument;
    error.operation = "read target URL";
    error.message = std::move(what);
    return error;
}

using Outcome = Result<void>;

Outcome decode_into(std::string& part, std::string_view raw, std::string_view what) {
    auto text = percent_decode(raw);
    if (!text) {
        return bad_url(fmt::format("broken %-encoding in the {} (write % itself as %25)", what));
    }
    if (std::any_of(text->begin(), text->end(), is_control)) {
        return bad_url(fmt::format("a control character in the {}", what));
    }
    part = std::move(*text);
    return {};
}

Outcome read_port(TargetUrl& url, std::string_view text) {
    unsigned value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size() || value == 0 || value > 65535) {
        return bad_url(
            "the port must be a number from 1 to 65535 (after a password comes @host; in "
            "a password, write '@', ':', '/' and '?' as %40, %3A, %2F and %3F)"
        );
    }
    url.port = static_cast<std::uint16_t>(value);
    return {};
}

Outcome read_host(TargetUrl& url, std::string_view text) {
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) {
            return bad_url("an IPv6 address needs a closing ']'");
        }
        const std::string_view inside = text.substr(1, end - 1);
        if (inside.find(':') == std::string_view::npos ||
            !std::all_of(inside.begin(), inside.end(), is_ipv6_char)) {
            return bad_url("between '[' and ']' belongs an IPv6 address");
        }
        url.host = inside;
        text.remove_prefix(end + 1);
        if (text.empty()) {
            return {};
        }
        if (text.front() != ':') {
            return bad_url("after ']' only ':port' may follow");
        }
        return read_port(url, text.substr(1));
    }
    const auto colon = text.find(':');
    if (colon != text.rfind(':')) {
        return bad_url("an IPv6 address must stand in brackets, like [::1]:5432");
    }
    Outcome host = decode_into(url.host, text.substr(0, colon), "host");
    if (!host) {
        return host;
    }
    if (!std::all_of(url.host.begin(), url.host.end(), is_host_char)) {
        return bad_url("the host holds a character that no host name has");
    }
    return colon == std::string_view::npos ? Outcome{} : read_port(url, text.substr(colon + 1));
}

Outcome read_authority(TargetUrl& url, std::string_view text) {
    const auto at = text.rfind('@');
    if (at == std::string_view::npos) {
        return read_host(url, text);
    }
    const std::string_view user_info = text.substr(0, at);
    const auto colon = user_info.find(':');
    Outcome user = decode_into(url.user, user_info.substr(0, colon), "user name");
    if (!user) {
        return user;
    }
    if (url.user.empty()) {
        return bad_url("the user name before '@' is empty");
    }
    if (colon != std::string_view::npos) {
        std::string password;
        Outcome read = decode_into(password, user_info.substr(colon + 1), "password");
        if (!read) {
            return read;
        }
        url.password = Secret(std::move(password));
    }
    return read_host(url, text.substr(at + 1));
}

/// Puts one decoded parameter where it belongs.
Outcome take_param(TargetUrl& url, const std::string& key, std::string value) {
    const bool is_password = key == "password" || key == "pwd" || key == "passwd";
    if (is_password) {
        if (url.password.is_set()) {
            return bad_url("the password is given twice");
        }
        url.password = Secret(std::move(value));
        return {};
    }
    std::string* own = key == "name"            ? &url.name
                       : key == "password_env"  ? &url.password_env
                       : key == "password_file" ? &url.password_file
                                                : nullptr;
    if (own == nullptr) {
        own = &url.params[key];
        // An empty value is a value too, so presence is told by the key itself.
        *own = std::move(value);
        return {};
    }
    if (value.empty()) {
        return bad_url(fmt::format("parameter {} is empty", key));
    }
    *own = std::move(value);
    return {};
}

Outcome read_query(TargetUrl& url, std::string_view text) {
    std::vector<std::string> seen;
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(pair.size() + 1, text.size()));
        const auto equals = pair.find('=');
        const std::string_view raw_key = pair.substr(0, equals);
        if (equals == std::string_view::npos || !is_param_name(raw_key)) {
            return bad_url("after '?' belong parameters of the form name=value, separated by '&'");
        }
        std::string key(raw_key);
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            return bad_url(fmt::format("parameter {} is given twice", key));
        }
        seen.push_back(key);
        std::string value;
        Outcome decoded =
            decode_into(value, pair.substr(equals + 1), fmt::format("value of {}", key));
        if (!decoded) {
            return decoded;
        }
        Outcome taken = take_param(url, key, std::move(value));
        if (!taken) {
            return taken;
        }
    }
    return {};
}

/// `DSN=…;UID=…;PWD=…`: kept as it is, but for the password.
Outcome read_odbc(TargetUrl& url, std::string_view text) {
    std::vector<std::string_view> parts = split_odbc(text);
    std::string kept;
    for (const std::string_view part : parts) {
        const auto equals = part.find('=');
        if (equals != std::string_view::npos && is_odbc_password_key(part.substr(0, equals))) {
            if (url.password.is_set()) {
                return bad_url("the password is given twice");
            }
            url.password = Secret(odbc_value(part.substr(equals + 1)));
            continue;
        }
        kept += kept.empty() ? "" : ";";
        kept += part;
    }
    if (std::any_of(kept.begin(), kept.end(), is_control)) {
        return bad_url("a control character in the ODBC connection string");
    }
    url.database = std::move(kept);
    return {};
}

Outcome read_with_authority(TargetUrl& url, std::string_view rest) {
    const auto end = rest.find_first_of("/?");
    const std::string_view authority = rest.substr(0, end);
    const std::string_view path =
        end == std::string_view::npos ? std::string_view{} : rest.substr(end);
    if (path.find('@') != std::string_view::npos) {
        return bad_url("an '@' after the host (in a password, write '@', '/' and '?' as %40, %2F "
                       "and %3F; elsewhere write %40)");
    }
    Outcome read = read_authority(url, authority);
    if (!read) {
        return read;
    }
    // Files are named sqlite:/path; the form with an empty authority means the same path.
    const bool file = url.scheme == "sqlite" && authority.empty();
    const std::string_view raw = path.substr(0, path.find('?'));
    return decode_into(
        url.database, raw.starts_with('/') && !file ? raw.substr(1) : raw, "database name"
    );
}

/// `scheme:path`. An '@' is refused because `user:password@host` without its scheme looks just like this.
Outcome read_path(TargetUrl& url, std::string_view raw) {
    if (raw.find('@') != std::string_view::npos) {
        return bad_url(
            "an '@' but no '//' before it: write scheme://user@host/database (in a path, %40)"
        );
    }
    return decode_into(url.database, raw, "path");
}

}  // namespace

Result<TargetUrl> TargetUrl::parse(std::string_view text) {
    TargetUrl url;
    const auto colon = text.find(':');
    const std::string_view scheme = text.substr(0, colon);
    if (colon == std::string_view::npos || !is_scheme(scheme)) {
        return bad_url("a target is a URL like postgresql://user@host:5432/database, "
                       "mysql://user@host/database or "
                       "sqlite:/path/file.db");
    }
    url.scheme = to_lower(scheme);
    std::string_view rest = text.substr(colon + 1);
    const bool odbc = url.scheme == "odbc";
    const std::size_t query = odbc ? find_outside_braces(rest, '?') : rest.find('?');
    Outcome read = {};
    if (odbc) {
        read = read_odbc(url, rest.substr(0, query));
    } else if (rest.starts_with("//")) {
        read = read_with_authority(url, rest.substr(2));
    } else {
        read = read_path(url, rest.substr(0, query));
    }
    if (read && query != std::string_view::npos) {
        read = read_query(url, rest.substr(query + 1));
    }
    if (!read) {
        return read.error();
    }
    return url;
}

std::string TargetUrl::to_string() const {
    std::string text = scheme + ":";
    const bool authority = !host.empty() || !user.empty() || port != 0;
    if (authority) {
        text += "//";
        text += user.empty() ? "" : percent_encode(user, "") + "@";
        text += host.find(':') != std::string::npos ? "[" + host + "]" : percent_encode(host, "");
        text += port == 0 ? "" : fmt::format(":{}", port);
        text += database.empty() ? "" : "/";
    }
    if (scheme == "odbc") {
        text += database;
    } else if (!authority && database.starts_with("//")) {
        // A path, not an authority.
        text += "/%2F" + percent_encode(std::string_view(database).substr(2), "/");
    } else {
        text += percent_encode(database, "/");
    }
    char separator = '?';
    const auto add = [&](std::string_view key, std::string_view value) {
        text += fmt::format("{}{}={}", separator, key, percent_encode(value, "/:,"));
        separator = '&';
    };
    for (const auto& [key, value] : params) {
        add(key, value);
    }
    const std::pair<std::string_view, const std::string*> own[] = {
        {"name", &name}, {"password_env", &password_env}, {"password_file", &password_file}
    };
    for (const auto& [key, value] : own) {
        if (!value->empty()) {
            add(key, *value);
        }
    }
    return text;
}

std::string TargetUrl::place() const {
    if (host.empty()) {
        for (const char* key : {"socket", "unix_socket", "host"}) {
            if (const auto found = params.find(key); found != params.end()) {
                return found->second;
            }
        }
        return database.empty() ? scheme : database;
    }
    const std::string shown = host.find(':') != std::string::npos ? "[" + host + "]" : host;
    return port == 0 ? shown : fmt::format("{}:{}", shown, port);
}

}  // namespace oltpsim::db
