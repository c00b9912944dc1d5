// The connections each target needs, and a step with its own clients needs.
#include "plan/build_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::plan {
namespace {

/// Connections per target when clients think: far fewer are busy at once.
constexpr std::uint32_t kThinkingConnections = 64;

std::uint32_t connections_for(std::uint32_t clients, bool thinking) {
    return thinking ? std::min(clients, kThinkingConnections) : clients;
}

/// A step with its own clients has its own connections too, unless the user gave them.
void settle_steps(RunPlan& plan, bool thinking) {
    for (StepPlan& step : plan.steps) {
        const bool given =
            std::any_of(step.targets.begin(), step.targets.end(), [&](std::uint32_t index) {
                return plan.targets[index].connections_given;
            });
        if (step.clients && !step.connections && !given) {
            step.connections = connections_for(*step.clients, thinking);
        }
    }
}

}  // namespace

workload::Binding binding_of(const RunPlan& plan, const TargetPlan& target) {
    workload::Binding binding;
    binding.dialect = target.dialect;
    binding.seed = target.seed;
    binding.target = target.data_index;
    binding.clients = target.clients;
    binding.schema_dir = plan.schema_dir;
    return binding;
}

Nanos mean_think_time(const RunPlan& plan) {
    if (plan.think_time || plan.targets.empty() || plan.workload == nullptr) {
        return plan.think_time.value_or(Nanos{});
    }
    const auto bound = plan.workload->bind(plan.options, binding_of(plan, plan.targets.front()));
    return bound ? (*bound)->mean_pacing() : Nanos{};
}

void settle_connections(Building& b, config::Section& root) {
    std::set<std::string> dialects;
    Nanos pacing = b.plan.think_time.value_or(Nanos{});
    for (const TargetPlan& target : b.plan.targets) {
        if (!dialects.insert(target.dialect).second) {
            continue;
        }
        const auto bound = b.plan.workload->bind(b.plan.options, binding_of(b.plan, target));
        if (!bound) {
            b.problems.error(
                root.where("targets"),
                fmt::format(
                    "target {} ({}): {}", target.name, target.dialect, bound.error().describe()
                )
            );
            continue;
        }
        pacing = b.plan.think_time.value_or((*bound)->mean_pacing());
    }
    const bool thinking = pacing > Nanos{} && b.plan.arrival == Arrival::closed;
    bool more_than_clients = false;
    bool fewer_than_clients = false;
    for (TargetPlan& target : b.plan.targets) {
        const bool given = target.connections != 0;
        target.connections_given = given;
        if (!given) {
            target.connections = connections_for(target.clients, thinking);
        }
        more_than_clients = more_than_clients || (given && target.connections > target.clients);
        fewer_than_clients =
            fewer_than_clients || (given && !thinking && target.connections < target.clients);
    }
    settle_steps(b.plan, thinking);
    if (more_than_clients && b.plan.arrival == Arrival::closed) {
        b.warn(
            root.where("connections"), "more connections than clients: the surplus stays unused"
        );
    }
    if (fewer_than_clients) {
        b.warn(
            root.where("connections"),
            "fewer connections than clients without think time: clients queue for connections, "
            "which is part of the response time"
        );
    }
}

}  // namespace oltpsim::plan
