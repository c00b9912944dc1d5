// The server's own number first, by dialect because numbers collide (1205 is a deadlock on SQL Server and a lock
// time-out on MySQL); then SQLSTATE; then words, where a driver has one code for everything.
// Sources, named per group: [MS] Microsoft Learn, "Database engine events and errors" (numbers = sys.messages); [TDS]
// FreeTDS 1.3, src/odbc/error.c; [MY] MySQL 8.4 and MariaDB 11 server error references; [MYC] client errors, errmsg.h of
// MariaDB Connector/C; [PG] PostgreSQL 17, errcodes.txt; [PGO] psqlodbc 16, statement.h and connection.h; [LITE]
// sqlite.org/rescode.html; [ODBC] ODBC 3.8 reference, appendix A.
#include "drivers/odbc/error_map.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace oltpsim::drivers::odbc {
namespace {

using enum db::ErrorClass;

struct NativeRow {
    int native;
    db::ErrorClass cls;
};

constexpr std::array kSqlServer{
    NativeRow{1205, deadlock},                // [MS] chosen as the deadlock victim
    NativeRow{1222, lock_timeout},            // [MS] lock request time-out (SET LOCK_TIMEOUT)
    NativeRow{1204, out_of_space},            // [MS] no LOCK resources left
    NativeRow{3960, serialization_failure},   // [MS] snapshot isolation: update conflict
    NativeRow{3961, serialization_failure},   // [MS] snapshot: object changed by DDL
    NativeRow{41302, serialization_failure},  // [MS] In-Memory OLTP: update conflict
    NativeRow{41305, serialization_failure},  // [MS] In-Memory OLTP: repeatable read validation
    NativeRow{41325, serialization_failure},  // [MS] In-Memory OLTP: serializable validation
    NativeRow{3617, cancelled},               // [MS] the client sent an attention
    NativeRow{3980, cancelled},               // [MS] the request was aborted
    NativeRow{515, constraint_violation},     // [MS] NULL into NOT NULL
    NativeRow{547, constraint_violation},     // [MS] foreign key or CHECK
    NativeRow{2601, constraint_violation},    // [MS] duplicate key, unique index
    NativeRow{2627, constraint_violation},    // [MS] duplicate key, constraint
    NativeRow{2628, constraint_violation},    // [MS] text would be truncated (2019)
    NativeRow{8152, constraint_violation},    // [MS] text would be truncated
    NativeRow{8115, constraint_violation},    // [MS] arithmetic overflow
    NativeRow{220, constraint_violation},     // [MS] arithmetic overflow, TINYINT
    NativeRow{1101, out_of_space},            // [MS] no page in the filegroup
    NativeRow{1105, out_of_space},            // [MS] no space in the filegroup
    NativeRow{9002, out_of_space},            // [MS] the log is full
    NativeRow{40544, out_of_space},           // [MS] Azure: size quota
    NativeRow{4060, schema_mismatch},         // [MS] cannot open the database of the login
    NativeRow{911, schema_mismatch},          // [MS] database does not exist
    NativeRow{207, schema_mismatch},          // [MS] invalid column
    NativeRow{208, schema_mismatch},          // [MS] invalid object
    NativeRow{213, schema_mismatch},          // [MS] number of columns
    NativeRow{2812, schema_mismatch},         // [MS] no such procedure
    NativeRow{3701, schema_mismatch},         // [MS] cannot drop: not there, or no permission
    NativeRow{2714, schema_mismatch},         // [MS] an object of the name exists
    NativeRow{8144, schema_mismatch},         // [MS] procedure has too many arguments
    NativeRow{201, schema_mismatch},          // [MS] procedure expects a parameter
    NativeRow{229, permission_denied},        // [MS] on an object
    NativeRow{230, permission_denied},        // [MS] on a column
    NativeRow{262, permission_denied},        // [MS] in the database, e.g. CREATE TABLE
    NativeRow{297, permission_denied},        // [MS] for this action
    NativeRow{300, permission_denied},        // [MS] VIEW SERVER STATE
    NativeRow{916, permission_denied},        // [MS] the login is no user of the database
    NativeRow{1088, permission_denied},       // [MS] cannot find the object, or no permission
    NativeRow{4834, permission_denied},       // [MS] bulk load
    NativeRow{3906, permission_denied},       // [MS] read-only database
    NativeRow{3908, permission_denied},       // [MS] database in bypass recovery
    NativeRow{18452, auth_failed},            // [MS] untrusted domain
    NativeRow{18456, auth_failed},            // [MS] login failed
    NativeRow{18470, auth_failed},            // [MS] account disabled
    NativeRow{18486, auth_failed},            // [MS] account locked
    NativeRow{18487, auth_failed},            // [MS] password expired
    NativeRow{18488, auth_failed},            // [MS] password must be changed
    NativeRow{18459, auth_failed},            // [MS] login failed, licence or state
    NativeRow{17809, too_many_connections},   // [MS] user connections limit
    NativeRow{10928, too_many_connections},   // [MS] Azure: session limit
    NativeRow{10929, too_many_connections},   // [MS] Azure: server too busy
    NativeRow{40501, too_many_connections},   // [MS] Azure: service busy
    NativeRow{40613, connect_failed},         // [MS] Azure: database not available now
    NativeRow{40197, connection_lost},        // [MS] Azure: fail-over
    NativeRow{40143, connection_lost},        // [MS] Azure: fail-over
    NativeRow{4221, connect_failed},          // [MS] secondary not ready for logins
    NativeRow{233, connection_lost},          // [MS] no process at the other end of the pipe
    NativeRow{64, connection_lost},           // [MS] network name gone
    NativeRow{121, connection_lost},          // [MS] semaphore time-out
    NativeRow{10053, connection_lost},        // [MS] WSAECONNABORTED
    NativeRow{10054, connection_lost},        // [MS] WSAECONNRESET
    NativeRow{10060, connection_lost},        // [MS] WSAETIMEDOUT
    NativeRow{596, connection_lost},          // [MS] session is in the kill state
    NativeRow{6005, connection_lost},         // [MS] SHUTDOWN in progress
    NativeRow{20003, connection_lost},        // [TDS] server connection timed out
    NativeRow{20004, connection_lost},        // [TDS] read failed
    NativeRow{20006, connection_lost},        // [TDS] write failed
    NativeRow{20009, connect_failed},         // [TDS] server unavailable or does not exist
    NativeRow{20012, connect_failed},         // [TDS] server name not in the configuration
    NativeRow{20013, connect_failed},         // [TDS] unknown host
    NativeRow{20017, connection_lost},        // [TDS] unexpected end of file
    NativeRow{20019, other},                  // [TDS] results pending: a bug of ours
};

constexpr std::array kMySql{
    NativeRow{1020, serialization_failure},  // [MY] the row changed since it was read
    NativeRow{1213, deadlock},
    NativeRow{1614, deadlock},           // [MY] in an XA transaction
    NativeRow{1205, lock_timeout},       // [MY] innodb_lock_wait_timeout
    NativeRow{3572, lock_timeout},       // [MY] NOWAIT
    NativeRow{1969, statement_timeout},  // [MY] MariaDB: max_statement_time
    NativeRow{3024, statement_timeout},  // [MY] max_execution_time
    NativeRow{1317, cancelled},          // [MY] KILL QUERY
    NativeRow{1053, connection_lost},    // [MY] shutdown
    NativeRow{1152, connection_lost},    // [MY] aborted
    NativeRow{1184, connection_lost},    // [MY] aborted while signing in
    NativeRow{1927, connection_lost},    // [MY] MariaDB: killed
    NativeRow{4031, connection_lost},    // [MY] idle for too long
    NativeRow{2006, connection_lost},    // [MYC] gone away
    NativeRow{2013, connection_lost},    // [MYC] lost while waiting
    NativeRow{2014, connection_lost},    // [MYC] out of step
    NativeRow{2027, connection_lost},    // [MYC] malformed packet
    NativeRow{2055, connection_lost},    // [MYC] lost, extended text
    NativeRow{1043, connect_failed},     // [MY] bad handshake
    NativeRow{1129, connect_failed},     // [MY] host blocked
    NativeRow{2001, connect_failed},     // [MYC] no socket
    NativeRow{2002, connect_failed},     // [MYC] local server
    NativeRow{2003, connect_failed},     // [MYC] server
    NativeRow{2005, connect_failed},     // [MYC] unknown host
    NativeRow{2012, connect_failed},     // [MYC] handshake
    NativeRow{1045, auth_failed},        // [MY] access denied
    NativeRow{1130, auth_failed},        // [MY] not from this host
    NativeRow{1251, auth_failed},        // [MY] old protocol
    NativeRow{1524, auth_failed},        // [MY] no plug-in at the server
    NativeRow{1698, auth_failed},        // [MY] access denied, no password
    NativeRow{1820, auth_failed},        // [MY] password must be changed
    NativeRow{1862, auth_failed},        // [MY] password expired
    NativeRow{2059, auth_failed},        // [MYC] no plug-in here
    NativeRow{3118, auth_failed},        // [MY] account locked
    NativeRow{4151, auth_failed},        // [MY] MariaDB: account locked
    NativeRow{2026, tls_failed},         // [MYC] TLS
    NativeRow{3159, tls_failed},         // [MY] only with TLS
    NativeRow{1040, too_many_connections},
    NativeRow{1203, too_many_connections},  // [MY] per user
    NativeRow{1226, too_many_connections},  // [MY] per hour
    NativeRow{1048, constraint_violation},
    NativeRow{1062, constraint_violation},  // [MY] duplicate key
    NativeRow{1264, constraint_violation},  // [MY] out of range
    NativeRow{1406, constraint_violation},  // [MY] too long
    NativeRow{1451, constraint_violation},
    NativeRow{1452, constraint_violation},
    NativeRow{1586, constraint_violation},
    NativeRow{3819, constraint_violation},  // [MY] CHECK
    NativeRow{4025, constraint_violation},  // [MY] MariaDB: CHECK
    NativeRow{1021, out_of_space},
    NativeRow{1114, out_of_space},
    NativeRow{1206, out_of_space},     // [MY] lock table
    NativeRow{1046, schema_mismatch},  // [MY] no database chosen
    NativeRow{1049, schema_mismatch},  // [MY] unknown database
    NativeRow{1050, schema_mismatch},
    NativeRow{1051, schema_mismatch},
    NativeRow{1054, schema_mismatch},
    NativeRow{1136, schema_mismatch},
    NativeRow{1146, schema_mismatch},
    NativeRow{1305, schema_mismatch},
    NativeRow{1044, permission_denied},
    NativeRow{1142, permission_denied},
    NativeRow{1143, permission_denied},
    NativeRow{1227, permission_denied},
    NativeRow{1290, permission_denied},  // [MY] read_only server
    NativeRow{1370, permission_denied},  // [MY] routine
    NativeRow{1792, permission_denied},  // [MY] READ ONLY transaction
    NativeRow{1235, unsupported},
    NativeRow{1295, unsupported},   // [MY] not in the prepared statement protocol
    NativeRow{1461, unsupported},   // [MY] max_prepared_stmt_count
    NativeRow{1153, bad_argument},  // [MY] larger than max_allowed_packet
};

// sqliteodbc gives SQLite's primary result code as the native one.
constexpr std::array kSqlite{
    NativeRow{5, lock_timeout},             // [LITE] SQLITE_BUSY
    NativeRow{6, lock_timeout},             // [LITE] SQLITE_LOCKED
    NativeRow{517, serialization_failure},  // [LITE] SQLITE_BUSY_SNAPSHOT
    NativeRow{9, cancelled},                // [LITE] SQLITE_INTERRUPT
    NativeRow{19, constraint_violation},    // [LITE] SQLITE_CONSTRAINT
    NativeRow{13, out_of_space},            // [LITE] SQLITE_FULL
    NativeRow{3, permission_denied},        // [LITE] SQLITE_PERM
    NativeRow{8, permission_denied},        // [LITE] SQLITE_READONLY
    NativeRow{14, connect_failed},          // [LITE] SQLITE_CANTOPEN
    NativeRow{26, connect_failed},          // [LITE] SQLITE_NOTADB
    NativeRow{10, connection_lost},         // [LITE] SQLITE_IOERR
    NativeRow{17, schema_mismatch},         // [LITE] SQLITE_SCHEMA
};

struct StateRow {
    std::string_view state;  ///< five characters: that code; fewer: the rest of its class
    db::ErrorClass cls;
};

// Of PostgreSQL, whose driver passes the server's SQLSTATE on and gives no useful number.
constexpr std::array kPostgreSql{
    StateRow{"40P01", deadlock},               // [PG] deadlock_detected
    StateRow{"40001", serialization_failure},  // [PG] serialization_failure
    StateRow{"55P03", lock_timeout},           // [PG] lock_not_available
    StateRow{"25006", permission_denied},      // [PG] read_only_sql_transaction
    StateRow{"25P03", connection_lost},        // [PG] idle_in_transaction_session_timeout
    StateRow{"28", auth_failed},               // [PG] invalid authorization
    StateRow{"3D000", schema_mismatch},        // [PG] no such database
    StateRow{"3F000", schema_mismatch},        // [PG] no such schema
    StateRow{"42501", permission_denied},      // [PG] insufficient_privilege
    StateRow{"42601", other},                  // [PG] syntax_error
    StateRow{"53100", out_of_space},           // [PG] disk_full
    StateRow{"53300", too_many_connections},   // [PG] too_many_connections
    StateRow{"57P01", connection_lost},        // [PG] admin_shutdown
    StateRow{"57P02", connection_lost},        // [PG] crash_shutdown
    StateRow{"57P03", connect_failed},         // [PG] cannot_connect_now
    StateRow{"57P", connection_lost},          // [PG] database_dropped, idle_session_timeout
    StateRow{"22", schema_mismatch},           // [PG] data that the column does not take
};

constexpr std::array kStates{
    StateRow{"08001", connect_failed},     // [ODBC] unable to connect
    StateRow{"08004", connect_failed},     // [ODBC] rejected by the server
    StateRow{"08S01", connection_lost},    // [ODBC] communication link failure
    StateRow{"08", connection_lost},       // [ODBC] connection exception
    StateRow{"0A000", unsupported},        // [ODBC] feature not supported
    StateRow{"28000", auth_failed},        // [ODBC] invalid authorization
    StateRow{"HYT00", statement_timeout},  // [ODBC] time-out expired
    StateRow{"HYT01", connection_lost},    // [ODBC] connection time-out expired
    StateRow{"HY008", cancelled},          // [ODBC] operation cancelled
    StateRow{
        "40001", deadlock
    },  // [ODBC] serialization failure: a deadlock on SQL Server and MySQL
    StateRow{"40003", connection_lost},       // [ODBC] statement completion unknown
    StateRow{"23", constraint_violation},     // [ODBC] integrity constraint violation
    StateRow{"22001", constraint_violation},  // [ODBC] text too long
    StateRow{"22003", constraint_violation},  // [ODBC] number out of range
    StateRow{"3D000", schema_mismatch},       // [ODBC] invalid catalog name
    StateRow{"3F000", schema_mismatch},       // [ODBC] invalid schema name
    StateRow{"42000", other},         // [ODBC] syntax error or access violation: the number tells
    StateRow{"42", schema_mismatch},  // [ODBC] 42S02 no table, 42S22 no column, …
    StateRow{"HYC00", unsupported},   // [ODBC] optional feature
    StateRow{"IM001", unsupported},   // [ODBC] driver lacks the function
    StateRow{"IM", bad_argument},     // [ODBC] driver manager: data source, driver, its library
    StateRow{"HY014", other},         // [ODBC] too many handles
};

struct Phrase {
    std::string_view words;  ///< lower case
    db::ErrorClass cls;
};

// While opening, drivers have few codes: what their texts, and those of the libraries below them, tell. First match wins.
// Server messages of SQL Server keep their numbers and do not come here.
constexpr std::array kOpeningPhrases{
    Phrase{"certificate", tls_failed},  // OpenSSL under all of them
    Phrase{"ssl", tls_failed},          // [PGO] libpq; [MYC] 2026; Microsoft's driver
    Phrase{"tls", tls_failed},          // [MYC] GnuTLS; FreeTDS
    Phrase{"encryption", tls_failed},   // Microsoft's driver: "Encryption not supported"
    Phrase{"password authentication failed", auth_failed},  // [PG] 28P01 inside psqlodbc's 08001
    Phrase{"no pg_hba.conf entry", auth_failed},            // [PG] 28000
    Phrase{"no password supplied", auth_failed},            // libpq
    Phrase{"role \"", auth_failed},                         // [PG] role does not exist
    Phrase{"login failed", auth_failed},                    // [MS] 18456
    Phrase{"login incorrect", auth_failed},            // FreeTDS: the server answered no number
    Phrase{"database \"", schema_mismatch},            // [PG] 3D000 inside psqlodbc's 08001
    Phrase{"too many clients", too_many_connections},  // [PG] 53300
    Phrase{"remaining connection slots", too_many_connections},  // [PG] 53300
};

// While running, where the driver has one code (sqliteodbc: HY000, code 1; psqlodbc: HY000 when the socket died).
constexpr std::array kRunningPhrases{
    Phrase{"no such table", schema_mismatch},                       // SQLITE_ERROR
    Phrase{"no such column", schema_mismatch},                      // SQLITE_ERROR
    Phrase{"no such index", schema_mismatch},                       // SQLITE_ERROR
    Phrase{"has no column named", schema_mismatch},                 // SQLITE_ERROR
    Phrase{"values were supplied", schema_mismatch},                // SQLITE_ERROR
    Phrase{"interrupted", cancelled},                               // SQLITE_INTERRUPT
    Phrase{"server closed the connection", connection_lost},        // libpq
    Phrase{"could not receive data from server", connection_lost},  // libpq
    Phrase{"no connection to the server", connection_lost},         // libpq
    Phrase{"terminating connection", connection_lost},              // [PG] 57P01
    Phrase{"could not send query", connection_lost},                // [PGO]
    Phrase{"lock timeout", lock_timeout},  // Babelfish: one number, 33557097, for many things
    Phrase{"could not serialize", serialization_failure},  // Babelfish, the same
    Phrase{"\" does not exist", schema_mismatch},          // Babelfish: relation or column "x"
    Phrase{"permission denied", permission_denied},        // Babelfish
};

bool contains(std::string_view text, std::string_view words) noexcept {
    return std::search(text.begin(), text.end(), words.begin(), words.end(), [](char c, char w) {
               return to_lower(c) == w;
           }) != text.end();
}

std::span<const NativeRow> natives_of(Dialect dialect) noexcept {
    switch (dialect) {
        case Dialect::sqlserver: return kSqlServer;
        case Dialect::mysql: return kMySql;
        case Dialect::sqlite: return kSqlite;
        case Dialect::postgresql: break;
    }
    return {};
}

template <typename Rows>
const StateRow* find_state(const Rows& rows, std::string_view state) noexcept {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const StateRow& one) {
        return state.starts_with(one.state);
    });
    return row == rows.end() ? nullptr : &*row;
}

