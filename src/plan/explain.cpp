// Figures of a plan: rows and bytes to load, connections, wall clock, closed-loop ceilings.
#include "plan/explain.hpp"

#include "plan/build_parts.hpp"

#include <algorithm>

namespace oltpsim::plan {
namespace {

TargetLoad load_of(const RunPlan& plan, const TargetPlan& target) {
    TargetLoad load;
    const auto dataset = plan.workload->dataset(plan.options, binding_of(plan, target));
    if (!dataset) {
        return load;
    }
    double bytes = 0;
    bool known = true;
    for (const workload::DatasetTable& table : (*dataset)->tables()) {
        ++load.tables;
        load.rows += table.rows;
        bytes += table.bytes_per_row * static_cast<double>(table.rows);
        known = known && (table.bytes_per_row > 0 || table.rows == 0);
    }
    if (known && load.tables > 0) {
        load.bytes = static_cast<std::uint64_t>(bytes);
    }
    return load;
}

StepTotals totals_of(const RunPlan& whole, const StepPlan& step, Nanos think_time) {
    const RunPlan plan = plan_of_step(whole, step);
    StepTotals totals;
    totals.phases = plan.phases;
    totals.wall = plan.phases.precondition + plan.phases.sample;
    std::uint32_t most = 0;
    for (const std::uint32_t index : step.targets) {
        totals.clients += plan.targets[index].clients;
        totals.connections += plan.targets[index].connections;
        most = std::max(most, plan.targets[index].connections);
    }
    totals.connecting = from_seconds(most / plan.connects_per_second);
    if (plan.arrival == Arrival::closed) {
        for (const double millis : kCeilingMillis) {
            double tps = 0;
            for (const std::uint32_t index : step.targets) {
                tps += closed_loop_ceiling(
                    plan.targets[index], think_time, from_seconds(millis / 1000)
                );
            }
            totals.ceiling_tps.push_back(tps);
        }
    }
    return totals;
}

}  // namespace

double closed_loop_ceiling(const TargetPlan& target, Nanos think_time, Nanos response) {
    const double by_clients = target.clients / to_seconds(response + think_time);
    const double by_connections = target.connections / to_seconds(response);
    return std::min(by_clients, by_connections);
}

std::optional<double> data_to_buffer(const TargetLoad& load, const TargetBuffer& buffer) {
    if (!load.bytes || buffer.bytes.value_or(0) == 0) {
        return std::nullopt;
    }
    return static_cast<double>(*load.bytes) / static_cast<double>(*buffer.bytes);
}

Explanation explain(const RunPlan& plan) {
    Explanation explanation{
        plan, {}, mean_think_time(plan), {}, {}, {}, 0, {}, timetable(plan), {}
    };
    if (plan.targets.empty() || plan.workload == nullptr) {
        return explanation;
    }
    const auto bound = plan.workload->bind(plan.options, binding_of(plan, plan.targets.front()));
    if (bound) {
        explanation.facts = (*bound)->describe();
    }
    explanation.total.bytes = 0;
    for (const TargetPlan& target : plan.targets) {
        const TargetLoad load = load_of(plan, target);
        explanation.total.tables += load.tables;
        explanation.total.rows += load.rows;
        if (explanation.total.bytes && load.bytes) {
            *explanation.total.bytes += *load.bytes;
        } else {
            explanation.total.bytes.reset();
        }
        explanation.connections += target.connections;
        explanation.targets.push_back(load);
    }
    for (const StepPlan& step : plan.steps) {
        explanation.steps.push_back(totals_of(plan, step, explanation.think_time));
        explanation.wall += explanation.steps.back().wall;
    }
    return explanation;
}

}  // namespace oltpsim::plan
