// URL parameters, their checks, and the settings of every session.
#include "drivers/postgresql/connect_params.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::array<std::string_view, 6> kTlsModes{
    "disable", "allow", "prefer", "require", "verify-ca", "verify-full"
};
constexpr std::array<std::string_view, 3> kGssModes{"disable", "prefer", "require"};
constexpr std::array<std::string_view, 3> kBindings{"disable", "prefer", "require"};
constexpr std::array<std::string_view, 2> kSwitch{"on", "off"};

// Passed to libpq under the same name.
constexpr std::array<std::string_view, 17> kPassedOn{
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "sslcrl",
    "ssl_min_protocol_version",
    "channel_binding",
    "gssencmode",
    "krbsrvname",
    "hostaddr",
    "passfile",
    "application_name",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_count",
    "tcp_user_timeout"
};

std::string isolation_setting(db::Isolation isolation) {
    switch (isolation) {
        case db::Isolation::server_default: return {};
        case db::Isolation::read_committed:
            return " -c default_transaction_isolation=read\\ committed";
        case db::Isolation::repeatable_read:
            return " -c default_transaction_isolation=repeatable\\ read";
        case db::Isolation::serializable: return " -c default_transaction_isolation=serializable";
    }
    return {};
}

// The client's deadline comes first, so that a statement over time always ends in the same way.
constexpr std::chrono::milliseconds kServerGrace{100};

// Server settings given at sign-in. UTC makes both timestamp types mean the same. The time limit repeats the
// client's deadline at the server, so that it does not go on with a statement whose session we have left.
std::string server_settings(
    const db::TargetUrl& url, const db::SessionOptions& options, SessionUse use
) {
    using std::chrono::milliseconds;
    const bool limited = use == SessionUse::measured && options.statement_timeout > Nanos::zero();
    const auto limit =
        limited ? std::chrono::ceil<milliseconds>(options.statement_timeout) + kServerGrace
                : milliseconds::zero();
    std::string text = "-c TimeZone=UTC";
    text += fmt::format(" -c statement_timeout={}", limit.count());
    text += isolation_setting(options.isolation);
    if (const auto own = url.params.find("options"); own != url.params.end()) {
        text += " " + own->second;
    }
    return text;
}

db::DbError wrong(std::string_view name, std::string_view value, std::string_view allowed) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "target URL";
    error.message = fmt::format("{}={}: {}", name, value, allowed);
    return error;
}

db::Result<void> check_choice(
    const db::TargetUrl& url, const char* name, std::span<const std::string_view> allowed
) {
    const auto found = url.params.find(name);
    if (found == url.params.end() ||
        std::find(allowed.begin(), allowed.end(), found->second) != allowed.end()) {
        return {};
    }
    return wrong(name, found->second, fmt::format("allowed are {}", fmt::join(allowed, ", ")));
}

db::Result<void> check_number(const db::TargetUrl& url, const char* name) {
    const auto found = url.params.find(name);
    if (found == url.params.end()) {
        return {};
    }
    const std::string& text = found->second;
    const bool digits = !text.empty() && text.size() <= 9 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? db::Result<void>{} : wrong(name, text, "a whole number is wanted");
}

db::Result<void> check_file(const db::TargetUrl& url, const char* name) {
    const auto found = url.params.find(name);
    if (found == url.params.end() || found->second == "system" ||
        access(found->second.c_str(), R_OK) == 0) {
        return {};
    }
    return wrong(name, found->second, "this file cannot be read");
}

db::Result<void> check_socket(const db::TargetUrl& url, const char* name) {
    const auto found = url.params.find(name);
    if (found == url.params.end() || found->second.starts_with('/')) {
        return {};
    }
    return wrong(name, found->second, "the folder of a Unix socket is wanted, beginning with /");
}

}  // namespace

