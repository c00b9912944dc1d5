// RunPlan: a test fully resolved. Complete and immutable; everything downstream takes `const RunPlan&`.
#pragma once

#include "core/clock.hpp"
#include "db/driver.hpp"
#include "workload/workload.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::plan {

/// How transactions come: clients ask again by themselves (closed), or arrivals come at a rate whatever happens (open).
enum class Arrival : std::uint8_t { closed, constant, poisson };

/// Retry policy for deadlocks and serialization failures.
struct RetryPolicy {
    enum class Mode : std::uint8_t {
        jitter,  ///< bounded tries, random back-off doubling from base_backoff
        sysbench,  ///< at once and inside the timer, as sysbench restarts an event; still bounded by max_tries
    };
    Mode mode = Mode::jitter;
    std::uint32_t max_tries = 10;  ///< attempts in all; 1 = never retry
    Nanos base_backoff = std::chrono::milliseconds{1};
    Nanos max_backoff = std::chrono::milliseconds{100};
};

/// One database instance under test.
struct TargetPlan {
    std::uint32_t index = 0;  ///< 0-based over the plan
    std::string name;
    std::string group;
    std::string storage;  ///< which of the plan's storages it stands on; "" = the only one
    db::TargetUrl url;    ///< without password
    db::Secret password;  ///< resolved from env, file, vendor file or URL; never serialised
    const db::Driver* driver = nullptr;  ///< outlives the plan
    std::string dialect;
    std::uint32_t clients = 1;
    std::uint32_t connections = 1;
    bool connections_given = false;  ///< by the user: steps with other clients keep them
    double rate = 0;                 ///< open loop: arrivals per second; 0 = the plan's
    std::uint64_t seed =
        0;  ///< of its data: the plan's seed, and the same data index on every VM only if asked
    std::uint32_t data_index = 0;  ///< Binding::target; = index unless identical_data

    /// The URL carries the name: drivers that have nothing behind a target tell equal URLs apart by it.
    db::Endpoint endpoint() const {
        db::Endpoint made{url, password};
        made.url.name = name;
        return made;
    }
};

/// How long each phase of a step takes.
struct PhasePlan {
    Nanos precondition{};       ///< the whole of it; with until_steady its floor ("at_least")
    bool until_steady = false;  ///< the precondition goes on until every VM is steady
    Nanos at_most{};            ///< its ceiling; set exactly when until_steady
    Nanos round{};              ///< length of a round of the steady-state rule; 0 = by the rule
    Nanos sample = std::chrono::seconds{60};
    Nanos grace =
        std::chrono::seconds{10};  ///< for transactions in flight at the end of the sample
    Nanos cool_down{};             ///< between this step and the next

    /// Longest precondition that may be.
    Nanos precondition_limit() const noexcept { return until_steady ? at_most : precondition; }
    /// Length of one round: as stated, else 5 min for long preconditions, a tenth of shorter ones, at least 1 s.
    Nanos round_length() const noexcept;
    bool operator==(const PhasePlan&) const = default;
};

/// What happens when a hook fails or takes too long.
enum class HookFailure : std::uint8_t { stop, skip_step, go_on };

/// A command of the user's, run by /bin/sh.
struct HookPlan {
    std::string command;  ///< placeholders as written
    Nanos timeout = std::chrono::minutes{10};
    HookFailure on_failure = HookFailure::stop;
    bool operator==(const HookPlan&) const = default;
};

/// The hooks of a step, each optional.
struct HooksPlan {
    std::optional<HookPlan> before_step;          ///< before anything touches the targets
    std::optional<HookPlan> before_precondition;  ///< targets are checked, no session is open yet
    std::optional<HookPlan> after_step;           ///< the step is stored
    bool any() const noexcept { return before_step || before_precondition || after_step; }
    bool operator==(const HooksPlan&) const = default;
};

struct StepPlan {
    std::string name;                            ///< e.g. "8 VMs"
    std::vector<std::uint32_t> targets;          ///< indices, in plan order
    std::optional<std::uint32_t> clients{};      ///< of each target; else as the target says
    std::optional<std::uint32_t> connections{};  ///< the same; set whenever clients are
    std::vector<double> rates{};  ///< open loop: arrivals per second by target; else the plan's
    std::optional<Arrival> arrival{};  ///< how they come; else the plan's
    std::string storage{};         ///< the storage of all its targets; "" = the only one, or mixed
    std::uint32_t repetition = 1;  ///< 1-based
    std::optional<PhasePlan> phases{};  ///< else the plan's
    std::optional<HooksPlan> hooks{};   ///< else the plan's
};

/// What `sweep` does after it has found the highest closed-loop rate.
struct SweepPlan {
    bool given = false;  ///< the plan says something of it
    std::vector<double> percent = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120};
    Nanos settle = std::chrono::seconds{30};  ///< precondition of each rate
    std::optional<Nanos> sample;              ///< of each rate; else the plan's
    Arrival arrival = Arrival::poisson;       ///< constant or poisson
    std::optional<Nanos> p99_limit;           ///< names the highest rate that keeps it
};

struct LoadPlan {
    std::uint32_t connections = 4;  ///< loading connections per target
    std::uint64_t unit_rows = 0;    ///< 0 = workload's choice
};

struct RunPlan {
    std::string name;
    std::string source;                          ///< file the plan came from, or "command line"
    std::map<std::string, std::string> storage;  ///< free text, goes into every report
    std::map<std::string, std::map<std::string, std::string>>
        storages;  ///< several under one plan, by name: facts that differ from `storage`
    const workload::WorkloadType* workload = nullptr;  ///< outlives the plan
    std::string profile;  ///< e.g. "storagereview-sysbench", or the workload's name
    workload::OptionValues options;
    std::vector<TargetPlan> targets;
    std::vector<StepPlan> steps;
    PhasePlan phases;
    HooksPlan hooks;
    std::string hook_folder;        ///< absolute; where hooks run
    bool check_after_step = false;  ///< run the workload's checks on the targets of each step
    SweepPlan sweep;
    Arrival arrival = Arrival::closed;
    double rate = 0;  ///< open loop: arrivals per second and target
    std::uint32_t max_backlog =
        100'000;  ///< open loop: arrivals waiting per target before skipping
    std::optional<Nanos>
        think_time;  ///< plain mean think time, exponential; overrides the workload's pacing
    RetryPolicy retries;
    db::SessionOptions session;
    std::uint32_t threads = 0;  ///< loop threads; 0 = by the rule of decision 0003
    bool virtual_clock =
        false;  ///< key "clock": "real"|"virtual"; virtual only if every driver allows it
    bool batch_scheduling = true;        ///< SCHED_BATCH on loop threads
    double connects_per_second = 500;    ///< per target, staged start
    std::uint64_t max_transactions = 0;  ///< per target, over all phases; 0 = no cap
    LoadPlan load;
    std::uint64_t seed = 1;
    bool identical_data = false;  ///< same rows on every target; measures an array's deduplication
    std::string schema_dir;
    std::vector<std::string>
        warnings;      ///< what the user should know before the start; goes into the result
    std::string hash;  ///< of the canonical JSON form, for telling runs apart
    std::string canonical_json;  ///< plan.json of the result directory; holds no password
};

/// What the plan's workload is bound to on this target, and what its data set there follows from.
workload::Binding binding_of(const RunPlan& plan, const TargetPlan& target);

/// The plan as it is while `step` runs: its clients, connections, rate, phases and hooks in place of the plan's.
/// `steps` holds that step alone.
RunPlan plan_of_step(const RunPlan& plan, const StepPlan& step);

}  // namespace oltpsim::plan
