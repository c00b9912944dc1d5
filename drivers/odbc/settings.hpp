// What a sqlserver:// or odbc: URL asks for, checked. Pure: no connection. Thread: any.
#pragma once

#include "db/driver.hpp"
#include "drivers/odbc/connection_string.hpp"
#include "drivers/odbc/dialect.hpp"

#include <optional>
#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

/// How rows are loaded.
enum class BulkPath : std::uint8_t {
    automatic,  ///< bulk copy where the driver has it, else parameter arrays
    bulk_copy,
    arrays,
};

struct BulkOptions {
    BulkPath path = BulkPath::automatic;
    bool table_lock = false;  ///< TABLOCK hint of bulk copy
    unsigned batch_rows = 0;  ///< rows per array or bulk batch; 0 = the path's own
};

/// A sqlserver:// URL. Empty texts: the ODBC driver's default.
struct SqlServerPlace {
    std::string host;
    std::uint16_t port = 0;  ///< 0: 1433, or what the instance's browser says
    std::string instance;
    std::string database;
    std::string user;
    std::string encrypt;                   ///< yes, no, strict
    std::string trust_server_certificate;  ///< yes, no
    std::string ca;                        ///< file, FreeTDS
    std::string server_certificate;        ///< file, Microsoft's driver 18
    std::string host_name_in_certificate;
    std::string application_intent;  ///< ReadOnly, ReadWrite
    std::string multi_subnet_failover;
    std::string tds_version;  ///< FreeTDS
    std::string packet_size;
};

struct Settings {
    Dialect dialect = Dialect::sqlserver;
    std::string driver;  ///< name or library; empty: chosen from those installed, or a DSN's
    std::optional<SqlServerPlace> sqlserver;  ///< of a sqlserver:// URL
    ConnectionString text;                    ///< of an odbc: URL
    BulkOptions bulk;

    /// Where it is, for messages: "host:port", "DSN name", a file.
    std::string place() const;
};

/// URL parameters of this driver, of both schemes.
const std::vector<db::UrlParam>& known_params();

/// Errors: bad_argument naming the parameter and what is allowed.
db::Result<Settings> read_settings(const db::TargetUrl& url);

/// Is this a driver of that kind, by its name or library?
bool is_freetds(std::string_view driver) noexcept;
bool is_microsoft(std::string_view driver) noexcept;

/// The best driver for SQL Server of those installed: Microsoft's newest, else FreeTDS; "" when there is none.
std::string driver_for_sqlserver(const std::vector<std::string>& installed);

/// What SQLDriverConnect is given, but for the password. `driver`: in place of Settings::driver where that is empty.
/// Errors: bad_argument for a wish that this driver cannot be told.
db::Result<ConnectionString> compose(
    const Settings& settings, const std::string& driver, const db::SessionOptions& options
);

}  // namespace oltpsim::drivers::odbc
