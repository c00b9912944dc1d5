// RunResult: one run as stored in result.json. Self-contained: the only input of reports.
#pragma once

#include "metrics/batch_means.hpp"
#include "metrics/interval_sample.hpp"
#include "results/campaign_result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::results {

inline constexpr int kSchemaVersion = 1;

/// Latency figures of one set of transactions, milliseconds. Values that do not exist are nullopt (null in JSON).
struct LatencyFigures {
    std::optional<double> avg_ms, min_ms, p50_ms, p95_ms, p99_ms, p999_ms, max_ms;
    std::uint64_t count = 0;
    std::uint64_t saturated = 0;
    static LatencyFigures of(const metrics::LatencyHistogram& histogram);
};

/// 95 % intervals of printed figures; absent where there is too little to say (fewer than ten blocks of the sample).
struct FigureUncertainty {
    std::optional<metrics::Uncertainty> tps, avg_ms, p50_ms, p95_ms, p99_ms, p999_ms;
    bool any() const noexcept { return tps || avg_ms || p99_ms; }
};

struct TransactionFigures {
    std::string name;
    std::optional<double> tps;
    LatencyFigures response;
    metrics::OutcomeCounts outcomes;
    std::optional<double> p90_ms;        ///< 90th percentile of response times
    std::optional<double> p90_limit_ms;  ///< what it must keep, where the workload has a limit
    bool background = false;             ///< work that other transactions queued: in no total
    /// p90 within its limit? Absent without limit or figure.
    std::optional<bool> within_limit() const {
        return p90_ms && p90_limit_ms ? std::optional(*p90_ms <= *p90_limit_ms) : std::nullopt;
    }
};

/// One target in one step's sample.
struct TargetResult {
    std::string name, group, url, driver, io_model, dialect;  ///< url holds no password
    std::string product, version;
    std::map<std::string, std::string> settings;
    std::string state = "ok";  ///< ok | failed | short
    std::string failure;       ///< why, when not ok
    std::uint32_t clients = 0, connections = 0;
    std::optional<double>
        tps;  ///< commits; in an open loop those that came within the sample's seconds
    std::map<std::string, double> rates;  ///< per minute, by the workload's own names
    LatencyFigures response, service, lag, pool_wait;
    LatencyFigures
        client_delay;  ///< of audited sessions: how long replies lay in the socket, per transaction
    std::string
        response_histogram;  ///< of the sample, HdrHistogram V2 in base64; empty without one
    FigureUncertainty uncertainty;
    metrics::OutcomeCounts outcomes;
    std::map<std::string, std::uint64_t> errors;  ///< by class name, zero classes left out
    std::uint64_t reconnects = 0, ambiguous_commits = 0;
    double outage_seconds = 0;  ///< whole seconds of the sample without a single commit
    std::optional<double> think_avg_ms;
    std::optional<double> law_residual;
    std::vector<TransactionFigures> by_transaction;
    std::optional<bool> steady;
    std::optional<double> steady_after_s;
    std::optional<double>
        warm_up_s;  ///< end of the warm-up by MSER-5, a cross-check; null: too short to say
    std::vector<RoundFigures> precondition_rounds;  ///< of the steady-state rule, oldest first
    std::string unsteady_reason;              ///< the limit broken when the sample began; "" = none
    std::optional<DataGrowth> data_growth;    ///< null when the workload adds no rows
    std::optional<std::uint64_t> data_bytes;  ///< loaded data with indexes, estimated
    std::optional<std::uint64_t> buffer_bytes;  ///< the server's own cache for it
    std::optional<std::uint64_t>
        server_commits;  ///< the server's own counter, delta over the step; null when it has none
    std::uint64_t committed_all_phases = 0;  ///< ours, over the same span, for comparison
    std::map<std::string, metrics::OutcomeCounts> phases;  ///< outcomes by phase name
};

struct AggregateResult {
    std::uint32_t vm_count = 0;  ///< targets these figures cover: those in state "ok"
    std::optional<double> tps, tps_min_vm, tps_max_vm;
    std::map<std::string, double> rates;  ///< sums of the targets' rates
    LatencyFigures response;              ///< merged histogram, weighted by transactions
    std::optional<double> latency_avg_vm_mean_ms,
        latency_p99_vm_mean_ms;  ///< unweighted means over VMs, as reviews print
    FigureUncertainty uncertainty;
    std::optional<metrics::Uncertainty> avg_vm_mean_uncertainty, p99_vm_mean_uncertainty;
    std::optional<double> tps_cv;  ///< standard deviation ÷ mean over VMs; two VMs or more
    std::optional<double>
        tps_fairness;                   ///< Jain's index over VMs: 1 = all equal, 1/n = one has all
    std::optional<double> tps_ceiling;  ///< N/Z of a closed loop with think time
    std::optional<bool> load_limited;   ///< above 99 % of that: TPS cannot tell arrays apart
    std::optional<double> law_residual;
    metrics::OutcomeCounts outcomes;
};

struct ShardResult {
    std::uint32_t shard = 0;
    std::optional<double> utilisation, run_delay_share, events_per_wakeup, hold_p50_us, hold_p99_us;
    std::uint64_t involuntary_switches = 0;
};

struct StepResult {
    std::string name;
    std::uint32_t vm_count = 0;
    std::string state = "finished";                       ///< finished | interrupted | failed
    std::string started_at;                               ///< UTC
    double precondition_seconds = 0, sample_seconds = 0;  ///< as elapsed
    double precondition_planned_s = 0, sample_planned_s = 0;
    SteadyRule steady_rule;
    std::string storage;           ///< of the plan's storages; "" = the only one
    std::uint32_t repetition = 1;  ///< 1-based
    std::string arrival = "closed";
    std::optional<double> offered_tps;  ///< open loop: arrivals per second over all VMs
    std::optional<bool> saturated;      ///< of a sweep's rates: the VMs did not keep up
    std::vector<HookResult> hooks;      ///< in the order they ran
    std::optional<std::vector<CheckAfterStep>> checks;  ///< null when none were asked for
    std::optional<bool> steady;                         ///< all VMs steady
    std::optional<double> steady_after_s;               ///< the last VM's
    std::vector<TargetResult> targets;
    AggregateResult aggregate;
    std::vector<ShardResult> shards;
    std::vector<std::string> notes;  ///< e.g. "client and server share this machine"
    bool valid = true;
    std::vector<std::string> invalid_reasons;
};

struct RunResult {
    int schema_version = kSchemaVersion;
    int methodology_version = 0;
    std::string name, tool_version, tool_commit, started_at, finished_at;
    std::map<std::string, std::string> storage, environment;
    std::map<std::string, std::map<std::string, std::string>> storages;  ///< several, by name
    std::optional<SweepResult> sweep;
    std::string workload, profile;
    std::map<std::string, std::string> workload_facts;  ///< distribution, compat, tables, …
    std::string arrival;                                ///< closed | constant | poisson
    std::string plan_json;                              ///< canonical plan text
    std::string plan_hash;
    std::uint32_t clients_per_target = 0;
    std::optional<double> think_time_mean_ms;
    bool valid = true;
    std::vector<std::string> invalid_reasons;
    std::vector<StepResult> steps;
};

}  // namespace oltpsim::results
