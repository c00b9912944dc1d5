// CONTRACT: what a workload is. A workload folder defines `make_workloads()` and is found by the build.
// Knows no vendor: dialects differ in schemas/<workload>/<dialect>/ only, and by the dialect's name.
#pragma once

#include "core/rng.hpp"
#include "core/task.hpp"
#include "db/driver.hpp"
#include "db/statement.hpp"
#include "workload/options.hpp"
#include "workload/session.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace oltpsim::workload {

/// How a transaction ended, as far as the workload can tell. The error of `failed` is in the session.
enum class TxnStatus : std::uint8_t { committed, rolled_back_by_design, failed };

/// One type of transaction of the mix.
struct TransactionType {
    std::string name;  ///< e.g. "oltp_read_write", "new_order"
    bool read_only = false;
    double queries =
        0;  ///< statements a client sends per transaction incl. BEGIN/COMMIT, for planning; 0 = unknown
    Nanos p90_limit{
    };  ///< response time that 90 % of transactions must keep (TPC-C 5.2.5.3); 0 = none
    /// Name under which completed transactions per minute are reported, e.g. "new_order_per_min"; empty = not.
    std::string per_minute{};
    /// Queued: the client has its answer at once and the work is done in the background (TPC-C 2.7.2). Index into
    /// transactions() of the type under which the work is counted; it is in no TPS. -1 = not deferred.
    int background = -1;
    bool is_background = false;  ///< counted apart: work that other transactions queued
    bool autocommit = false;     ///< its statements commit by themselves: no BEGIN, no COMMIT
    /// Rows that a commit adds to a table on balance (removes, when negative), mean, by table; empty = the data stays as
    /// large as it is. For declared drift.
    std::vector<std::pair<std::string, double>> growth{};
};

/// A virtual client's identity and position; everything random follows from these words.
struct ClientContext {
    std::uint32_t client = 0;     ///< 0-based within the target
    std::uint32_t clients = 0;    ///< of the target
    std::uint64_t txn_index = 0;  ///< 0-based count of this client's transactions
};

/// Delays around one transaction.
struct Pacing {
    Nanos before{};  ///< keying: before the request is sent
    Nanos after{};   ///< thinking: after the answer has come
};

/// One table to load.
struct DatasetTable {
    std::string name;
    std::vector<db::BulkColumn> columns;
    std::uint64_t rows = 0;
    double bytes_per_row =
        0;  ///< on disk with indexes, measured estimate for plan explain; 0 = unknown
};

/// A piece of loading that is done, or not, as a whole: committed together with its marker. Units are independent.
struct LoadUnit {
    std::uint32_t id = 0;    ///< dense, 0-based, stable for the same options
    std::string label;       ///< for progress, e.g. "sbtest3 rows 1-100000"
    std::uint64_t rows = 0;  ///< over all tables it writes
};

/// One finding of a consistency check.
struct CheckResult {
    std::string id;  ///< clause or name, e.g. "3.3.2.1", "row_count"
    bool passed = false;
    std::string detail;  ///< what was found, with values and place
};

