// The suite through the driver odbc: PostgreSQL, MariaDB and SQLite by the ODBC drivers of the distribution, and a SQL
// Server where OLTPSIM_TEST_SQLSERVER_URL names one. A driver that is missing is a named skip.
#include "conformance/target_under_test.hpp"
#include "db/target_url.hpp"

#include <fmt/format.h>
#include <glob.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace oltpsim::test {
namespace {

// Where Debian, Ubuntu and others put the libraries of ODBC drivers; "" when it is nowhere.
std::string library(const char* file) {
    for (const char* pattern :
         {"/usr/lib/*/odbc/", "/usr/lib64/", "/usr/lib/odbc/", "/usr/local/lib/", "/usr/lib/*/"}) {
        glob_t found{};
        std::string path;
        if (::glob((std::string(pattern) + file).c_str(), 0, nullptr, &found) == 0) {
            path = found.gl_pathv[0];
        }
        ::globfree(&found);
        if (!path.empty()) {
            return path;
        }
    }
    return {};
}

struct OdbcFamily {
    const char* label;
    const char* variable;
    const char* file;
    const char* package;
    const char* dialect;
};

constexpr std::array kOdbcFamilies{
    OdbcFamily{
        "odbc_on_postgresql",
        "OLTPSIM_TEST_POSTGRESQL_URLS",
        "psqlodbcw.so",
        "odbc-postgresql",
        "postgresql"
    },
    OdbcFamily{
        "odbc_on_mariadb", "OLTPSIM_TEST_MARIADB_URLS", "libmaodbc.so", "odbc-mariadb", "mysql"
    },
};

std::string reference_to_password(const db::TargetUrl& url) {
    if (!url.password_file.empty()) {
        return "&password_file=" + url.password_file;
    }
    return url.password_env.empty() ? "" : "&password_env=" + url.password_env;
}

TargetUnderTest odbc_target(const OdbcFamily& family) {
    TargetUnderTest target;
    target.label = family.label;
    target.driver = "odbc";
    const bool postgresql = std::string_view(family.dialect) == "postgresql";
    target.dialect = postgresql ? postgresql_dialect() : mysql_dialect();
    target.dialect.numbered_placeholders = postgresql;
    target.can.update_conflicts = postgresql;
    target.can.commit_counter = false;
    target.can.tls_by_params = false;
    const std::string path = library(family.file);
    const std::string url = first_url(family.variable);
    const auto parsed = db::TargetUrl::parse(url);
    if (path.empty()) {
        target.why_not = fmt::format("{} is not installed ({})", family.file, family.package);
    } else if (url.empty() || !parsed) {
        target.why_not = fmt::format("{} is not set", family.variable);
    } else {
        target.url = fmt::format(
            "odbc:Driver={};Server={};Port={};Database={};UID={}?dialect={}{}",
            path,
            parsed->host,
            parsed->port,
            parsed->database,
            parsed->user,
            family.dialect,
            reference_to_password(*parsed)
        );
    }
    return target;
}

TargetUnderTest odbc_sqlite_target() {
    TargetUnderTest target = sqlite_target();
    target.label = "odbc_on_sqlite";
    target.can.exact_doubles = false;  // sqliteodbc gives 15 digits of a double
    target.driver = "odbc";
    const std::string path = library("libsqlite3odbc.so");
    if (path.empty()) {
        target.url.clear();
        target.why_not = "libsqlite3odbc.so is not installed (libsqliteodbc)";
    } else {
        target.url = fmt::format(
            "odbc:Driver={};Database={}oltpsim_conformance_odbc_{}.db?dialect=sqlite",
            path,
            testing::TempDir(),
            getpid()
        );
    }
    return target;
}

Dialect sqlserver_dialect() {
    Dialect dialect;
    dialect.pads_char = true;
    dialect.double_type = "FLOAT(53)";
    dialect.timestamp_type = "DATETIME2(6)";
    dialect.long_text_type = "NVARCHAR(MAX)";
    dialect.sleep = "WAITFOR DELAY '00:00:30'";
    dialect.own_id = "SELECT @@SPID";
    dialect.kill = "KILL {id}";
    dialect.set_lock_timeout = "SET LOCK_TIMEOUT 1000";
    return dialect;
}

// What a server cannot show is told by OLTPSIM_TEST_SQLSERVER_CANNOT: words of Abilities between blanks, e.g.
// "kill snapshot_reads" for an account without the permission and a database without READ_COMMITTED_SNAPSHOT.
TargetUnderTest sqlserver_target() {
    TargetUnderTest target;
    target.label = "odbc_on_sqlserver";
    target.driver = "odbc";
    target.dialect = sqlserver_dialect();
    target.can.update_conflicts = target.can.read_only_transactions = false;
    target.can.commit_counter = target.can.tls_by_params = false;
    target.can.one_state_reads = false;
    const char* text = std::getenv("OLTPSIM_TEST_SQLSERVER_CANNOT");
    const std::string cannot = text != nullptr ? text : "";
    const std::pair<const char*, bool Abilities::*> words[] = {
        {"kill", &Abilities::kill},
        {"deadlocks", &Abilities::deadlocks},
        {"isolation_levels", &Abilities::isolation_levels},
        {"lock_waits", &Abilities::lock_waits},
        {"snapshot_reads", &Abilities::snapshot_reads},
        {"passwords", &Abilities::passwords},
        {"sleep", &Abilities::sleep},
    };
    for (const auto& [word, ability] : words) {
        if ((" " + cannot + " ").find(fmt::format(" {} ", word)) != std::string::npos) {
            target.can.*ability = false;
        }
    }
    target.url = first_url("OLTPSIM_TEST_SQLSERVER_URL");
    if (target.url.empty()) {
        target.why_not = "OLTPSIM_TEST_SQLSERVER_URL is not set";
    }
    return target;
}

}  // namespace

std::vector<TargetUnderTest> odbc_targets() {
    std::vector<TargetUnderTest> targets;
    for (const OdbcFamily& family : kOdbcFamilies) {
        targets.push_back(odbc_target(family));
    }
    targets.push_back(odbc_sqlite_target());
    // Once with the default way to load, bulk copy where the driver has it, and once with parameter arrays.
    targets.push_back(sqlserver_target());
    targets.push_back(sqlserver_target());
    TargetUnderTest& arrays = targets.back();
    arrays.label = "odbc_on_sqlserver_by_arrays";
    if (!arrays.url.empty()) {
        arrays.url += arrays.url.find('?') == std::string::npos ? "?bulk=arrays" : "&bulk=arrays";
    }
    return targets;
}

}  // namespace oltpsim::test
