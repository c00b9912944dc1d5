// Questions to a PostgreSQL server, and transactions around chunks of rows.
#include "drivers/postgresql/admin.hpp"

#include "drivers/postgresql/copy_writer.hpp"

#include <libpq-fe.h>

#include <cstdlib>
#include <string_view>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

// Settings that decide what storage sees. Ones a server does not know are simply not in its answer.
constexpr const char* kSettingsSql =
    "SELECT name, CASE WHEN unit IS NULL THEN setting ELSE current_setting(name) END FROM "
    "pg_settings WHERE name IN ("
    "'server_version','fsync','synchronous_commit','full_page_writes','shared_buffers','effective_"
    "cache_size',"
    "'max_wal_size','min_wal_size','checkpoint_timeout','checkpoint_completion_target','wal_level',"
    "'wal_compression',"
    "'wal_sync_method','wal_buffers','commit_delay','max_connections','default_transaction_"
    "isolation','data_checksums',"
    "'server_encoding','block_size','track_io_timing','huge_pages','effective_io_concurrency','"
    "autovacuum','work_mem',"
    "'maintenance_work_mem','archive_mode','synchronous_standby_names','io_method','lc_collate') "
    "ORDER BY name";

// Forks put their own name first in version(): "PostgreSQL 15.4 (Debian …) on x86_64…", "CockroachDB CCL v23…".
std::string product_of(std::string_view version) {
    return std::string{version.substr(0, version.find(' '))};
}

}  // namespace

db::Result<std::unique_ptr<db::AdminConnection>> PgAdminConnection::open(
    const db::Endpoint& endpoint, const db::SessionOptions& options
) {
    auto admin = std::make_unique<PgAdminConnection>(options.statement_timeout);
    const ConnectParams params(endpoint, options, SessionUse::admin);
    if (auto opened = admin->link_.open(params, options.connect_timeout); !opened) {
        return opened.error();
    }
    return std::unique_ptr<db::AdminConnection>(std::move(admin));
}

db::Result<db::ResultSet> PgAdminConnection::query(const std::string& sql) {
    constexpr std::size_t kShown = 60;
    const std::string what = sql.size() <= kShown ? sql : sql.substr(0, kShown) + "…";
    return link_.run(sql, what, Nanos::zero());
}

db::Result<db::ServerFacts> PgAdminConnection::facts() {
    db::ServerFacts facts;
    auto version = link_.run("SELECT version()", "read version", short_limit_);
    if (!version) {
        return version.error();
    }
    facts.product = product_of(version->text(0, 0));
    facts.settings["version()"] = version->text(0, 0);
    auto settings = link_.run(kSettingsSql, "read settings", short_limit_);
    if (!settings) {
        return settings.error();
    }
    for (std::uint64_t row = 0; row < settings->rows(); ++row) {
        facts.settings.emplace(settings->text(row, 0), settings->text(row, 1));
    }
    const auto take = [&](const char* name) {
        const auto found = facts.settings.find(name);
        return found != facts.settings.end() ? found->second : std::string{};
    };
    facts.version = take("server_version");
    facts.session_isolation = take("default_transaction_isolation");
    facts.max_connections = std::strtoull(take("max_connections").c_str(), nullptr, 10);
    facts.tls = PQsslInUse(link_.conn()) != 0;
    return facts;
}

db::Result<std::uint64_t> PgAdminConnection::commit_counter() {
    // From 15 on a session can hand in its own numbers at once; older ones do so within half a second.
    // It skips that when it has touched no table since the last time, hence pg_class.
    if (link_.conn() != nullptr && PQserverVersion(link_.conn()) >= 150'000) {
        auto flushed = link_.run(
            "SELECT pg_stat_force_next_flush() FROM pg_class LIMIT 1",
            "read commit counter",
            short_limit_
        );
        if (!flushed) {
            return flushed.error();
        }
    }
    const std::uint64_t own = link_.own_commits();
    auto count = link_.run(
        "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()",
        "read commit counter",
        short_limit_
    );
    if (!count) {
        return count.error();
    }
    if (count->rows() != 1) {
        return own_error(
            db::ErrorClass::unsupported,
            "read commit counter",
            "pg_stat_database says nothing of this database"
        );
    }
    const auto all = static_cast<std::uint64_t>(count->integer(0, 0));
    return all > own ? all - own : 0;
}

db::Result<std::vector<std::string>> PgAdminConnection::tables() {
    auto found = link_.run(
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition "
        "ORDER BY 1",
        "list tables",
        short_limit_
    );
    if (!found) {
        return found.error();
    }
    return found->texts(0);
}

db::Result<std::vector<std::string>> PgAdminConnection::columns(const std::string& table) {
    auto found = link_.run(
        "SELECT column_name || ' ' || data_type FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = lower('" +
            table + "') ORDER BY ordinal_position",
        "list columns of " + table,
        short_limit_
    );
    if (!found) {
        return found.error();
    }
    return found->texts(0);
}

db::Result<bool> PgAdminConnection::try_lock(const std::string& name) {
    auto taken = link_.run(
        "SELECT CASE WHEN pg_try_advisory_lock(hashtext('" + name +
            "'), hashtext(COALESCE(current_schema(), ''))) THEN 1 ELSE 0 END",
        "take lock " + name,
        short_limit_
    );
    if (!taken) {
        return taken.error();
    }
    return taken->integer(0, 0) == 1;
}

db::Result<void> PgAdminConnection::begin() {
    auto done = link_.run("BEGIN", "BEGIN", short_limit_);
    return done ? db::Result<void>{} : db::Result<void>{done.error()};
}

db::Result<void> PgAdminConnection::commit() {
    const bool failed =
        link_.conn() != nullptr && PQtransactionStatus(link_.conn()) == PQTRANS_INERROR;
    auto done = link_.run("COMMIT", "COMMIT", Nanos::zero());
    if (!done) {
        return done.error();
    }
    if (failed) {  // the server answers such a COMMIT with a rollback and calls it success
        return own_error(
            db::ErrorClass::other,
            "COMMIT",
            "the server rolled back: a statement of this transaction had failed"
        );
    }
    return {};
}

db::Result<void> PgAdminConnection::rollback() {
    auto done = link_.run("ROLLBACK", "ROLLBACK", short_limit_);
    return done ? db::Result<void>{} : db::Result<void>{done.error()};
}

db::Result<std::unique_ptr<db::BulkWriter>> PgAdminConnection::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    return CopyWriter::start(link_, table, columns);
}

}  // namespace oltpsim::drivers::postgresql
