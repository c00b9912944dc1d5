// What a mysql:// URL asks for, checked. Pure: no connection, no vendor header.
#pragma once

#include "db/driver.hpp"

#include <string>
#include <vector>

namespace oltpsim::drivers::mysql {

/// How far TLS is wanted. `preferred`: used when the server offers it. The names are those of the mysql client.
enum class TlsMode : std::uint8_t { disabled, preferred, required, verify_ca, verify_identity };

/// Everything the client library is told, except the password.
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
    bool fast_path = true;   ///< own protocol reader on plain connections

    /// "host:port" or the socket's path, for messages.
    std::string place() const;
};

/// URL parameters of this driver.
std::vector<db::UrlParam> url_params();

/// Errors: bad_argument naming the parameter and what is allowed.
db::Result<Settings> read_settings(const db::TargetUrl& url);

}  // namespace oltpsim::drivers::mysql
