// Source of every row: MySQL server error reference and MariaDB error codes (1000-1999 mean the same in both), MySQL
// client error reference and errmsg.h of MariaDB Connector/C for 2000-2999 and 5000-5999.
#include "drivers/mysql_cppconn/error_map.hpp"

#include <algorithm>
#include <array>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

using enum db::ErrorClass;

constexpr int kNotPreparable = 1295;
constexpr int kNoMorePrepared = 1461;

struct Row {
    int native;
    db::ErrorClass cls;
};

constexpr std::array kRows = {
    Row{1020, serialization_failure},  // the row changed since it was read
    Row{1213, deadlock},
    Row{1614, deadlock},           // in an XA transaction
    Row{3058, deadlock},           // MySQL: among user locks
    Row{1205, lock_timeout},       // innodb_lock_wait_timeout
    Row{3572, lock_timeout},       // MySQL: NOWAIT
    Row{1969, statement_timeout},  // MariaDB: max_statement_time
    Row{3024, statement_timeout},  // MySQL: max_execution_time
    Row{1317, cancelled},          // KILL QUERY

    Row{1053, connection_lost},  // the server shuts down
    Row{1152, connection_lost},
    Row{1184, connection_lost},
    Row{1927, connection_lost},  // MariaDB: killed
    Row{4031, connection_lost},  // MySQL: idle for too long
    Row{2006, connection_lost},
    Row{2013, connection_lost},
    Row{2014, connection_lost},  // out of step with the server
    Row{2020, connection_lost},  // packet larger than the client takes
    Row{2027, connection_lost},  // packet that makes no sense
    Row{2055, connection_lost},
    Row{5013, connection_lost},  // read failed
    Row{5014, connection_lost},  // write failed

    Row{1043, connect_failed},
    Row{1129, connect_failed},  // host blocked after many failures
    Row{2001, connect_failed},
    Row{2002, connect_failed},
    Row{2003, connect_failed},
    Row{2004, connect_failed},
    Row{2005, connect_failed},
    Row{2012, connect_failed},
    Row{3032, connect_failed},  // MySQL: offline mode

    Row{1045, auth_failed},
    Row{1130, auth_failed},  // not from this host
    Row{1251, auth_failed},
    Row{1524, auth_failed},  // the server lacks the plug-in
    Row{1698, auth_failed},
    Row{1820, auth_failed},  // the password must be changed first
    Row{1862, auth_failed},  // the password has expired
    Row{2049, auth_failed},
    Row{2059, auth_failed},  // the client lacks the plug-in
    Row{2061, auth_failed},
    Row{3118, auth_failed},  // MySQL: account locked
    Row{3955, auth_failed},  // MySQL: blocked after failed tries
    Row{4151, auth_failed},  // MariaDB: account locked
    Row{2026, tls_failed},
    Row{3159, tls_failed},  // MySQL: only with TLS

    Row{1040, too_many_connections},
    Row{1203, too_many_connections},
    Row{1226, too_many_connections},

    Row{1022, constraint_violation},
    Row{1048, constraint_violation},
    Row{1062, constraint_violation},
    Row{1216, constraint_violation},
    Row{1217, constraint_violation},
    Row{1264, constraint_violation},  // out of range
    Row{1406, constraint_violation},  // too long
    Row{1451, constraint_violation},
    Row{1452, constraint_violation},
    Row{1586, constraint_violation},
    Row{3819, constraint_violation},  // MySQL: CHECK
    Row{4025, constraint_violation},  // MariaDB: CHECK

    Row{1021, out_of_space},
    Row{1114, out_of_space},
    Row{1206, out_of_space},  // lock table

    Row{1046, schema_mismatch},
    Row{1049, schema_mismatch},
    Row{1050, schema_mismatch},
    Row{1051, schema_mismatch},
    Row{1054, schema_mismatch},
    Row{1064, schema_mismatch},
    Row{1136, schema_mismatch},
    Row{1146, schema_mismatch},
    Row{1305, schema_mismatch},
    Row{1366, schema_mismatch},  // text that does not suit the column

    Row{1044, permission_denied},
    Row{1142, permission_denied},
    Row{1143, permission_denied},
    Row{1227, permission_denied},
    Row{1290, permission_denied},  // read_only server
    Row{1792, permission_denied},  // READ ONLY transaction

    Row{1193, unsupported},  // unknown variable
    Row{1235, unsupported},
    Row{kNotPreparable, unsupported},
    Row{kNoMorePrepared, unsupported},
    Row{2007, unsupported},  // protocol version
    Row{5003, unsupported},
    Row{1153, bad_argument},  // larger than max_allowed_packet
    Row{2019, bad_argument},  // character set
};

db::ErrorClass by_state(std::string_view state) noexcept {
    constexpr std::array<std::pair<std::string_view, db::ErrorClass>, 5> kStates = {{
        {"40001", deadlock},
        {"23", constraint_violation},
        {"42", schema_mismatch},
        {"28", auth_failed},
        {"08", connection_lost},
    }};
    const auto found = std::find_if(kStates.begin(), kStates.end(), [&](const auto& one) {
        return state.starts_with(one.first);
    });
    return found == kStates.end() ? other : found->second;
}

db::ErrorClass look_up(int native, std::string_view sqlstate) noexcept {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) {
        return one.native == native;
    });
    return row == kRows.end() ? by_state(sqlstate) : row->cls;
}

}  // namespace

bool is_left_unprepared(int native) noexcept {
    return native == kNotPreparable || native == kNoMorePrepared;
}

db::ErrorClass class_of(int native, std::string_view sqlstate) noexcept {
    const db::ErrorClass cls = look_up(native, sqlstate);
    return cls == tls_failed ? connection_lost : cls;
}

db::ErrorClass class_when_opening(int native, std::string_view sqlstate) noexcept {
    const db::ErrorClass cls = look_up(native, sqlstate);
    return cls == connection_lost || cls == other ? connect_failed : cls;
}

}  // namespace oltpsim::drivers::mysql_cppconn
