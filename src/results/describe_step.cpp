#include "results/describe_step.hpp"

namespace oltpsim::results {

const char* arrival_name(plan::Arrival arrival) noexcept {
    switch (arrival) {
        case plan::Arrival::closed: return "closed";
        case plan::Arrival::constant: return "constant";
        case plan::Arrival::poisson: return "poisson";
    }
    return "closed";
}

void describe_step(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    const metrics::StepOutcome& outcome,
    StepResult& result
) {
    result.storage = step.storage;
    result.repetition = step.repetition;
    result.arrival = arrival_name(plan.arrival);
    if (plan.arrival != plan::Arrival::closed) {
        double offered = 0;
        for (const std::uint32_t index : step.targets) {
            const double own = plan.targets.at(index).rate;
            offered += own > 0 ? own : plan.rate;
        }
        result.offered_tps = offered;
    }
    SteadyRule& rule = result.steady_rule;
    rule.round_s = outcome.round_seconds;
    rule.until_steady = plan.phases.until_steady;
    if (rule.until_steady) {
        rule.at_most_s = to_seconds(plan.phases.at_most);
        rule.reached = outcome.ended_by_steadiness;
    }
}

std::vector<RoundFigures> rounds_of(const std::vector<metrics::RoundPoint>& rounds) {
    std::vector<RoundFigures> figures;
    for (const metrics::RoundPoint& round : rounds) {
        figures.push_back(
            round.empty ? RoundFigures{} : RoundFigures{round.tps, round.mean_ms, round.p99_ms}
        );
    }
    return figures;
}

}  // namespace oltpsim::results