/// What prepare builds: schema and rows for one target. Rows depend on (seed, target, table, row) only. Thread: const calls from many.
class Dataset {
public:
    virtual ~Dataset() = default;
    virtual std::span<const DatasetTable> tables() const = 0;
    /// DDL before rows, in order.
    virtual std::vector<std::string> create_sql() const = 0;
    /// DDL after all rows (indexes, sequences, statistics), in order; each is safe to find already done.
    virtual std::vector<std::string> finish_sql() const = 0;
    /// finish_sql() cut into groups that are independent of each other: groups may run at the same time on different
    /// sessions, the statements of one run in order on one session.
    virtual std::vector<std::vector<std::string>> finish_groups() const { return {finish_sql()}; }
    /// Each of the form `DROP <TABLE|SEQUENCE|VIEW|PROCEDURE|FUNCTION> IF EXISTS <name>`, or in T-SQL, which had none such
    /// before 2016, `IF OBJECT_ID(…) IS NOT NULL DROP <…> <name>`; in order; the list of what create_sql() makes.
    virtual std::vector<std::string> drop_sql() const = 0;
    /// Everything beside seed and data index that the schema and the rows follow from, as one line of key=value words
    /// without quotes or backslashes. Data sets of one family (the name's part before '/') with the same line are the same.
    virtual std::string identity() const { return {}; }
    virtual std::vector<LoadUnit> units() const = 0;
    /// Writes a unit's rows over `connection` (inside a transaction the caller opened). `progress` is told of rows written.
    virtual db::Result<void> write_unit(
        const LoadUnit& unit,
        db::AdminConnection& connection,
        const std::function<void(std::uint64_t)>& progress
    ) const = 0;
    /// Consistency checks; `loaded_by_us`: seed known, so row contents can be verified too.
    virtual std::vector<CheckResult> check(db::AdminConnection& connection, bool loaded_by_us)
        const = 0;
    /// Does the schema found here fit a run with these options? Empty if so, else one sentence on what is missing.
    virtual std::string fits(db::AdminConnection& connection) const = 0;
    /// What a run needs beside the rows (stored procedures), made anew each time. Called once per target before a run.
    virtual db::Result<void> before_run(db::AdminConnection&) const { return {}; }
};

/// A workload bound to one target: options resolved, statements expanded. Thread: const, shared by the target's shards.
class Workload {
public:
    virtual ~Workload() = default;
    virtual std::span<const TransactionType> transactions() const = 0;
    virtual const db::StatementSet& statements() const = 0;
    /// Index into transactions() of the client's next transaction. Pure in (context, rng).
    virtual std::uint32_t choose(const ClientContext& context, Rng& rng) const = 0;
    /// One transaction from BEGIN to COMMIT (or autocommit). Leaves no open transaction when it returns committed.
    virtual Task<TxnStatus> run(
        std::uint32_t type, Session& session, ClientContext context, Rng& rng
    ) const = 0;
    /// Delays the workload itself prescribes for this type; the plan's think_time overrides. Default none.
    virtual Pacing pacing(std::uint32_t, Rng&) const { return {}; }
    /// Mean of before+after over the mix; 0 = no delays.
    virtual Nanos mean_pacing() const { return {}; }
    /// May the same transaction succeed when tried again? Workloads that the field defines more widely say so here.
    virtual bool retryable(db::ErrorClass cls) const { return db::retryable(cls); }
    /// Facts a reader needs beside the numbers (distribution, compat mode, tables × rows, …); shown in every result.
    virtual std::map<std::string, std::string> describe() const = 0;
};

/// What a workload is bound to.
struct Binding {
    std::string dialect;       ///< of the target's driver
    std::uint64_t seed = 0;    ///< of the plan
    std::uint32_t target = 0;  ///< 0-based over the plan; same value = same rows
    std::uint32_t clients = 1;
    std::string schema_dir;  ///< override of schemas/, else empty
};

/// A workload by name, before it is bound.
class WorkloadType {
public:
    virtual ~WorkloadType() = default;
    /// As given in profiles and --workload, e.g. "sysbench/oltp_read_write".
    virtual const std::string& name() const = 0;
    virtual const std::string& summary() const = 0;
    virtual std::span<const OptionSpec> options() const = 0;
    /// Rules between options. Empty if fine, else one sentence naming the key.
    virtual std::string check(const OptionValues& values) const = 0;
    /// Errors: unsupported when there is no schema for the dialect (names those there are).
    virtual db::Result<std::unique_ptr<Workload>> bind(
        const OptionValues& values, const Binding& binding
    ) const = 0;
    virtual db::Result<std::unique_ptr<Dataset>> dataset(
        const OptionValues& values, const Binding& binding
    ) const = 0;
};

}  // namespace oltpsim::workload
