// The driver manager: one environment for all sessions, pooling off, and the drivers that are installed. Thread: any.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

class Environment {
public:
    Environment() = default;
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    /// Precondition: no connection handle is left.
    ~Environment();

    /// Made at first use; SQL_NULL_HENV when the driver manager has none to give.
    SQLHENV handle();
    /// Names of the ODBC drivers that odbcinst.ini lists, sorted.
    std::vector<std::string> installed();

    /// Bulk copy has failed at this place for a reason that is not in the rows: sessions to come use arrays.
    void note_no_bulk_copy(const std::string& place);
    bool knows_no_bulk_copy(const std::string& place);

private:
    std::mutex mutex_;
    SQLHENV handle_ = SQL_NULL_HENV;
    std::set<std::string> without_bulk_copy_;
};

}  // namespace oltpsim::drivers::odbc
