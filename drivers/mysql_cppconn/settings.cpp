// URL parameters of a target, checked.
#include "drivers/mysql_cppconn/settings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

db::DbError bad(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "mysql+cppconn target";
    error.message = std::move(what);
    return error;
}

struct ModeName {
    std::string_view name;
    TlsMode mode;
};

constexpr std::array kModes = {
    ModeName{"disabled", TlsMode::disabled},
    ModeName{"required", TlsMode::required},
    ModeName{"verify_ca", TlsMode::verify_ca},
    ModeName{"verify_identity", TlsMode::verify_identity},
};

// Tools write these names in either case, with '-' or '_'.
std::optional<TlsMode> mode_named(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return c == '-' ? '_' : static_cast<char>(std::tolower(c));
    });
    const auto found = std::find_if(kModes.begin(), kModes.end(), [&](const ModeName& one) {
        return one.name == text;
    });
    return found == kModes.end() ? std::nullopt : std::optional(found->mode);
}

struct TextParam {
    std::string_view name;
    std::string Settings::* field;
};

constexpr std::array kTexts = {
    TextParam{"socket", &Settings::socket},
    TextParam{"ssl_ca", &Settings::ssl_ca},
    TextParam{"ssl_cert", &Settings::ssl_cert},
    TextParam{"ssl_key", &Settings::ssl_key},
    TextParam{"charset", &Settings::charset},
    TextParam{"plugin_dir", &Settings::plugin_dir},
};

db::Result<void> check_place(const Settings& settings) {
    // Longest path in a sockaddr_un on Linux, without the NUL.
    constexpr std::size_t kLongestSocket = 107;
    if (!settings.socket.empty()) {
        if (!settings.host.empty() && settings.host != "localhost") {
            return bad("socket= is on this machine: leave the host empty, or localhost");
        }
        if (settings.socket.size() > kLongestSocket) {
            return bad(fmt::format("socket= may have {} characters", kLongestSocket));
        }
        return {};
    }
    if (settings.host.empty()) {
        return bad("the host is missing: mysql+cppconn://user@host:3306/database, or socket=PATH");
    }
    // The library takes these for parts of a URL.
    if (settings.host.find_first_of("/[]?,;") != std::string::npos) {
        return bad(fmt::format("'{}' is no host name or address", settings.host));
    }
    return {};
}

db::Result<void> check_tls(const Settings& settings) {
    const bool any_file = !settings.ssl_ca.empty() || !settings.ssl_cert.empty();
    if (settings.tls == TlsMode::disabled && any_file) {
        return bad("ssl_ca and ssl_cert are of no use with sslmode=disabled");
    }
    if (settings.tls >= TlsMode::verify_ca && settings.ssl_ca.empty()) {
        return bad("sslmode=verify_ca and verify_identity need ssl_ca=FILE");
    }
    if (settings.tls == TlsMode::required && !settings.ssl_ca.empty()) {
        return bad("ssl_ca goes with sslmode=verify_ca or verify_identity");
    }
    if (settings.ssl_cert.empty() != settings.ssl_key.empty()) {
        return bad("ssl_cert and ssl_key need each other");
    }
    if (!settings.socket.empty() && settings.tls != TlsMode::disabled) {
        return bad("a session over socket= stays on this machine and has no TLS");
    }
    for (const auto* file : {&settings.ssl_ca, &settings.ssl_cert, &settings.ssl_key}) {
        if (!file->empty() && ::access(file->c_str(), R_OK) != 0) {
            return bad(fmt::format("{} cannot be read", *file));
        }
    }
    return {};
}

db::Result<void> read_params(const db::TargetUrl& url, Settings& settings) {
    bool mode_given = false;
    for (const auto& [key, text] : url.params) {
        const auto field = std::find_if(kTexts.begin(), kTexts.end(), [&](const TextParam& one) {
            return one.name == key;
        });
        if (field != kTexts.end()) {
            settings.*field->field = text;
        } else if (key == "sslmode") {
            const auto mode = mode_named(text);
            if (!mode) {
                return bad(fmt::format(
                    "sslmode must be disabled, required, verify_ca or verify_identity, got '{}'",
                    text
                ));
            }
            settings.tls = *mode;
            mode_given = true;
        } else if (key != "dialect") {  // every driver has that one
            return bad(fmt::format("unknown URL parameter '{}'", key));
        }
    }
    if (!mode_given && !settings.ssl_ca.empty()) {
        settings.tls = TlsMode::verify_ca;
    } else if (!mode_given && !settings.ssl_cert.empty()) {
        settings.tls = TlsMode::required;
    }
    return {};
}

}  // namespace

std::string Settings::place() const {
    if (!socket.empty()) {
        return socket;
    }
    const bool v6 = host.find(':') != std::string::npos;
    return v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

const std::vector<db::UrlParam>& known_params() {
    static const std::vector<db::UrlParam> kParams = {
        {"socket", "path of the server's Unix socket, in place of host and port"},
        {"sslmode",
         "disabled (default), required, verify_ca or verify_identity; with ssl_ca the default is "
         "verify_ca"},
        {"ssl_ca", "file of the CA certificates that the server's certificate must descend from"},
        {"ssl_cert", "file of the client's certificate"},
        {"ssl_key", "file of the client certificate's key"},
        {"charset", "utf8mb4 (default) or latin1"},
        {"plugin_dir", "folder of authentication plug-ins"},
    };
    return kParams;
}

db::Result<Settings> read_settings(const db::TargetUrl& url) {
    Settings settings;
    settings.host = url.host;
    settings.port = url.port == 0 ? settings.port : url.port;
    settings.user = url.user;
    settings.database = url.database;
    if (auto read = read_params(url, settings); !read) {
        return read.error();
    }
    if (settings.charset != "utf8mb4" && settings.charset != "latin1") {
        return bad(fmt::format("charset must be utf8mb4 or latin1, got '{}'", settings.charset));
    }
    if (auto good = check_place(settings); !good) {
        return good.error();
    }
    if (auto good = check_tls(settings); !good) {
        return good.error();
    }
    return settings;
}

}  // namespace oltpsim::drivers::mysql_cppconn
