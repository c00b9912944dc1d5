// Which databases the suite runs on.
#include "conformance/target_under_test.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>

namespace oltpsim::test {

Dialect postgresql_dialect() {
    Dialect dialect;
    dialect.numbered_placeholders = true;
    dialect.pads_char = true;
    dialect.double_type = "DOUBLE PRECISION";
    dialect.timestamp_type = "TIMESTAMP(6)";
    dialect.long_text_type = "TEXT";
    dialect.sleep = "SELECT pg_sleep(30)";
    dialect.own_id = "SELECT pg_backend_pid()";
    dialect.kill = "SELECT pg_terminate_backend({id})";
    dialect.set_lock_timeout = "SET lock_timeout = '1s'";
    return dialect;
}

Dialect mysql_dialect() {
    Dialect dialect;
    dialect.table_suffix = " ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    dialect.sleep = "SELECT SLEEP(30)";
    dialect.own_id = "SELECT CONNECTION_ID()";
    dialect.kill = "KILL {id}";
    dialect.set_lock_timeout = "SET SESSION innodb_lock_wait_timeout = 1";
    return dialect;
}

namespace {

// Counts for hours; SQLite has no statement that sleeps.
constexpr const char* kEndlessSqlite = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                       "FROM n) SELECT COUNT(*) FROM n WHERE i < 0";

}  // namespace

std::string first_url(const char* variable) {
    const char* urls = std::getenv(variable);
    std::string_view first = urls != nullptr ? urls : "";
    first.remove_prefix(std::min(first.find_first_not_of(' '), first.size()));
    return std::string(first.substr(0, first.find(' ')));
}

TargetUnderTest sqlite_target() {
    TargetUnderTest target;
    target.label = target.driver = "sqlite";
    // One file per process, so that tests may run side by side.
    target.url =
        "sqlite:" + testing::TempDir() + "oltpsim_conformance_" + std::to_string(getpid()) + ".db";
    target.dialect.timestamp_type = "TIMESTAMP";
    target.dialect.long_text_type = "TEXT";
    target.dialect.sleep = kEndlessSqlite;
    target.can.network = target.can.passwords = target.can.kill = false;
    target.can.deadlocks = target.can.isolation_levels = target.can.read_only_transactions = false;
    target.can.update_conflicts = false;
    target.can.commit_counter = false;
    return target;
}

namespace {

TargetUnderTest simulated_target() {
    TargetUnderTest target;
    target.label = target.driver = "simulated";
    target.url = "simulated:?latency_ms=1&per=statement&name=conformance";
    target.can = Abilities{};
    target.can.content = target.can.network = target.can.passwords = target.can.kill = false;
    target.can.deadlocks = target.can.isolation_levels = target.can.read_only_transactions = false;
    target.can.update_conflicts = target.can.lock_waits = false;
    return target;
}

struct ServerFamily {
    const char* label;
    const char* variable;
    const char* driver;
    const char* scheme;
    const char* params = "";  ///< added to the URL: another way through the same driver
};

constexpr ServerFamily kFamilies[] = {
    {"postgresql", "OLTPSIM_TEST_POSTGRESQL_URLS", "postgresql", "postgresql"},
    {"postgresql_plain",
     "OLTPSIM_TEST_POSTGRESQL_URLS",
     "postgresql",
     "postgresql",
     "sslmode=disable"},
    {"postgresql_libpq",
     "OLTPSIM_TEST_POSTGRESQL_URLS",
     "postgresql",
     "postgresql",
     "sslmode=disable&fast_path=off"},
    {"mysql_on_mariadb", "OLTPSIM_TEST_MARIADB_URLS", "mysql", "mysql"},
    {"mysql_library_on_mariadb", "OLTPSIM_TEST_MARIADB_URLS", "mysql", "mysql", "fast_path=off"},
    {"mysql_on_mysql", "OLTPSIM_TEST_MYSQL_URLS", "mysql", "mysql"},
    {"mysql_on_mysql56", "OLTPSIM_TEST_MYSQL56_URLS", "mysql", "mysql"},
    {"mysql_cppconn_on_mariadb", "OLTPSIM_TEST_MARIADB_URLS", "mysql_cppconn", "mysql+cppconn"},
    {"mysql_cppconn_on_mysql", "OLTPSIM_TEST_MYSQL_URLS", "mysql_cppconn", "mysql+cppconn"},
    {"mysql_cppconn_on_mysql56", "OLTPSIM_TEST_MYSQL56_URLS", "mysql_cppconn", "mysql+cppconn"},
};

TargetUnderTest server_target(const ServerFamily& family) {
    TargetUnderTest target;
    target.label = family.label;
    target.driver = family.driver;
    const bool postgresql = std::string_view(family.driver) == "postgresql";
    target.dialect = postgresql ? postgresql_dialect() : mysql_dialect();
    target.can.update_conflicts = postgresql;
    target.tls_params =
        postgresql
            ? std::map<std::string, std::string>{{"sslmode", "verify-ca"}, {"sslrootcert", "{ca}"}}
            : std::map<std::string, std::string>{{"sslmode", "verify-ca"}, {"ssl_ca", "{ca}"}};
    const std::string first = first_url(family.variable);
    if (first.empty()) {
        target.why_not = std::string(family.variable) + " is not set";
        return target;
    }
    // The second MySQL driver takes the same addresses under its own scheme.
    target.url = std::string(family.scheme) +
                 std::string(first.substr(std::min(first.find(':'), first.size())));
    if (*family.params != '\0') {
        target.url += (target.url.find('?') == std::string::npos ? "?" : "&");
        target.url += family.params;
    }
    return target;
}

}  // namespace

std::vector<TargetUnderTest> targets_under_test() {
    std::vector<TargetUnderTest> targets{sqlite_target(), simulated_target()};
    for (const ServerFamily& family : kFamilies) {
        targets.push_back(server_target(family));
    }
    for (TargetUnderTest& target : odbc_targets()) {
        targets.push_back(std::move(target));
    }
    const auto drivers = all_drivers();
    for (TargetUnderTest& target : targets) {
        const bool built = std::any_of(drivers.begin(), drivers.end(), [&](const auto& one) {
            return one->info().name == target.driver;
        });
        if (!built) {
            target.url.clear();
            target.why_not = "driver " + target.driver + " is not in this build";
        }
    }
    return targets;
}

std::ostream& operator<<(std::ostream& out, const TargetUnderTest& target) {
    return out << target.label;
}

}  // namespace oltpsim::test
