// prepare, check and cleanup of a plan's targets. All three are blocking calls; threads inside are theirs.
// Which tables and rows there are is the dataset's business, how they travel the driver's.
#pragma once

#include "core/clock.hpp"
#include "db/error.hpp"
#include "plan/run_plan.hpp"
#include "workload/workload.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::load {

/// What a target's load is doing.
enum class Stage : std::uint8_t { waiting, preflight, creating, loading, finishing, over };

/// One target at one moment.
struct TargetProgress {
    std::uint32_t target = 0;  ///< index in the plan
    std::string name;
    Stage stage = Stage::waiting;
    std::uint64_t rows_done = 0;  ///< in the database now, rows of an earlier prepare included
    std::uint64_t rows_total = 0;
    double bytes_done = 0;  ///< on disk, by the dataset's estimate; 0 = unknown
    double bytes_total = 0;
    double rows_per_s = 0;          ///< over the last few seconds
    double eta_s = -1;              ///< of the rows; < 0 = unknown
    std::uint32_t finish_done = 0;  ///< groups of indexes, sequences and statistics
    std::uint32_t finish_total = 0;
    std::uint32_t retries = 0;  ///< units begun again after a lost connection or a deadlock
    bool failed = false;
};

/// All targets asked for, in plan order, and their sums.
struct Progress {
    std::vector<TargetProgress> targets;
    std::uint64_t rows_done = 0;
    std::uint64_t rows_total = 0;
    double rows_per_s = 0;
    double eta_s = -1;  ///< of the slowest target
    double elapsed_s = 0;
};

/// How to go about it. Lifetime: the callback is only called during the call it was given to, on the calling thread.
struct LoadSettings {
    std::vector<std::uint32_t> targets;  ///< indices; empty = all of the plan
    std::function<void(const Progress&)> on_progress;
    Nanos progress_interval = std::chrono::milliseconds{500};
};

enum class LoadOutcome : std::uint8_t {
    loaded,
    already_loaded,
    failed,
    cancelled,    ///< stopped by the caller; a later prepare goes on where this one ended
    not_started,  ///< another target failed its pre-flight, so nothing was changed anywhere
};
/// Stable name, e.g. "already_loaded".
std::string_view to_string(LoadOutcome outcome) noexcept;

/// What became of one target. Shape: `error` is set exactly when outcome is failed.
struct TargetLoad {
    std::uint32_t target = 0;
    std::string name;
    LoadOutcome outcome = LoadOutcome::not_started;
    std::uint64_t rows = 0;          ///< written by this call
    std::uint64_t rows_resumed = 0;  ///< found loaded by an earlier, interrupted one
    std::uint32_t retries = 0;
    double seconds = 0;
    std::optional<db::DbError> error;
};

struct PrepareReport {
    std::vector<TargetLoad> targets;
    double seconds = 0;
    bool cancelled = false;
    /// Every target loaded, now or before?
    bool ok() const noexcept;
};

/// Creates schema and rows on every target in parallel, plan.load.connections sessions each. Pre-flight of every target
/// comes first; if one fails, nothing is changed anywhere. Later failures end their own target only. Exact resume: a unit's
/// rows and its marker are committed together. Errors per target: schema_mismatch = refused (tables that are not ours, or
/// ours with other options, seed or data index), connection classes = unreachable. `stop` is polled and interrupts sessions.
PrepareReport prepare(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
);

/// Findings on one target. Shape: `error` set = the check itself could not be done.
struct TargetCheck {
    std::uint32_t target = 0;
    std::string name;
    bool loaded_by_us = false;    ///< by prepare, with this plan's options and seed
    bool run_since_load = false;  ///< rows may have changed: contents are not compared
    std::vector<workload::CheckResult> results;
    std::optional<db::DbError> error;
    bool passed() const noexcept;
};

struct CheckReport {
    std::vector<TargetCheck> targets;
    double seconds = 0;
    bool cancelled = false;
    bool passed() const noexcept;
};

/// Consistency checks on every target in parallel, one session each. Reads only. on_progress is not called.
CheckReport check(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
);

/// What cleanup did on one target. `dropped` names objects in order, e.g. "TABLE sbtest1"; empty and no error = nothing was there.
struct TargetCleanup {
    std::uint32_t target = 0;
    std::string name;
    std::vector<std::string> dropped;
    std::optional<db::DbError>
        error;  ///< schema_mismatch = tables of that name, but not made by prepare: left alone
};

struct CleanupReport {
    std::vector<TargetCleanup> targets;
    double seconds = 0;
    bool cancelled = false;
    bool ok() const noexcept;
};

/// Drops exactly the objects that prepare recorded in the target, then its own two tables. May be repeated after a failure.
CleanupReport cleanup(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
);

/// Can a run start on this target? Empty if so, else one sentence on what is missing ("table sbtest7 not found; run …").
/// Tables that another tool made are fine. Always empty for drivers that store no data.
db::Result<std::string> fits(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& connection
);

/// Makes what the workload's run needs beside its rows, e.g. stored procedures. Call it once per target before a run.
db::Result<void> before_run(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& connection
);

/// Notes in the target that a writing run has begun, so that a later check compares no row contents.
/// No effect where prepare left no notes (tables of another tool). Call it once per target before the first transaction.
db::Result<void> mark_run_started(db::AdminConnection& connection);

}  // namespace oltpsim::load
