#include "plan/sweep_steps.hpp"

#include "plan/build_parts.hpp"

#include <fmt/format.h>

namespace oltpsim::plan {

std::string sweep_step_name(double percent) { return fmt::format("{:g} %", percent); }

std::string make_sweep(RunPlan& plan) {
    if (plan.steps.size() != 1) {
        return fmt::format(
            "a sweep drives one set of VMs with one number of clients, but the plan has {} steps; "
            "choose one, for example with --steps {}",
            plan.steps.size(),
            plan.steps.empty() ? 1 : plan.steps.front().targets.size()
        );
    }
    if (plan.arrival != Arrival::closed) {
        return "a sweep finds its rates itself: leave out rate and arrival (the plan key "
               "\"sweep.arrival\" chooses constant or poisson)";
    }
    if (plan.max_transactions > 0) {
        return "max_transactions would end rates of the sweep early; leave it out";
    }
    plan.steps.front().name = kSweepFirstStep;
    plan.sweep.given = true;
    write_canonical(plan);
    return {};
}

StepPlan sweep_step(const RunPlan& plan, double percent, const std::vector<double>& max_tps) {
    StepPlan step = plan.steps.front();
    step.name = sweep_step_name(percent);
    step.arrival = plan.sweep.arrival;
    for (const double tps : max_tps) {
        step.rates.push_back(tps * percent / 100);
    }
    PhasePlan phases = step.phases.value_or(plan.phases);
    phases.precondition = plan.sweep.settle;
    phases.until_steady = false;
    phases.at_most = phases.round = Nanos{};
    phases.sample = plan.sweep.sample.value_or(phases.sample);
    step.phases = phases;
    return step;
}

}  // namespace oltpsim::plan
