// What a result tells of a campaign beyond figures: hooks and checks around steps, rounds of the precondition, load curves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::results {

/// One hook that ran.
struct HookResult {
    std::string hook;        ///< before_step | before_precondition | after_step
    std::string command;     ///< as in the plan
    std::string started_at;  ///< UTC
    double seconds = 0;
    bool ok = false;
    std::string failure;  ///< why not, e.g. "exit status 3", "took longer than 10 min"
    std::string output;   ///< file in the result directory
};

/// The checks of one target after a step.
struct CheckAfterStep {
    std::string target;
    std::uint64_t checks = 0;
    std::vector<std::string> failed;  ///< "id: what was found"; empty = all passed
};

/// One round of a precondition. Figures are absent where nothing was committed.
struct RoundFigures {
    std::optional<double> tps, avg_ms, p99_ms;
};

/// How a precondition of a step ended, and how it was judged.
struct SteadyRule {
    double round_s = 0;               ///< length of a round
    bool until_steady = false;        ///< the precondition went on until all VMs were steady
    std::optional<double> at_most_s;  ///< its ceiling, with until_steady
    std::optional<bool> reached;      ///< with until_steady: steadiness ended it, not the ceiling
};

/// What a step's data grew by: declared drift, estimated from commits and the workload's row sizes.
struct DataGrowth {
    double rows = 0;              ///< on balance, over all phases
    std::optional<double> bytes;  ///< absent where row sizes are not known
};

/// One point of a load curve.
struct SweepPoint {
    std::string step;
    double percent = 0;         ///< of the highest closed-loop rate
    double offered_tps = 0;     ///< over all VMs
    std::optional<double> tps;  ///< committed
    std::optional<double> avg_ms, p99_ms;
    bool saturated = false;  ///< the VMs did not keep up with what was offered
};

/// A load curve: response times against TPS.
struct SweepResult {
    std::string arrival;                 ///< constant | poisson
    std::optional<double> max_tps;       ///< highest closed-loop rate over all VMs
    std::optional<double> p99_limit_ms;  ///< as asked for
    std::vector<double> percents;        ///< rates asked for
    std::vector<SweepPoint> points;      ///< those that ran, rising
    std::optional<std::string> knee;     ///< step with the most TPS per average response time
    std::optional<std::string>
        highest_within_limit;  ///< last step before the first beyond the limit
};

}  // namespace oltpsim::results
