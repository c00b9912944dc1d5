// What a target URL and session options become for libpq: a list of connection parameters. Pure, connects to nothing.
// Everything a session needs travels in the sign-in itself, so that opening costs no further round trip.
#pragma once

#include "db/driver.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// Who uses the session: a measured one has a statement time limit, loading has none (index builds take hours).
enum class SessionUse : std::uint8_t { measured, admin };

/// Names and values for PQconnectStartParams(). May hold a password: never printed.
class ConnectParams {
public:
    ConnectParams(const db::Endpoint& endpoint, const db::SessionOptions& options, SessionUse use);

    /// Adds or replaces one parameter.
    void set(std::string_view key, std::string value);
    bool contains(std::string_view key) const noexcept;
    /// "" when absent.
    std::string_view value(std::string_view key) const noexcept;
    /// Keys and values as libpq wants them, each ended by a null pointer. Lifetime: until the next set().
    std::pair<std::vector<const char*>, std::vector<const char*>> arrays() const;

private:
    std::vector<std::pair<std::string, std::string>> pairs_;
};

/// URL parameters that are understood.
const std::vector<db::UrlParam>& url_params();

/// Rules that need no connection: TLS mode, socket folder, certificate files, numbers.
/// Errors: bad_argument naming the parameter and what is allowed.
db::Result<void> check_url(const db::TargetUrl& url);

/// fast_path: the default, or as the URL says.
bool uses_fast_path(const db::TargetUrl& url);

}  // namespace oltpsim::drivers::postgresql
