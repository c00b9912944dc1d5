// URL parameters of a target, checked.
#include "drivers/odbc/settings.hpp"

#include "core/ascii.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace oltpsim::drivers::odbc {
namespace {

db::DbError bad_setting(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = "odbc target";
    error.message = std::move(what);
    return error;
}

struct TextParam {
    std::string_view name;
    std::string SqlServerPlace::* field;
    std::string_view allowed;  ///< words between blanks; "" = any text
};

constexpr std::array kTexts = {
    TextParam{"instance", &SqlServerPlace::instance, ""},
    TextParam{"encrypt", &SqlServerPlace::encrypt, "yes no strict"},
    TextParam{"trust_server_certificate", &SqlServerPlace::trust_server_certificate, "yes no"},
    TextParam{"ca", &SqlServerPlace::ca, ""},
    TextParam{"server_certificate", &SqlServerPlace::server_certificate, ""},
    TextParam{"host_name_in_certificate", &SqlServerPlace::host_name_in_certificate, ""},
    TextParam{"application_intent", &SqlServerPlace::application_intent, "ReadOnly ReadWrite"},
    TextParam{"multi_subnet_failover", &SqlServerPlace::multi_subnet_failover, "yes no"},
    TextParam{"tds_version", &SqlServerPlace::tds_version, "7.2 7.3 7.4 8.0 auto"},
    TextParam{"packet_size", &SqlServerPlace::packet_size, ""},
};

// "" when no word of `allowed` is meant.
std::string word_of(std::string_view allowed, std::string_view text) {
    for (std::size_t at = 0; at < allowed.size();) {
        const std::size_t end = std::min(allowed.find(' ', at), allowed.size());
        const std::string_view word = allowed.substr(at, end - at);
        const bool same =
            std::equal(word.begin(), word.end(), text.begin(), text.end(), [](char a, char b) {
                return to_lower(a) == to_lower(b);
            });
        if (same) {
            return std::string(word);
        }
        at = end + 1;
    }
    return {};
}

// The spellings that people carry over from other tools.
std::string_view as_yes_or_no(std::string_view text) noexcept {
    if (text == "true" || text == "on" || text == "1" || text == "mandatory") {
        return "yes";
    }
    return text == "false" || text == "off" || text == "0" || text == "optional" ? "no" : text;
}

db::Result<void> read_text(
    SqlServerPlace& place, const TextParam& param, const std::string& value
) {
    if (param.allowed.empty()) {
        if (value.empty()) {
            return bad_setting(fmt::format("{} is empty", param.name));
        }
        place.*param.field = value;
        return {};
    }
    const std::string word = word_of(param.allowed, as_yes_or_no(value));
    if (word.empty()) {
        return bad_setting(
            fmt::format("{} must be one of {}, got '{}'", param.name, param.allowed, value)
        );
    }
    place.*param.field = word;
    return {};
}

db::Result<unsigned> number_up_to(std::string_view name, const std::string& text, unsigned most) {
    unsigned value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size() || value == 0 || value > most) {
        return bad_setting(
            fmt::format("{} must be a whole number from 1 to {}, got '{}'", name, most, text)
        );
    }
    return value;
}

db::Result<bool> read_bulk(BulkOptions& bulk, const std::string& key, const std::string& value) {
    constexpr unsigned kMostBatchRows = 100'000;
    if (key == "bulk") {
        const std::string word = word_of("auto bcp arrays", value);
        if (word.empty()) {
            return bad_setting(fmt::format("bulk must be auto, bcp or arrays, got '{}'", value));
        }
        bulk.path = word == "bcp"      ? BulkPath::bulk_copy
                    : word == "arrays" ? BulkPath::arrays
                                       : BulkPath::automatic;
        return true;
    }
    if (key == "tablock") {
        const std::string word = word_of("yes no", as_yes_or_no(value));
        if (word.empty()) {
            return bad_setting(fmt::format("tablock must be yes or no, got '{}'", value));
        }
        bulk.table_lock = word == "yes";
        return true;
    }
    if (key == "batch_rows") {
        const auto rows = number_up_to("batch_rows", value, kMostBatchRows);
        if (!rows) {
            return rows.error();
        }
        bulk.batch_rows = *rows;
        return true;
    }
    return false;
}