const std::vector<db::UrlParam>& url_params() {
    static const std::vector<db::UrlParam> all{
        {"sslmode",
         "TLS: disable, allow, prefer (default: TLS if the server offers it), require, verify-ca, "
         "verify-full"},
        {"sslrootcert", "file with the certificate authorities to trust"},
        {"sslcert", "client certificate file"},
        {"sslkey", "client key file"},
        {"sslcrl", "file with revoked certificates"},
        {"ssl_min_protocol_version", "lowest TLS version, e.g. TLSv1.2"},
        {"channel_binding", "disable, prefer or require"},
        {"gssencmode", "GSSAPI encryption: disable (default), prefer or require"},
        {"krbsrvname", "Kerberos service name"},
        {"host", "folder of a Unix socket, instead of the URL's host"},
        {"socket", "the same as host"},
        {"hostaddr", "IP address to use for the host name"},
        {"passfile", "password file instead of ~/.pgpass"},
        {"options", "server settings at sign-in, e.g. -c synchronous_commit=off"},
        {"application_name", "name shown in pg_stat_activity"},
        {"keepalives", "TCP keepalives: 1 (default) or 0"},
        {"keepalives_idle", "seconds until the first TCP keepalive (default 30)"},
        {"keepalives_interval", "seconds between TCP keepalives (default 10)"},
        {"keepalives_count", "lost TCP keepalives until the connection is dead (default 3)"},
        {"tcp_user_timeout",
         "milliseconds until unacknowledged data ends the connection (default 60000)"},
        {"fast_path",
         "on (default): own protocol reader on sessions without TLS and GSSAPI; off: libpq only"},
    };
    return all;
}

db::Result<void> check_url(const db::TargetUrl& url) {
    for (const char* name : {"host", "socket"}) {
        if (auto good = check_socket(url, name); !good) {
            return good;
        }
    }
    for (const char* name : {"sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile"}) {
        if (auto good = check_file(url, name); !good) {
            return good;
        }
    }
    for (const char* name :
         {"keepalives",
          "keepalives_idle",
          "keepalives_interval",
          "keepalives_count",
          "tcp_user_timeout"}) {
        if (auto good = check_number(url, name); !good) {
            return good;
        }
    }
    if (auto good = check_choice(url, "sslmode", kTlsModes); !good) {
        return good;
    }
    if (auto good = check_choice(url, "gssencmode", kGssModes); !good) {
        return good;
    }
    if (auto good = check_choice(url, "fast_path", kSwitch); !good) {
        return good;
    }
    return check_choice(url, "channel_binding", kBindings);
}

bool uses_fast_path(const db::TargetUrl& url) {
    const auto found = url.params.find("fast_path");
    return found == url.params.end() || found->second == "on";
}

ConnectParams::ConnectParams(
    const db::Endpoint& endpoint, const db::SessionOptions& options, SessionUse use
) {
    const db::TargetUrl& url = endpoint.url;
    // Set even when they are defaults: variables of the environment (PGSSLMODE, …) must not change a run unseen.
    set("sslmode", "prefer");
    set("gssencmode", "disable");
    set("client_encoding", "UTF8");
    set("application_name", options.application_name);
    set("keepalives_idle", "30");
    set("keepalives_interval", "10");
    set("keepalives_count", "3");
    set("tcp_user_timeout", "60000");
    set("options", server_settings(url, options, use));
    for (const auto& [key, value] : url.params) {
        if (std::find(kPassedOn.begin(), kPassedOn.end(), key) != kPassedOn.end()) {
            set(key, value);
        }
    }
    const auto socket = url.params.find(url.params.contains("socket") ? "socket" : "host");
    const std::string& host = socket != url.params.end() ? socket->second : url.host;
    if (!host.empty()) {
        set("host", host);
    }
    set("port", std::to_string(url.port != 0 ? url.port : 5432));
    if (!url.user.empty()) {
        set("user", url.user);
    }
    if (!url.database.empty()) {
        set("dbname", url.database);
    }
    if (endpoint.password.is_set()) {
        set("password", endpoint.password.reveal());
    }
}

void ConnectParams::set(std::string_view key, std::string value) {
    for (auto& [name, old] : pairs_) {
        if (name == key) {
            old = std::move(value);
            return;
        }
    }
    pairs_.emplace_back(key, std::move(value));
}

bool ConnectParams::contains(std::string_view key) const noexcept {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
        return pair.first == key;
    });
}

std::string_view ConnectParams::value(std::string_view key) const noexcept {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
        return pair.first == key;
    });
    return found != pairs_.end() ? std::string_view{found->second} : std::string_view{};
}

std::pair<std::vector<const char*>, std::vector<const char*>> ConnectParams::arrays() const {
    std::pair<std::vector<const char*>, std::vector<const char*>> both;
    for (const auto& [key, value] : pairs_) {
        both.first.push_back(key.c_str());
        both.second.push_back(value.c_str());
    }
    both.first.push_back(nullptr);
    both.second.push_back(nullptr);
    return both;
}

}  // namespace oltpsim::drivers::postgresql
