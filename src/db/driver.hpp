// CONTRACT: a kind of database. A driver folder defines `std::unique_ptr<Driver> make_driver()` and is found by the build.
#pragma once

#include "db/connection.hpp"
#include "db/target_url.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace oltpsim::db {

/// How a driver waits: on the shard's loop, or on one thread per connection.
enum class IoModel : std::uint8_t { async, blocking };

/// One URL parameter a driver understands.
struct UrlParam {
    std::string name;
    std::string help;
};

struct DriverInfo {
    std::string name;                  ///< folder name, e.g. "postgresql"
    std::vector<std::string> schemes;  ///< URL schemes, e.g. {"postgresql", "postgres"}
    std::string
        dialect;  ///< SQL dialect folder in schemas/<workload>/; URL parameter `dialect` may override it
    IoModel io_model = IoModel::async;
    bool pipelines = false;
    /// What the server's commit counter counts for opening one session: its own sign-in, and the engine's empty
    /// warm-up transaction.
    unsigned commits_per_session = 0;
    /// Does the commit counter count statements that commit by themselves, and nothing beside transactions? Where not,
    /// workloads without BEGIN and COMMIT have no server-side figure.
    bool counts_autocommit = false;
    bool virtual_time = false;  ///< can run on a virtual clock
    bool stores_data =
        true;  ///< false: accepts everything, keeps nothing, so nothing can be looked up or checked
    std::vector<UrlParam> params;  ///< URL parameters; any other is an error that names the nearest
    std::string url_example;
};

/// What a server says of itself; goes into the result. Unknown values are absent, never guessed.
struct ServerFacts {
    std::string product;  ///< "PostgreSQL", "MySQL", "MariaDB", "Percona Server", "SQLite", …
    std::string version;  ///< as the server prints it
    std::map<std::string, std::string> settings;  ///< durability and memory settings, e.g. fsync=on
    std::string session_isolation;                ///< in force for our sessions
    bool tls = false;                             ///< is this very session encrypted?
    std::uint64_t max_connections = 0;            ///< 0 = no limit known
    std::uint64_t max_prepared_statements = 0;    ///< server-wide; 0 = no limit known
};

/// Receives rows of one table, fastest path the database has. Thread: one.
class BulkWriter {
public:
    virtual ~BulkWriter() = default;
    /// Takes one row (views are copied). Errors surface here or in finish().
    virtual Result<void> append(std::span<const Value> row) = 0;
    /// Sends what is left. The writer is unusable afterwards.
    virtual Result<void> finish() = 0;
};

struct BulkColumn {
    std::string name;
    ColumnType type = ColumnType::int32;
};

/// A blocking session for everything that is not measured: DDL, loading, checks, facts. Thread: one; interrupt() any.
class AdminConnection {
public:
    virtual ~AdminConnection() = default;
    /// Runs one SQL text without parameters; rows come back as text cells (ResultSet converts).
    virtual Result<ResultSet> query(const std::string& sql) = 0;
    virtual Result<ServerFacts> facts() = 0;
    /// Transactions committed by the whole server instance/database so far, by its own counter (xact_commit, Com_commit, …).
    /// Errors: unsupported where there is none.
    virtual Result<std::uint64_t> commit_counter() = 0;
    /// Base tables of the current database/schema.
    virtual Result<std::vector<std::string>> tables() = 0;
    /// Columns of a base table of the current database/schema in their order, each "name type" in the server's words.
    /// Empty: no such table, or this driver cannot tell. `table` is a plain identifier.
    virtual Result<std::vector<std::string>> columns(const std::string&) {
        return std::vector<std::string>{};
    }
    /// Takes the lock of this name on the current database/schema without waiting and keeps it until the session ends.
    /// False: another session has it. `name` is a plain identifier; one lock per session.
    virtual Result<bool> try_lock(const std::string&) { return true; }
    /// begin/commit around a chunk: bulk rows and the chunk's marker become visible together.
    virtual Result<void> begin() = 0;
    virtual Result<void> commit() = 0;
    virtual Result<void> rollback() = 0;
    virtual Result<std::unique_ptr<BulkWriter>> bulk_writer(
        const std::string& table, std::span<const BulkColumn> columns
    ) = 0;
    /// Makes a query in flight return with `cancelled` soon. Thread: any.
    virtual void interrupt() noexcept = 0;
};

/// Where to connect and as whom; password resolved.
struct Endpoint {
    TargetUrl url;
    Secret password;
};

/// Thread: any; stateless apart from one-time library initialisation.
class Driver {
public:
    virtual ~Driver() = default;
    virtual const DriverInfo& info() const noexcept = 0;
    /// Checks scheme-specific rules without connecting (ports, file paths, parameter values).
    /// Errors: bad_argument naming the parameter and what is allowed.
    virtual Result<void> check(const TargetUrl& url) const = 0;
    /// A session for the engine, not yet opened. `loop` is null for blocking drivers. `statements` outlives the connection.
    virtual std::unique_ptr<Connection> make_connection(
        const Endpoint& endpoint,
        const SessionOptions& options,
        const StatementSet& statements,
        IoLoop* loop
    ) const = 0;
    /// Opens a blocking session, same settings (TLS, time-outs, isolation) as make_connection().
    virtual Result<std::unique_ptr<AdminConnection>> connect_admin(
        const Endpoint& endpoint, const SessionOptions& options
    ) const = 0;
    /// Password from the vendor's own file (~/.pgpass, ~/.my.cnf) when the plan names none; unset if none.
    virtual Secret default_password(const TargetUrl&) const { return {}; }
};

}  // namespace oltpsim::db