db::Result<void> check_sqlserver(const SqlServerPlace& place) {
    if (place.host.empty()) {
        return bad_setting("the host is missing: sqlserver://user@host:1433/database");
    }
    if (!place.instance.empty() && place.port != 0) {
        return bad_setting(
            "an instance has a port of its own: give instance= (the server's browser service tells "
            "the port) or the port, not both"
        );
    }
    if (place.instance.find_first_of("\\,;{}") != std::string::npos) {
        return bad_setting("instance= is the instance's name alone, without the host");
    }
    if (place.trust_server_certificate == "yes" &&
        (!place.ca.empty() || !place.server_certificate.empty())) {
        return bad_setting(
            "trust_server_certificate=yes asks for no check of the certificate: leave ca and "
            "server_certificate out"
        );
    }
    if (place.encrypt == "no" && (!place.ca.empty() || !place.server_certificate.empty())) {
        return bad_setting("ca and server_certificate are of no use with encrypt=no");
    }
    if (!place.packet_size.empty()) {
        if (auto size = number_up_to("packet_size", place.packet_size, 32'767); !size) {
            return size.error();
        }
    }
    for (const auto* file : {&place.ca, &place.server_certificate}) {
        if (!file->empty() && ::access(file->c_str(), R_OK) != 0) {
            return bad_setting(fmt::format("{} cannot be read", *file));
        }
    }
    return {};
}

// Of an odbc: URL. The driver of a DSN is known to the driver manager only.
db::Result<void> check_odbc(const db::TargetUrl& url, Settings& settings, bool dialect_given) {
    if (!dialect_given) {
        return bad_setting("an odbc: target needs dialect=postgresql, mysql, sqlite or sqlserver "
                           "behind a '?', e.g. "
                           "odbc:DSN=lab1?dialect=sqlserver");
    }
    settings.text = ConnectionString::parse(url.database);
    if (!settings.text.has("DSN") && !settings.text.has("Driver") &&
        !settings.text.has("FileDSN")) {
        return bad_setting(
            "an odbc: target names DSN=… or Driver=…, e.g. odbc:Driver=FreeTDS;Server=vm1;Port=1433"
        );
    }
    if (settings.text.has("FileDSN") || settings.text.has("SaveFile")) {
        return bad_setting("FileDSN and SaveFile are not supported: use DSN=… or Driver=…");
    }
    settings.driver = settings.text.value_of("Driver");
    return {};
}

}  // namespace

const std::vector<db::UrlParam>& known_params() {
    static const std::vector<db::UrlParam> kParams = {
        {"driver",
         "sqlserver: the ODBC driver's name or library (default: Microsoft's newest, else FreeTDS)"
        },
        {"instance", "sqlserver: named instance, in place of the port"},
        {"encrypt", "sqlserver: yes, no or strict (default: the ODBC driver's own)"},
        {"trust_server_certificate",
         "sqlserver: yes = encrypt without checking who answers (default: the ODBC driver's own)"},
        {"ca", "sqlserver: refused with the way to name a CA, which differs by ODBC driver"},
        {"server_certificate",
         "sqlserver: file of the one certificate that the server must show (Microsoft's driver 18)"
        },
        {"host_name_in_certificate", "sqlserver: name expected there, where it is not the host's"},
        {"application_intent", "sqlserver: ReadOnly or ReadWrite"},
        {"multi_subnet_failover", "sqlserver: yes or no (Microsoft's driver)"},
        {"tds_version", "sqlserver: 7.2, 7.3, 7.4 (default) or auto (FreeTDS)"},
        {"packet_size", "sqlserver: bytes per packet"},
        {"bulk", "how rows are loaded: auto (default), bcp or arrays"},
        {"tablock", "yes or no (default): TABLOCK while loading by bulk copy"},
        {"batch_rows", "rows per array, or per batch of bulk copy"},
    };
    return kParams;
}

std::string Settings::place() const {
    if (sqlserver) {
        if (!sqlserver->instance.empty()) {
            return sqlserver->host + "\\" + sqlserver->instance;
        }
        return fmt::format("{}:{}", sqlserver->host, sqlserver->port == 0 ? 1433 : sqlserver->port);
    }
    for (const char* key : {"Server", "Servername", "Address"}) {
        if (const auto server = text.value_of(key); !server.empty()) {
            const auto port = text.value_of("Port");
            return port.empty() ? std::string(server) : fmt::format("{}:{}", server, port);
        }
    }
    if (const auto dsn = text.value_of("DSN"); !dsn.empty()) {
        return fmt::format("DSN {}", dsn);
    }
    return std::string(text.value_of("Database"));
}

db::Result<Settings> read_settings(const db::TargetUrl& url) {
    Settings settings;
    const bool from_url = url.scheme == "sqlserver";
    bool dialect_given = false;
    if (from_url) {
        SqlServerPlace place;
        place.host = url.host;
        place.port = url.port;
        place.database = url.database;
        place.user = url.user;
        settings.sqlserver = std::move(place);
    }
    for (const auto& [key, value] : url.params) {
        if (key == "dialect") {
            const auto dialect = dialect_named(value);
            if (!dialect || (from_url && *dialect != Dialect::sqlserver)) {
                return bad_setting(fmt::format(
                    "dialect must be {}, got '{}'",
                    from_url ? "sqlserver" : "postgresql, mysql, sqlite or sqlserver",
                    value
                ));
            }
            settings.dialect = *dialect;
            dialect_given = true;
            continue;
        }
        const auto bulk = read_bulk(settings.bulk, key, value);
        if (!bulk) {
            return bulk.error();
        }
        if (*bulk) {
            continue;
        }
        const auto text = std::find_if(kTexts.begin(), kTexts.end(), [&](const TextParam& one) {
            return one.name == key;
        });
        if (!from_url) {
            return bad_setting(fmt::format(
                "'{}' belongs to sqlserver:// URLs: write the ODBC driver's own keyword into the "
                "connection string",
                key
            ));
        }
        if (key == "driver") {
            settings.driver = value;
        } else if (text == kTexts.end()) {
            return bad_setting(fmt::format("unknown URL parameter '{}'", key));
        } else if (auto read = read_text(*settings.sqlserver, *text, value); !read) {
            return read.error();
        }
    }
    const auto good =
        from_url ? check_sqlserver(*settings.sqlserver) : check_odbc(url, settings, dialect_given);
    if (!good) {
        return good.error();
    }
    return settings;
}

}  // namespace oltpsim::drivers::odbc
