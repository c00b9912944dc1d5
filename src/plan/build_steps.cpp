// Steps (which targets run together) and the connections each target needs.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace oltpsim::plan {
namespace {

using config::Node;
using config::Section;

/// Connections per target when clients think: far fewer are busy at once.
constexpr std::uint32_t kThinkingConnections = 64;

std::string vm_count(std::size_t count) {
    return fmt::format("{} VM{}", count, count == 1 ? "" : "s");
}

std::vector<std::uint32_t> first_targets(std::size_t count) {
    std::vector<std::uint32_t> targets(count);
    std::iota(targets.begin(), targets.end(), 0U);
    return targets;
}

/// Targets by name, in plan order. Names may be templates: "vm{01..04}".
std::vector<std::uint32_t> named_targets(Building& b, Section& step) {
    std::vector<std::string> known;
    for (const TargetPlan& target : b.plan.targets) {
        known.push_back(target.name);
    }
    std::set<std::uint32_t> chosen;
    for (const Node* node : step.list("targets")) {
        const auto names = expand_braces(config::scalar_text(*node).value_or(""));
        for (const std::string& name : names.value_or(std::vector<std::string>{""})) {
            const auto found = std::find(known.begin(), known.end(), name);
            if (found == known.end()) {
                const std::string nearest = nearest_name(name, known);
                b.problems.error(
                    node->where,
                    fmt::format(
                        "there is no target named {}{}",
                        config::quoted(name),
                        nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)
                    )
                );
                continue;
            }
            if (!chosen.insert(static_cast<std::uint32_t>(found - known.begin())).second) {
                b.problems.error(
                    node->where, fmt::format("target \"{}\" is in \"{}\" twice", name, step.path())
                );
            }
        }
    }
    return {chosen.begin(), chosen.end()};
}

void read_step(Building& b, const Node& node, std::size_t index) {
    Node whole = node;
    if (config::scalar_text(node)) {  // 4 for {"targets": 4}
        whole = config::make_object(node.where);
        whole.members.push_back({"targets", node.where, node});
    }
    Section section(&whole, fmt::format("steps[{}]", index), kStepKeys, b.problems);
    StepPlan step;
    step.name = section.text("name").value_or("");
    const Node* targets = section.find("targets");
    if (targets == nullptr) {
        b.problems.error(
            node.where,
            fmt::format("\"steps[{}]\" has no \"targets\" (a number, or a list of names)", index)
        );
        return;
    }
    if (targets->is(config::Kind::array)) {
        step.targets = named_targets(b, section);
    } else {
        const auto count = section.count("targets", 1, 1'000'000);
        if (!count) {
            return;
        }
        if (*count > b.plan.targets.size()) {
            if (!b.profile_steps) {
                section.error(
                    "targets",
                    fmt::format("is {}, but the plan has {} targets", *count, b.plan.targets.size())
                );
            }
            return;
        }
        step.targets = first_targets(*count);
    }
    if (step.targets.empty()) {
        section.error("targets", "names no target");
        return;
    }
    b.plan.steps.push_back(std::move(step));
}

/// Default names are counts; a second step of the same size gets a number behind it.
void settle_step_names(Building& b, Section& root) {
    std::set<std::string> used;
    for (const StepPlan& step : b.plan.steps) {
        if (!step.name.empty() && !used.insert(step.name).second) {
            root.error("steps", fmt::format("holds two steps named \"{}\"", step.name));
        }
    }
    for (StepPlan& step : b.plan.steps) {
        const std::string base = step.name.empty() ? vm_count(step.targets.size()) : step.name;
        if (!step.name.empty()) {
            continue;
        }
        step.name = base;
        for (int number = 2; !used.insert(step.name).second; ++number) {
            step.name = fmt::format("{} ({})", base, number);
        }
    }
}

}  // namespace

void read_steps(Building& b, Section& root) {
    if (b.plan.targets.empty()) {
        return;  // reported already
    }
    const auto nodes = root.list("steps");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        read_step(b, *nodes[i], i);
    }
    if (b.profile_steps && b.plan.steps.size() < nodes.size()) {
        b.warn(
            root.where("steps"),
            fmt::format(
                "the profile's steps with more than {} are left out",
                vm_count(b.plan.targets.size())
            )
        );
    }
    if (root.has("steps") && nodes.empty()) {
        root.error("steps", "is empty; leave it out to run all targets in one step");
    }
    if (b.plan.steps.empty() && (nodes.empty() || b.profile_steps)) {
        b.plan.steps.push_back({"", first_targets(b.plan.targets.size())});
    }
    settle_step_names(b, root);
}

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

void settle_connections(Building& b, Section& root) {
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
        if (!given) {
            target.connections =
                thinking ? std::min(target.clients, kThinkingConnections) : target.clients;
        }
        more_than_clients = more_than_clients || (given && target.connections > target.clients);
        fewer_than_clients =
            fewer_than_clients || (given && !thinking && target.connections < target.clients);
    }
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
