// The table. Numbers 1–4999 come from servers (MySQL and MariaDB agree up to 1899; above, both are listed),
// 2000–2099 and 5000–5099 from the client library.
#include "drivers/mysql/error_map.hpp"

#include <algorithm>

namespace oltpsim::drivers::mysql {
namespace {

using db::ErrorClass;
constexpr std::string_view kServer = "server error reference (MySQL, MariaDB)";
constexpr std::string_view kMysql = "server error reference (MySQL 5.7 and later)";
constexpr std::string_view kMaria = "server error reference (MariaDB)";
constexpr std::string_view kClient = "client error reference (CR_*)";

// Sorted by number.
constexpr NativeErrorRow kRows[] = {
    {1020, ErrorClass::serialization_failure, kServer},  // record has changed since last read
    {1021, ErrorClass::out_of_space, kServer},           // disk full
    {1022, ErrorClass::constraint_violation, kServer},   // duplicate key
    {1040, ErrorClass::too_many_connections, kServer},   // max_connections
    {1043, ErrorClass::connect_failed, kServer},         // bad handshake
    {1044, ErrorClass::permission_denied, kServer},      // access denied to database
    {1045, ErrorClass::auth_failed, kServer},            // access denied for user
    {1046, ErrorClass::schema_mismatch, kServer},        // no database selected
    {1048, ErrorClass::constraint_violation, kServer},   // column cannot be null
    {1049, ErrorClass::schema_mismatch, kServer},        // unknown database
    {1050, ErrorClass::schema_mismatch, kServer},        // table exists
    {1051, ErrorClass::schema_mismatch, kServer},        // unknown table
    {1053, ErrorClass::connection_lost, kServer},        // server shutdown in progress
    {1054, ErrorClass::schema_mismatch, kServer},        // unknown column
    {1062, ErrorClass::constraint_violation, kServer},   // duplicate entry
    {1064, ErrorClass::schema_mismatch, kServer},        // syntax error
    {1114, ErrorClass::out_of_space, kServer},           // table is full
    {1129, ErrorClass::connect_failed, kServer},         // host blocked
    {1130, ErrorClass::auth_failed, kServer},            // host not allowed to connect
    {1136, ErrorClass::schema_mismatch, kServer},        // column count does not match
    {1142, ErrorClass::permission_denied, kServer},      // command denied on table
    {1143, ErrorClass::permission_denied, kServer},      // command denied on column
    {1146, ErrorClass::schema_mismatch, kServer},        // no such table
    {1152, ErrorClass::connection_lost, kServer},        // aborted connection
    {1153, ErrorClass::bad_argument, kServer},           // packet larger than max_allowed_packet
    {1180, ErrorClass::other, kServer},                  // error during COMMIT
    {1184, ErrorClass::connection_lost, kServer},        // aborted connection
    {1193, ErrorClass::unsupported, kServer},            // unknown system variable
    {1203, ErrorClass::too_many_connections, kServer},   // max_user_connections
    {1205, ErrorClass::lock_timeout, kServer},           // lock wait timeout
    {1206, ErrorClass::out_of_space, kServer},           // lock table full
    {1213, ErrorClass::deadlock, kServer},               // deadlock found
    {1216, ErrorClass::constraint_violation, kServer},   // foreign key, child
    {1217, ErrorClass::constraint_violation, kServer},   // foreign key, parent
    {1226, ErrorClass::too_many_connections, kServer},   // per-user resource limit
    {1227, ErrorClass::permission_denied, kServer},      // privilege needed
    {1235, ErrorClass::unsupported, kServer},            // not supported yet
    {1251, ErrorClass::auth_failed, kServer},            // authentication protocol not supported
    {1264, ErrorClass::constraint_violation, kServer},   // out of range
    {1290, ErrorClass::permission_denied, kServer
    },  // server runs with an option that forbids it (read_only)
    {1305, ErrorClass::schema_mismatch, kServer},       // procedure does not exist
    {1317, ErrorClass::cancelled, kServer},             // query execution was interrupted
    {1366, ErrorClass::schema_mismatch, kServer},       // wrong value for column type
    {1406, ErrorClass::constraint_violation, kServer},  // data too long
    {1451, ErrorClass::constraint_violation, kServer},  // foreign key, parent
    {1452, ErrorClass::constraint_violation, kServer},  // foreign key, child
    {1461, ErrorClass::unsupported, kServer},           // max_prepared_stmt_count
    {1524, ErrorClass::auth_failed, kServer},           // authentication plugin not loaded
    {1586, ErrorClass::constraint_violation, kServer},  // duplicate entry, names the key
    {1614, ErrorClass::deadlock, kServer},              // XA deadlock
    {1698, ErrorClass::auth_failed, kServer},           // access denied, no password
    {1792, ErrorClass::permission_denied, kServer},     // write in a read only transaction
    {1820, ErrorClass::auth_failed, kServer},           // password must be changed first
    {1862, ErrorClass::auth_failed, kServer},           // password expired
    {1927, ErrorClass::connection_lost, kMaria},        // connection was killed
    {1969, ErrorClass::statement_timeout, kMaria},      // max_statement_time
    {2001, ErrorClass::connect_failed, kClient},        // cannot create a socket
    {2002, ErrorClass::connect_failed, kClient},        // cannot connect
    {2003, ErrorClass::connect_failed, kClient},        // cannot connect to host
    {2004, ErrorClass::connect_failed, kClient},        // cannot create a TCP socket
    {2005, ErrorClass::connect_failed, kClient},        // unknown host
    {2006, ErrorClass::connection_lost, kClient},       // server has gone away
    {2007, ErrorClass::unsupported, kClient},           // protocol version
    {2012, ErrorClass::connect_failed, kClient},        // handshake
    {2013, ErrorClass::connection_lost, kClient},       // lost connection during query
    {2014, ErrorClass::connection_lost, kClient},       // commands out of sync
    {2019, ErrorClass::bad_argument, kClient},          // character set
    {2020, ErrorClass::connection_lost, kClient},       // packet too large
    {2026, ErrorClass::tls_failed, kClient},            // TLS
    {2027, ErrorClass::connection_lost, kClient},       // malformed packet
    {2049, ErrorClass::auth_failed, kClient},           // old authentication refused
    {2055, ErrorClass::connection_lost, kClient},       // lost connection, with details
    {2059, ErrorClass::auth_failed, kClient},           // authentication plugin cannot be loaded
    {2061, ErrorClass::auth_failed, kClient},           // authentication plugin reports an error
    {3024, ErrorClass::statement_timeout, kMysql},      // max_execution_time
    {3032, ErrorClass::connect_failed, kMysql},         // server is in offline mode
    {3058, ErrorClass::deadlock, kMysql},               // deadlock on user locks
    {3118, ErrorClass::auth_failed, kMysql},            // account is locked
    {3159, ErrorClass::tls_failed, kMysql},             // require_secure_transport
    {3572, ErrorClass::lock_timeout, kMysql},           // NOWAIT
    {3819, ErrorClass::constraint_violation, kMysql},   // check constraint
    {3955, ErrorClass::auth_failed, kMysql},            // account blocked after failed attempts
    {4025, ErrorClass::constraint_violation, kMaria},   // check constraint
    {4031, ErrorClass::connection_lost, kMysql},        // disconnected for inactivity
    {4151, ErrorClass::auth_failed, kMaria},            // account is locked
    {5003, ErrorClass::unsupported, kClient},           // function not supported by the server
    {5013, ErrorClass::connection_lost, kClient},       // read error
    {5014, ErrorClass::connection_lost, kClient},       // write error
};

ErrorClass by_sqlstate(std::string_view state) noexcept {
    if (state == "40001") {
        return ErrorClass::deadlock;
    }
    const std::string_view kind = state.substr(0, 2);
    if (kind == "23") {
        return ErrorClass::constraint_violation;
    }
    if (kind == "42") {
        return ErrorClass::schema_mismatch;
    }
    if (kind == "28") {
        return ErrorClass::auth_failed;
    }
    return kind == "08" ? ErrorClass::connection_lost : ErrorClass::other;
}

ErrorClass look_up(int native, std::string_view sqlstate) noexcept {
    const auto* row = std::lower_bound(
        std::begin(kRows),
        std::end(kRows),
        native,
        [](const NativeErrorRow& one, int code) { return one.code < code; }
    );
    return row != std::end(kRows) && row->code == native ? row->cls : by_sqlstate(sqlstate);
}

}  // namespace

std::span<const NativeErrorRow> error_rows() noexcept { return kRows; }

db::ErrorClass classify(int native, std::string_view sqlstate) noexcept {
    const ErrorClass cls = look_up(native, sqlstate);
    return cls == ErrorClass::tls_failed ? ErrorClass::connection_lost : cls;
}

db::ErrorClass classify_connect(int native, std::string_view sqlstate) noexcept {
    const ErrorClass cls = look_up(native, sqlstate);
    return cls == ErrorClass::connection_lost || cls == ErrorClass::other
               ? ErrorClass::connect_failed
               : cls;
}

}  // namespace oltpsim::drivers::mysql