template <typename Phrases>
db::ErrorClass by_words(const Phrases& phrases, std::string_view text) noexcept {
    const auto found = std::find_if(phrases.begin(), phrases.end(), [&](const Phrase& one) {
        return contains(text, one.words);
    });
    return found == phrases.end() ? other : found->cls;
}

db::ErrorClass look_up(Dialect dialect, const Diagnostic& record) noexcept {
    const auto natives = natives_of(dialect);
    const auto native = std::find_if(natives.begin(), natives.end(), [&](const NativeRow& one) {
        return one.native == record.native;
    });
    if (native != natives.end()) {
        return native->cls;
    }
    if (dialect == Dialect::postgresql) {
        if (record.sqlstate ==
            "57014") {  // [PG] query_canceled: by request, or by statement_timeout
            return contains(record.text, "timeout") ? statement_timeout : cancelled;
        }
        if (const StateRow* row = find_state(kPostgreSql, record.sqlstate)) {
            return row->cls;
        }
    }
    const StateRow* row = find_state(kStates, record.sqlstate);
    const db::ErrorClass cls = row == nullptr ? other : row->cls;
    return cls == other ? by_words(kRunningPhrases, record.text) : cls;
}

}  // namespace

db::ErrorClass class_of(Dialect dialect, const Diagnostic& record, bool opening) noexcept {
    const db::ErrorClass cls = look_up(dialect, record);
    if (!opening) {
        return cls == tls_failed || cls == connect_failed ? connection_lost : cls;
    }
    const bool vague =
        cls == other || cls == connection_lost || cls == connect_failed || cls == statement_timeout;
    if (!vague) {
        return cls;
    }
    const db::ErrorClass told = by_words(kOpeningPhrases, record.text);
    return told == other ? connect_failed : told;
}

bool is_nothing_to_roll_back(Dialect dialect, const Diagnostic& record) noexcept {
    return (dialect == Dialect::sqlserver && record.native == 3903
           ) ||  // [MS] ROLLBACK without BEGIN
           (dialect == Dialect::sqlite && contains(record.text, "no transaction is active"));
}

bool is_missing_driver(const Diagnostic& record) noexcept {
    return record.sqlstate == "IM002" || record.sqlstate == "IM003" ||
           (record.sqlstate == "01000" && contains(record.text, "can't open lib"));
}

// [MY] ER_UNSUPPORTED_PS
bool is_not_preparable(const db::DbError& error) noexcept { return error.native == 1295; }

bool is_missing_routine(const db::DbError& error) noexcept { return error.native == 2812; }

}  // namespace oltpsim::drivers::odbc
