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
    db::TargetUrl url;    ///< without password
    db::Secret password;  ///< resolved from env, file, vendor file or URL; never serialised
    const db::Driver* driver = nullptr;  ///< outlives the plan
    std::string dialect;
    std::uint32_t clients = 1;
    std::uint32_t connections = 1;
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

struct StepPlan {
    std::string name;                    ///< e.g. "8 VMs"
    std::vector<std::uint32_t> targets;  ///< indices, in plan order
};

struct PhasePlan {
    Nanos precondition{};
    Nanos sample = std::chrono::seconds{60};
    Nanos grace =
        std::chrono::seconds{10};  ///< for transactions in flight at the end of the sample
};

struct LoadPlan {
    std::uint32_t connections = 4;  ///< loading connections per target
    std::uint64_t unit_rows = 0;    ///< 0 = workload's choice
};

struct RunPlan {
    std::string name;
    std::string source;                          ///< file the plan came from, or "command line"
    std::map<std::string, std::string> storage;  ///< free text, goes into every report
    const workload::WorkloadType* workload = nullptr;  ///< outlives the plan
    std::string profile;  ///< e.g. "storagereview-sysbench", or the workload's name
    workload::OptionValues options;
    std::vector<TargetPlan> targets;
    std::vector<StepPlan> steps;
    PhasePlan phases;
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

}  // namespace oltpsim::plan
