// Which databases the suite runs on, what they call things, and what they cannot do.
#pragma once

#include "db/driver.hpp"

#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::test {

/// The drivers of this build. Generated.
std::vector<std::unique_ptr<db::Driver>> all_drivers();

/// How one database writes what the tests need.
struct Dialect {
    bool numbered_placeholders = false;  ///< $1 in place of ?
    bool pads_char = false;              ///< CHAR(n) comes back filled up with blanks
    std::string double_type = "DOUBLE";
    std::string timestamp_type = "DATETIME(6)";
    std::string long_text_type = "LONGTEXT";
    std::string table_suffix;
    std::string sleep;             ///< statement that lasts 30 s, or longer than any test
    std::string own_id;            ///< query for the session's number
    std::string kill;              ///< admin statement that ends session {id}
    std::string set_lock_timeout;  ///< makes lock waits of this session end after about a second
};

/// What a target can show. A test that needs more is skipped by name.
struct Abilities {
    bool content = true;                 ///< keeps rows
    bool network = true;                 ///< has a host, a port and a sign-in
    bool passwords = true;               ///< refuses a wrong one
    bool kill = true;                    ///< a session can be ended by the server
    bool deadlocks = true;               ///< finds deadlocks
    bool update_conflicts = true;        ///< at repeatable read, a second writer of a row fails
    bool isolation_levels = true;        ///< more than one
    bool read_only_transactions = true;  ///< refuses to write in them
    bool commit_counter = true;
    bool lock_waits = true;
    bool snapshot_reads = true;  ///< readers and writers do not wait for each other
    bool one_state_reads =
        true;  ///< a transaction at repeatable read lets others write what it has read
    bool tls_by_params = true;  ///< URL parameters say how the server is verified
    bool sleep = true;          ///< has a statement that lasts
    bool exact_doubles = true;  ///< hands doubles over bit for bit
};

struct TargetUnderTest {
    std::string label;    ///< for test names: letters, digits, '_'
    std::string url;      ///< empty: not available
    std::string why_not;  ///< reason when it is not available
    Dialect dialect;
    Abilities can;
    std::map<std::string, std::string>
        tls_params;      ///< that make a session verify the server against {ca}
    std::string driver;  ///< name of the driver to use
};

/// First URL of a variable's list; empty when it is not set.
std::string first_url(const char* variable);
Dialect postgresql_dialect();
Dialect mysql_dialect();
TargetUnderTest sqlite_target();

/// The databases above once more, through their ODBC drivers, and a SQL Server.
std::vector<TargetUnderTest> odbc_targets();

/// Every target of this build and environment, also those that are missing.
std::vector<TargetUnderTest> targets_under_test();

std::ostream& operator<<(std::ostream& out, const TargetUnderTest& target);

}  // namespace oltpsim::test
