// A plan with what one step says for itself in place.
#include "plan/run_plan.hpp"

namespace oltpsim::plan {

RunPlan plan_of_step(const RunPlan& plan, const StepPlan& step) {
    RunPlan own = plan;
    own.steps = {step};
    own.phases = step.phases.value_or(plan.phases);
    own.hooks = step.hooks.value_or(plan.hooks);
    for (std::size_t i = 0; i < step.targets.size(); ++i) {
        TargetPlan& target = own.targets.at(step.targets[i]);
        target.clients = step.clients.value_or(target.clients);
        target.connections = step.connections.value_or(target.connections);
        if (i < step.rates.size()) {
            target.rate = step.rates[i];
            own.rate = step.rates[i];
        }
    }
    if (step.arrival) {
        own.arrival = *step.arrival;
        if (own.arrival == Arrival::closed) {
            own.rate = 0;
        } else {
            own.think_time.reset();  // arrivals come whatever clients do
        }
    }
    return own;
}

}  // namespace oltpsim::plan
