// What a plan will do, in figures a person can check before hours are spent. Pure; nothing is connected here.
#pragma once

#include "plan/run_plan.hpp"
#include "plan/timetable.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::plan {

/// Response times for which the closed-loop ceiling is shown.
inline constexpr double kCeilingMillis[] = {0.5, 1, 5, 10, 50};

struct TargetLoad {
    std::uint64_t tables = 0;
    std::uint64_t rows = 0;
    std::optional<std::uint64_t>
        bytes;  ///< on disk with indexes, estimated; nullopt when the workload does not know
};

struct StepTotals {
    std::uint64_t clients = 0;
    std::uint64_t connections = 0;
    PhasePlan phases;                 ///< its own, or the plan's
    Nanos wall{};                     ///< precondition (its floor) + sample
    Nanos connecting{};               ///< at the staged rate, before the common start
    std::vector<double> ceiling_tps;  ///< one per kCeilingMillis; empty for open loops
};

/// What a target's server said of its own data cache, when it was asked. Pure data: the caller has connected.
struct TargetBuffer {
    std::string server;                  ///< product and version; empty when it could not be asked
    std::optional<std::uint64_t> bytes;  ///< buffer pool; nullopt when the server reports none
    std::string trouble;                 ///< one sentence: not reached, or limits too low
};

struct Explanation {
    const RunPlan& plan;
    std::map<std::string, std::string> facts;  ///< of the workload: distribution, tables × rows, …
    Nanos think_time{};                        ///< mean per transaction
    std::vector<TargetLoad> targets;           ///< in plan order
    std::vector<StepTotals> steps;
    TargetLoad total;
    std::uint64_t connections = 0;  ///< over all targets
    Nanos wall{};                   ///< over all steps
    Timetable timetable;
    std::vector<TargetBuffer> buffers;  ///< in plan order; empty when nobody connected
};

/// Data size to buffer size; nullopt when either is not known.
std::optional<double> data_to_buffer(const TargetLoad& load, const TargetBuffer& buffer);

/// Lifetime: the plan must outlive the result. Errors: none; build_plan() has bound the workload already.
Explanation explain(const RunPlan& plan);
/// Highest closed-loop TPS of one target if every response took `response`: N/(R+Z), and no more than its connections
/// can carry. Units: transactions per second.
double closed_loop_ceiling(const TargetPlan& target, Nanos think_time, Nanos response);

/// For people, about 100 columns.
std::string explain_text(const Explanation& explanation);
/// The same as JSON, with the canonical plan inside.
std::string explain_json(const Explanation& explanation);

}  // namespace oltpsim::plan
