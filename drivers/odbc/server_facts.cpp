// What a server says of itself. A question that a server does not understand, or that our account may not ask, leaves
// its fact out: it is not available, and the run goes on.
#include "drivers/odbc/admin.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <utility>

namespace oltpsim::drivers::odbc {
namespace {

constexpr const char* kPostgreSqlSettings =
    "SELECT CAST(name AS VARCHAR(100)), CAST(CASE WHEN unit IS NULL THEN setting ELSE "
    "current_setting(name) END AS VARCHAR(1000)) FROM pg_settings WHERE name IN ('server_version', "
    "'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'effective_cache_size', "
    "'max_wal_size', 'checkpoint_timeout', 'checkpoint_completion_target', 'wal_level', "
    "'wal_compression', 'wal_sync_method', 'max_connections', 'default_transaction_isolation', "
    "'data_checksums', 'server_encoding', 'block_size', 'autovacuum') ORDER BY name";

constexpr const char* kMySqlSettings =
    "SHOW SESSION VARIABLES WHERE variable_name IN ('version', 'version_comment', 'tx_isolation', "
    "'transaction_isolation', 'binlog_format', 'datadir', 'default_storage_engine', "
    "'innodb_buffer_pool_size', 'innodb_doublewrite', 'innodb_flush_log_at_trx_commit', "
    "'innodb_flush_method', 'innodb_io_capacity', 'innodb_log_file_size', 'innodb_page_size', "
    "'innodb_redo_log_capacity', 'log_bin', 'max_connections', 'max_prepared_stmt_count', "
    "'sql_mode', "
    "'sync_binlog')";

struct Question {
    const char* name;
    const char* sql;
};

constexpr std::array kSqliteQuestions{
    Question{"journal_mode", "PRAGMA journal_mode"},
    Question{"synchronous", "PRAGMA synchronous"},
    Question{"page_size", "PRAGMA page_size"},
    Question{"cache_size", "PRAGMA cache_size"},
};

// Each answers one value, or nothing. Permissions: VIEW SERVER STATE where a dm view is asked, none for the others.
constexpr std::array kSqlServerQuestions{
    Question{"edition", "SELECT CAST(SERVERPROPERTY('Edition') AS VARCHAR(128))"},
    Question{"product_level", "SELECT CAST(SERVERPROPERTY('ProductLevel') AS VARCHAR(128))"},
    Question{"product_version", "SELECT CAST(SERVERPROPERTY('ProductVersion') AS VARCHAR(128))"},
    Question{
        "collation", "SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS VARCHAR(128))"
    },
    Question{
        "max_server_memory_mb",
        "SELECT CAST(value_in_use AS BIGINT) FROM sys.configurations WHERE name = 'max server "
        "memory (MB)'"
    },
    Question{
        "max_degree_of_parallelism",
        "SELECT CAST(value_in_use AS BIGINT) FROM sys.configurations WHERE name = 'max degree of "
        "parallelism'"
    },
    Question{
        "recovery_interval_min",
        "SELECT CAST(value_in_use AS BIGINT) FROM sys.configurations WHERE name = 'recovery "
        "interval (min)'"
    },
    Question{
        "recovery_model",
        "SELECT CAST(recovery_model_desc AS VARCHAR(60)) FROM sys.databases WHERE name = "
        "DB_NAME()"
    },
    Question{
        "delayed_durability",
        "SELECT CAST(delayed_durability_desc AS VARCHAR(60)) FROM sys.databases WHERE name = "
        "DB_NAME()"
    },
    Question{
        "read_committed_snapshot",
        "SELECT CASE is_read_committed_snapshot_on WHEN 1 THEN 'on' ELSE 'off' END FROM "
        "sys.databases WHERE name = DB_NAME()"
    },
    Question{
        "snapshot_isolation",
        "SELECT CAST(snapshot_isolation_state_desc AS VARCHAR(60)) FROM sys.databases WHERE name "
        "= DB_NAME()"
    },
    Question{
        "compatibility_level",
        "SELECT CAST(compatibility_level AS INT) FROM sys.databases WHERE name = DB_NAME()"
    },
    Question{
        "page_verify",
        "SELECT CAST(page_verify_option_desc AS VARCHAR(60)) FROM sys.databases WHERE name = "
        "DB_NAME()"
    },
    Question{
        "target_recovery_time_s",
        "SELECT CAST(target_recovery_time_in_seconds AS INT) FROM sys.databases WHERE name = "
        "DB_NAME()"
    },
    Question{"cpu_count", "SELECT CAST(cpu_count AS INT) FROM sys.dm_os_sys_info"},
};

constexpr const char* kSqlServerFiles = "SELECT CAST(type_desc AS VARCHAR(60)), CAST(physical_name "
                                        "AS VARCHAR(260)), CAST(size AS BIGINT) / "
                                        "128 FROM sys.database_files ORDER BY type, file_id";

constexpr const char* kSqlServerIsolation =
    "SELECT CASE transaction_isolation_level WHEN 1 THEN 'read uncommitted' WHEN 2 THEN 'read "
    "committed' WHEN 3 THEN 'repeatable read' WHEN 4 THEN 'serializable' WHEN 5 THEN 'snapshot' "
    "END "
    "FROM sys.dm_exec_sessions WHERE session_id = @@SPID";

constexpr const char* kSqlServerTls = "SELECT CAST(encrypt_option AS VARCHAR(10)) FROM "
                                      "sys.dm_exec_connections WHERE session_id = @@SPID";

const char* name_of(db::Isolation isolation) noexcept {
    switch (isolation) {
        case db::Isolation::read_committed: return "read committed";
        case db::Isolation::repeatable_read: return "repeatable read";
        case db::Isolation::serializable: return "serializable";
        case db::Isolation::server_default: break;
    }
    return "read committed";  // SQL Server's own, for every new session
}

std::uint64_t number_or_zero(const std::string& text) {
    return std::strtoull(text.c_str(), nullptr, 10);
}

void take_settings(const db::ResultSet& rows, db::ServerFacts& facts) {
    for (std::uint64_t row = 0; row < rows.rows(); ++row) {
        facts.settings.emplace(rows.as_text(row, 0), rows.as_text(row, 1));
    }
}

std::string setting(const db::ServerFacts& facts, const char* name) {
    const auto found = facts.settings.find(name);
    return found == facts.settings.end() ? std::string{} : found->second;
}

std::string mysql_product(const std::string& text) {
    if (text.find("MariaDB") != std::string::npos || text.find("mariadb") != std::string::npos) {
        return "MariaDB";
    }
    return text.find("Percona") != std::string::npos ? "Percona Server" : "MySQL";
}

}  // namespace

std::string OdbcAdmin::fact(std::string_view sql) {
    if (!session_.is_open()) {
        return {};
    }
    const auto rows = ask(sql);
    return rows && rows->rows() > 0 && rows->columns() > 0 ? rows->as_text(0, 0) : std::string{};
}

db::Result<db::ServerFacts> OdbcAdmin::facts_of_sqlserver() {
    const auto version = ask("SELECT @@VERSION");
    if (!version) {
        return version.error();
    }
    db::ServerFacts facts;
    const std::string whole = version->rows() > 0 ? version->as_text(0, 0) : std::string{};
    const std::string first_line = whole.substr(0, whole.find('\n'));
    facts.product = names_babelfish(whole)                      ? "Babelfish"
                    : whole.find("Azure") != std::string::npos  ? "Azure SQL"
                    : whole.starts_with("Microsoft SQL Server") ? "Microsoft SQL Server"
                                                                : "TDS server";
    facts.settings["@@VERSION"] = first_line;
    for (const Question& question : kSqlServerQuestions) {
        if (std::string answer = fact(question.sql); !answer.empty()) {
            facts.settings[question.name] = std::move(answer);
        }
    }
    facts.version = setting(facts, "product_version");
    if (facts.version.empty()) {
        facts.version = first_line;
    }
    if (const auto files = session_.is_open() ? ask(kSqlServerFiles)
                                              : db::Result<db::ResultSet>(db::ResultSet{})) {
        for (std::uint64_t row = 0; row < files->rows(); ++row) {
            facts.settings[fmt::format("file_{:02}", row + 1)] = fmt::format(
                "{} {} ({} MB)",
                files->as_text(row, 0),
                files->as_text(row, 1),
                files->as_text(row, 2)
            );
        }
    }
    facts.session_isolation = fact(kSqlServerIsolation);
    if (facts.session_isolation.empty()) {
        facts.session_isolation = name_of(session_.options().isolation);
    }
    facts.tls = fact(kSqlServerTls) == "TRUE";
    facts.max_connections = number_or_zero(fact("SELECT @@MAX_CONNECTIONS"));
    if (!session_.is_open()) {
        return session_.closed("read facts");
    }
    return facts;
}

db::Result<db::ServerFacts> OdbcAdmin::facts() {
    db::ServerFacts facts;
    switch (session_.dialect()) {
        case Dialect::sqlserver: return facts_of_sqlserver();
        case Dialect::postgresql: {
            const auto settings = ask(kPostgreSqlSettings);
            if (!settings) {
                return settings.error();
            }
            take_settings(*settings, facts);
            const std::string version = fact("SELECT CAST(version() AS VARCHAR(200))");
            facts.product = version.substr(0, version.find(' '));
            facts.version = setting(facts, "server_version");
            facts.session_isolation = setting(facts, "default_transaction_isolation");
            facts.max_connections = number_or_zero(setting(facts, "max_connections"));
            facts.tls = fact("SELECT CASE WHEN ssl THEN 1 ELSE 0 END FROM pg_stat_ssl WHERE pid = "
                             "pg_backend_pid()") == "1";
            break;
        }
        case Dialect::mysql: {
            const auto settings = ask(kMySqlSettings);
            if (!settings) {
                return settings.error();
            }
            take_settings(*settings, facts);
            facts.version = setting(facts, "version");
            facts.product = mysql_product(facts.version + setting(facts, "version_comment"));
            facts.session_isolation = setting(facts, "transaction_isolation");
            if (facts.session_isolation.empty()) {
                facts.session_isolation = setting(facts, "tx_isolation");
            }
            facts.max_connections = number_or_zero(setting(facts, "max_connections"));
            facts.max_prepared_statements =
                number_or_zero(setting(facts, "max_prepared_stmt_count"));
            const auto cipher = ask("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
            facts.tls = cipher && cipher->rows() > 0 && !cipher->as_text(0, 1).empty();
            break;
        }
        case Dialect::sqlite: {
            const auto version = ask("SELECT sqlite_version()");
            if (!version) {
                return version.error();
            }
            facts.product = "SQLite";
            facts.version = version->as_text(0, 0);
            facts.session_isolation = "serializable";
            for (const Question& question : kSqliteQuestions) {
                facts.settings[question.name] = fact(question.sql);
            }
            break;
        }
    }
    return facts;
}

}  // namespace oltpsim::drivers::odbc
