// Native error numbers of MySQL, MariaDB and their client library → ErrorClass. The only place that knows them.
#pragma once

#include "db/error.hpp"

#include <span>
#include <string_view>

namespace oltpsim::drivers::mysql {

/// One row of the table. `source` names where the number is defined.
struct NativeErrorRow {
    int code;
    db::ErrorClass cls;
    std::string_view source;
};

/// max_prepared_stmt_count is used up; handled inside the driver before anybody sees it.
inline constexpr int kMaxPreparedStatements = 1461;
/// "Lost connection during a query", for failures the own protocol reader finds.
inline constexpr int kServerLost = 2013;

std::span<const NativeErrorRow> error_rows() noexcept;

/// The class of an error in an open session. Unknown numbers go by SQLSTATE class: 23 constraint, 42 schema, 08 lost.
/// TLS that fails here is a lost connection.
db::ErrorClass classify(int native, std::string_view sqlstate) noexcept;

/// The same while a session is being opened: what would be a lost connection is then a failed one.
db::ErrorClass classify_connect(int native, std::string_view sqlstate) noexcept;

}  // namespace oltpsim::drivers::mysql
