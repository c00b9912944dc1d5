// URL → Settings.
#include "drivers/mysql/settings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>

namespace oltpsim::drivers::mysql {
namespace {

db::DbError bad(std::string message) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "URL";
    error.message = std::move(message);
    return error;
}

std::string param(const db::TargetUrl& url, const char* name) {
    const auto found = url.params.find(name);
    return found == url.params.end() ? std::string() : found->second;
}

// Case does not matter, and '-' is as good as '_': tools differ.
db::Result<TlsMode> tls_mode(const std::string& given) {
    std::string text;
    for (const char c : given) {
        text.push_back(
            c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
        );
    }
    if (text == "disabled") {
        return TlsMode::disabled;
    }
    if (text == "preferred") {
        return TlsMode::preferred;
    }
    if (text == "required") {
        return TlsMode::required;
    }
    if (text == "verify_ca") {
        return TlsMode::verify_ca;
    }
    if (text == "verify_identity") {
        return TlsMode::verify_identity;
    }
    return bad(fmt::format(
        "sslmode={} is unknown; allowed: disabled, preferred, required, verify_ca, verify_identity",
        given
    ));
}

db::Result<void> check_tls(const Settings& all, bool mode_given) {
    if (!all.ssl_ca.empty() && mode_given && all.tls < TlsMode::required) {
        return bad("ssl_ca needs sslmode=required, verify_ca or verify_identity");
    }
    if (all.tls == TlsMode::verify_ca && all.ssl_ca.empty()) {
        return bad("sslmode=verify_ca needs ssl_ca=FILE");
    }
    if (all.ssl_cert.empty() != all.ssl_key.empty()) {
        return bad("ssl_cert and ssl_key go together");
    }
    if (!all.ssl_cert.empty() && all.tls < TlsMode::required) {
        return bad("ssl_cert needs sslmode=required, verify_ca or verify_identity");
    }
    if (!all.socket.empty() && all.tls > TlsMode::preferred) {
        return bad("socket= is local to this machine: TLS is for host and port");
    }
    for (const std::string* file : {&all.ssl_ca, &all.ssl_cert, &all.ssl_key}) {
        if (!file->empty() && ::access(file->c_str(), R_OK) != 0) {
            return bad(fmt::format("cannot read {}", *file));
        }
    }
    return {};
}

db::Result<void> check_place(const Settings& all) {
    if (all.socket.empty()) {
        if (all.host.empty()) {
            return bad("a host is needed, or socket=PATH");
        }
        // The library reads lists, connection strings and plug-in names out of such hosts.
        if (all.host.find_first_of(",;/[]") != std::string::npos) {
            return bad(fmt::format("\"{}\" is not a host", all.host));
        }
        return {};
    }
    if (!all.host.empty() && all.host != "localhost") {
        return bad("with socket=PATH the host must be empty or localhost");
    }
    // sizeof(sockaddr_un::sun_path) is 108 on Linux.
    if (all.socket.size() > 107) {
        return bad("socket= is longer than the 107 characters that the system allows");
    }
    return {};
}

}  // namespace

std::string Settings::place() const {
    if (!socket.empty()) {
        return socket;
    }
    return host.find(':') != std::string::npos ? fmt::format("[{}]:{}", host, port)
                                               : fmt::format("{}:{}", host, port);
}

std::vector<db::UrlParam> url_params() {
    return {
        {"socket", "path of the server's Unix socket; without it localhost means TCP too"},
        {"sslmode",
         "disabled (default), preferred, required, verify_ca, verify_identity; ssl_ca alone means "
         "verify_ca"},
        {"ssl_ca", "file with the CA certificates the server's certificate must chain to"},
        {"ssl_cert", "file with the client certificate"},
        {"ssl_key", "file with the client certificate's key"},
        {"charset",
         "utf8mb4 (default) or latin1, as sysbench uses; the generated data is ASCII in both"},
        {"plugin_dir", "folder with authentication plug-ins of MariaDB Connector/C"},
        {"fast_path",
         "on (default): own protocol reader on connections without TLS; off: client library only"},
    };
}

db::Result<Settings> read_settings(const db::TargetUrl& url) {
    Settings all;
    all.host = url.host;
    all.port = url.port != 0 ? url.port : std::uint16_t{3306};
    all.user = url.user;
    all.database = url.database;
    all.socket = param(url, "socket");
    all.ssl_ca = param(url, "ssl_ca");
    all.ssl_cert = param(url, "ssl_cert");
    all.ssl_key = param(url, "ssl_key");
    all.plugin_dir = param(url, "plugin_dir");
    const std::string mode = param(url, "sslmode");
    if (!mode.empty()) {
        auto read = tls_mode(mode);
        if (!read) {
            return read.error();
        }
        all.tls = *read;
    } else if (!all.ssl_ca.empty()) {
        all.tls = TlsMode::verify_ca;
    }
    if (const std::string charset = param(url, "charset"); !charset.empty()) {
        if (charset != "utf8mb4" && charset != "latin1") {
            return bad(fmt::format("charset={} is unknown; allowed: utf8mb4, latin1", charset));
        }
        all.charset = charset;
    }
    if (const std::string fast = param(url, "fast_path"); !fast.empty()) {
        if (fast != "on" && fast != "off") {
            return bad(fmt::format("fast_path={} is unknown; allowed: on, off", fast));
        }
        all.fast_path = fast == "on";
    }
    if (auto ok = check_place(all); !ok) {
        return ok.error();
    }
    if (auto ok = check_tls(all, !mode.empty()); !ok) {
        return ok.error();
    }
    return all;
}

}  // namespace oltpsim::drivers::mysql
