// The result directory of a run: plan.json, result.json, intervals.csv, loops.csv, latency.hlog, events.jsonl.
// Thread: the supervisor's. Constant memory whatever the run's length. A kill -9 loses at most the last second.
#pragma once

#include "metrics/run_sink.hpp"
#include "plan/run_plan.hpp"
#include "results/directory_lock.hpp"
#include "results/file_io.hpp"
#include "results/result_error.hpp"
#include "results/run_result.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::results {

/// Columns of intervals.csv. One row per target, second and phase; transactions count in the second they ended in and in the phase
/// of their intended start, so stragglers of the precondition have rows within the sample. Latencies in ms, of committed
/// transactions; an empty cell is a figure that does not exist.
inline constexpr const char* kIntervalColumns =
    "utc,step,second,phase,target,tps,committed,rolled_back,failed,skipped,cut_off,retries,"
    "avg_ms,p50_ms,p95_ms,p99_ms,max_ms,service_avg_ms,service_p99_ms,lag_avg_ms,lag_p99_ms,"
    "pool_wait_avg_ms,pool_wait_p99_ms,reconnects,ambiguous_commits";

/// Columns of background.csv, which exists when the workload queues work (deferred Deliveries of TPC-C, clause 2.7.2).
/// Times in seconds since the step's common start.
inline constexpr const char* kBackgroundColumns =
    "step,target,transaction,queued_s,done_s,response_s,record";

/// Seconds that one entry of latency.hlog covers. The entry that still grows is rewritten each second.
inline constexpr std::uint64_t kLogWindowSeconds = 10;

/// A name as part of a file's or folder's: letters, digits, dots, underscores and dashes, 60 at most.
std::string folder_name(std::string_view name);

/// Writes one run. The first failed write ends writing: what stands stays, failure() says why, and the run should end.
class ResultStore final : public metrics::RunSink {
public:
    /// Makes `root`/<UTC stamp>-<plan name>/. Errors: refused or io, naming the directory and the reason.
    static Expected<std::unique_ptr<ResultStore>> create(
        const std::filesystem::path& root, const plan::RunPlan& plan
    );
    /// Makes exactly `directory`, which must not exist or be empty.
    static Expected<std::unique_ptr<ResultStore>> create_at(
        const std::filesystem::path& directory, const plan::RunPlan& plan
    );
    /// Reopens the directory of an unfinished run of the same plan. Rows of steps that did not finish are dropped, the
    /// others kept. What ran so far is read with load_result(). Errors: not_found, damaged, refused (another plan).
    static Expected<std::unique_ptr<ResultStore>> resume(
        const std::filesystem::path& directory, const plan::RunPlan& plan
    );

    /// Says which step the next seconds belong to. `types`: transaction names by index.
    void begin_step(const plan::StepPlan& step, std::vector<std::string> types);
    /// Replaces result.json. Call it before the first step and after each. Returns the problem, or nothing.
    std::optional<std::string> save(const RunResult& run);

    void on_connecting(std::uint32_t, std::uint32_t, std::uint32_t) override {}
    void on_second(
        std::uint64_t second, metrics::Phase phase, std::span<const metrics::IntervalSample> targets
    ) override;
    void on_shard(const metrics::ShardSample& sample) override;
    void on_event(const metrics::RunEvent& event) override;

    /// Run once, within the write that fails first, with the reason: nobody should wait for the end of the run to learn it.
    void on_failure(std::function<void(const std::string&)> call) { tell_ = std::move(call); }
    /// Why writing ended, if it did.
    const std::optional<std::string>& failure() const noexcept { return failure_; }
    const std::filesystem::path& directory() const noexcept { return directory_; }

private:
    ResultStore(std::filesystem::path directory, const plan::RunPlan& plan);

    /// What a log entry still gathers: one histogram per target, phase and transaction type, reused.
    struct Gathering {
        std::uint32_t target = 0;
        metrics::Phase phase{};
        std::size_t type = 0;
        metrics::LatencyHistogram histogram;
    };

    std::optional<ResultError> open_files();
    void write_rows(
        std::uint64_t second, metrics::Phase phase, std::span<const metrics::IntervalSample> targets
    );
    void write_background(std::span<const metrics::IntervalSample> targets);
    void gather(metrics::Phase phase, std::span<const metrics::IntervalSample> targets);
    void write_log_tail();
    const std::string& target_name(std::uint32_t target) const;
    std::string type_name(std::size_t type) const;
    /// Keeps the first problem.
    void check(std::optional<std::string> problem);

    std::filesystem::path directory_;
    DirectoryLock lock_;
    std::vector<std::string> target_names_;
    std::vector<std::string> types_;
    std::string step_;
    AppendFile intervals_;
    AppendFile log_;
    AppendFile events_;
    AppendFile loops_;
    AppendFile background_;  ///< opened at the first piece of queued work
    std::vector<Gathering> gathering_;
    double log_epoch_s_ = 0;              ///< wall clock the log's stamps count from
    std::optional<double> step_start_s_;  ///< common start of the step, on the log's scale
    std::uint64_t window_first_ = 0;      ///< first second of the growing entry
    std::uint64_t window_last_ = 0;       ///< last second in it
    std::optional<std::string> failure_;
    std::function<void(const std::string&)> tell_;
};

}  // namespace oltpsim::results
