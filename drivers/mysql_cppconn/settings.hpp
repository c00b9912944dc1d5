// What a mysql+cppconn:// URL asks for, checked. Pure: no connection, no vendor header. Thread: any.
#pragma once

#include "db/driver.hpp"

#include <string>
#include <vector>

namespace oltpsim::drivers::mysql_cppconn {

/// How far TLS is wanted, as the mysql client names it. There is no `preferred`: whether a session is encrypted
/// must not depend on the server alone.
enum class TlsMode : std::uint8_t { disabled, required, verify_ca, verify_identity };

/// Everything the library is told, except the password.
struct Settings {
    std::string host;
    std::uint16_t port = 3306;
    std::string user;
    std::string database;
    std::string socket;  ///< path of a Unix socket; then host and port are not used
    TlsMode tls = TlsMode::disabled;
    std::string ssl_ca;
    std::string ssl_cert;
    std::string ssl_key;
    std::string charset = "utf8mb4";
    std::string plugin_dir;  ///< empty: the library's own

    /// "host:port" or the socket's path.
    std::string place() const;
};

/// URL parameters of this driver.
const std::vector<db::UrlParam>& known_params();

/// Errors: bad_argument naming the parameter and what is allowed.
db::Result<Settings> read_settings(const db::TargetUrl& url);

}  // namespace oltpsim::drivers::mysql_cppconn
