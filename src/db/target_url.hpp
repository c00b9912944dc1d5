// Where a database is: parsed target URLs and secrets. Knows the grammar, not the vendors.
#pragma once

#include "db/error.hpp"

#include <map>
#include <string>
#include <string_view>

namespace oltpsim::db {

/// A password. Never printed: no stream operator, no formatter; only a driver calls reveal().
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string value) : value_(std::move(value)), set_(true) {}
    const std::string& reveal() const noexcept { return value_; }
    bool is_set() const noexcept { return set_; }

private:
    std::string value_;
    bool set_ = false;
};

/// One target's address. Shape: scheme://user@host:port/database?key=value&…, or scheme:/path?…, or scheme:?….
struct TargetUrl {
    std::string scheme;
    std::string user;
    std::string host;                           ///< name, IPv4, or IPv6 without brackets
    std::uint16_t port = 0;                     ///< 0: the driver's default
    std::string database;                       ///< or the file path for sqlite:
    std::map<std::string, std::string> params;  ///< decoded, without password and name
    std::string name;                           ///< from name=, else empty
    std::string password_env;
    std::string password_file;
    Secret password;  ///< only when it stood in the URL itself

    /// Errors: bad_argument with the offending part; a password in the text is never repeated.
    static Result<TargetUrl> parse(std::string_view text);
    /// Text form without any password; parse(to_string()) gives the same address.
    std::string to_string() const;
    /// "host:port", socket path or file, for messages.
    std::string place() const;
};

/// Replaces a password inside URL-looking text ("://user:…@", "password=…") by ***; for messages that quote user input.
std::string redact(std::string_view text);

}  // namespace oltpsim::db
