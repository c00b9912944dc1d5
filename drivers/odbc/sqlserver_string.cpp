// A sqlserver:// URL in the words of each ODBC driver. Sources: "DSN and Connection String Keywords" of Microsoft's ODBC
// driver; FreeTDS user guide, "ODBC connection attributes"; psqlodbc, MariaDB Connector/ODBC and sqliteodbc manuals.
#include "core/ascii.hpp"
#include "drivers/odbc/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace oltpsim::drivers::odbc {
namespace {

db::DbError cannot_say(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "sqlserver target";
    error.message = std::move(what);
    return error;
}

bool holds(std::string_view text, std::string_view words) noexcept {
    return std::search(text.begin(), text.end(), words.begin(), words.end(), [](char c, char w) {
               return to_lower(c) == w;
           }) != text.end();
}

// "ODBC Driver 18 for SQL Server" is 18; 0 for anything else.
int microsoft_version(std::string_view name) noexcept {
    constexpr std::string_view kStart = "ODBC Driver ";
    int version = 0;
    if (name.starts_with(kStart) && name.ends_with(" for SQL Server")) {
        std::from_chars(name.data() + kStart.size(), name.data() + name.size(), version);
    }
    return version;
}

void add_if_given(ConnectionString& out, const char* key, const std::string& value) {
    if (!value.empty()) {
        out.add(key, value);
    }
}

db::Result<void> add_microsoft(ConnectionString& out, const SqlServerPlace& place) {
    if (!place.ca.empty()) {
        return cannot_say(
            "Microsoft's ODBC driver takes the CAs of the system's store: add yours there "
            "(update-ca-certificates), or name the server's own certificate by server_certificate= "
            "(driver 18)"
        );
    }
    std::string server = "tcp:" + place.host;
    server += place.instance.empty() ? fmt::format(",{}", place.port == 0 ? 1433 : place.port)
                                     : "\\" + place.instance;
    out.add("Server", server);
    add_if_given(out, "Encrypt", place.encrypt);
    add_if_given(out, "TrustServerCertificate", place.trust_server_certificate);
    add_if_given(out, "ServerCertificate", place.server_certificate);
    add_if_given(out, "HostnameInCertificate", place.host_name_in_certificate);
    add_if_given(out, "ApplicationIntent", place.application_intent);
    add_if_given(out, "MultiSubnetFailover", place.multi_subnet_failover);
    // A broken session is reported, not mended behind the measurement's back.
    out.add("ConnectRetryCount", "0");
    out.add("MARS_Connection", "no");
    return {};
}

db::Result<void> add_freetds(ConnectionString& out, const SqlServerPlace& place) {
    if (!place.ca.empty()) {
        return cannot_say("FreeTDS takes no CA in a connection string and would check nothing: "
                          "name the server with its "
                          "\"ca file\" in freetds.conf and use an odbc: target with Servername= "
                          "(docs/sqlserver.md)");
    }
    const std::pair<const std::string*, const char*> foreign[] = {
        {&place.server_certificate, "server_certificate"},
        {&place.multi_subnet_failover, "multi_subnet_failover"},
        {&place.host_name_in_certificate, "host_name_in_certificate"},
    };
    for (const auto& [value, name] : foreign) {
        if (!value->empty()) {
            return cannot_say(
                fmt::format("FreeTDS knows no {}: leave it out, or use Microsoft's driver", name)
            );
        }
    }
    if (place.instance.empty()) {
        out.add("Server", place.host);
        out.add("Port", fmt::format("{}", place.port == 0 ? 1433 : place.port));
    } else {
        out.add("Server", place.host + "\\" + place.instance);
    }
    // Below 7.3 there is no DATETIME2 and no 64-bit row count.
    if (place.tds_version != "auto") {
        out.add("TDS_Version", place.tds_version.empty() ? "7.4" : place.tds_version);
    }
    out.add("ClientCharset", "UTF-8");
    const std::string& encrypt = place.encrypt;
    add_if_given(
        out,
        "Encryption",
        encrypt == "yes"  ? "require"
        : encrypt == "no" ? "off"
                          : encrypt
    );
    add_if_given(out, "ApplicationIntent", place.application_intent);
    return {};
}

// Where the user names the library or the driver, and nothing is said elsewhere (a DSN has settings of its own).
void add_odbc_defaults(
    ConnectionString& out,
    Dialect dialect,
    std::string_view driver,
    const db::SessionOptions& options
) {
    if (out.has("DSN")) {
        return;
    }
    switch (dialect) {
        case Dialect::postgresql:
            // Without these psqlodbc wraps each statement of a transaction in a savepoint, and prepares on this side.
            out.add_default("Protocol", "7.4-0");
            out.add_default("UseServerSidePrepare", "1");
            break;
        case Dialect::mysql: {
            out.add_default("charset", "utf8mb4");
            // The attribute of ODBC ends with the TCP connect there; this one counts until the server has spoken.
            const auto limit = std::chrono::ceil<std::chrono::seconds>(options.connect_timeout);
            out.add_default("CONN_TIMEOUT", fmt::format("{}", limit.count()));
            break;
        }
        case Dialect::sqlite: {
            const auto wait = std::chrono::ceil<std::chrono::milliseconds>(
                options.statement_timeout > Nanos::zero() ? options.statement_timeout
                                                          : Nanos(std::chrono::hours{1})
            );
            out.add_default("Timeout", fmt::format("{}", wait.count()));
            out.add_default("StepAPI", "1");
            // As the native driver opens a file.
            out.add_default("JournalMode", "WAL");
            out.add_default("SyncPragma", "FULL");
            break;
        }
        case Dialect::sqlserver:
            if (is_freetds(driver)) {
                out.add_default("TDS_Version", "7.4");
                out.add_default("ClientCharset", "UTF-8");
            }
            break;
    }
}

}  // namespace

bool is_freetds(std::string_view driver) noexcept {
    return holds(driver, "freetds") || holds(driver, "tdsodbc");
}

bool is_microsoft(std::string_view driver) noexcept {
    return microsoft_version(driver) > 0 || holds(driver, "msodbcsql");
}

std::string driver_for_sqlserver(const std::vector<std::string>& installed) {
    const auto newest = std::max_element(
        installed.begin(),
        installed.end(),
        [](const std::string& a, const std::string& b) {
            return microsoft_version(a) < microsoft_version(b);
        }
    );
    if (newest != installed.end() && microsoft_version(*newest) > 0) {
        return *newest;
    }
    const auto free = std::find_if(installed.begin(), installed.end(), is_freetds);
    return free == installed.end() ? std::string{} : *free;
}

db::Result<ConnectionString> compose(
    const Settings& settings, const std::string& driver, const db::SessionOptions& options
) {
    const std::string& used = settings.driver.empty() ? driver : settings.driver;
    if (!settings.sqlserver) {
        ConnectionString out = settings.text;
        add_odbc_defaults(out, settings.dialect, used, options);
        if (settings.dialect == Dialect::sqlserver) {
            out.add_default("APP", options.application_name);
        }
        return out;
    }
    const SqlServerPlace& place = *settings.sqlserver;
    ConnectionString out;
    out.add("Driver", used);
    auto added = is_freetds(used) ? add_freetds(out, place) : add_microsoft(out, place);
    if (!added) {
        return added.error();
    }
    add_if_given(out, "Database", place.database);
    add_if_given(out, "UID", place.user);
    add_if_given(out, "PacketSize", place.packet_size);
    out.add("APP", options.application_name);
    return out;
}

}  // namespace oltpsim::drivers::odbc
