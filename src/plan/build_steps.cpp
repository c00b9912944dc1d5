// Steps: which targets run together, crossed with storages and client counts, repeated.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::plan {
namespace {

using config::Node;
using config::Section;

/// An entry of "steps" as written: one step, or several once it is crossed.
struct StepEntry {
    StepPlan step;                       ///< name as given; targets when they are named
    std::optional<std::size_t> count;    ///< the first so many targets, of each storage
    std::vector<std::uint32_t> clients;  ///< empty: as the targets say
    bool crossed_clients = false;        ///< the name must tell them apart
};

std::string vm_count(std::size_t count) {
    return fmt::format("{} VM{}", count, count == 1 ? "" : "s");
}

/// The storages that targets name, in plan order; one that is "" when none is named.
std::vector<std::string> storages_of(const RunPlan& plan) {
    std::vector<std::string> names;
    for (const TargetPlan& target : plan.targets) {
        if (std::find(names.begin(), names.end(), target.storage) == names.end()) {
            names.push_back(target.storage);
        }
    }
    return names;
}

std::vector<std::uint32_t> targets_on(const RunPlan& plan, const std::string& storage) {
    std::vector<std::uint32_t> found;
    for (const TargetPlan& target : plan.targets) {
        if (target.storage == storage) {
            found.push_back(target.index);
        }
    }
    return found;
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

/// A number of targets that every storage has; nullopt when it was refused, or left out because a profile wants more.
std::optional<std::size_t> counted_targets(Building& b, Section& section) {
    const auto count = section.count("targets", 1, 1'000'000);
    if (!count) {
        return std::nullopt;
    }
    for (const std::string& storage : storages_of(b.plan)) {
        const std::size_t there = targets_on(b.plan, storage).size();
        if (*count <= there) {
            continue;
        }
        if (!b.profile_steps) {
            section.error(
                "targets",
                storage.empty()
                    ? fmt::format("is {}, but the plan has {} targets", *count, there)
                    : fmt::format(
                          "is {}, but storage \"{}\" has {} targets", *count, storage, there
                      )
            );
        }
        return std::nullopt;
    }
    return *count;
}

/// What a step says for itself instead of the plan.
void read_own_settings(Building& b, Section& section, StepPlan& step) {
    if (const auto connections = section.count("connections", 1, kMostConnections)) {
        step.connections = static_cast<std::uint32_t>(*connections);
    }
    if (const auto repetition = section.count("repetition", 1, kMostRepeats)) {
        step.repetition = static_cast<std::uint32_t>(*repetition);
    }
    if (const Node* node = section.find("phases")) {
        step.phases = b.plan.phases;
        read_phases(b, *step.phases, node, section.path() + ".phases");
    }
    if (const Node* node = section.find("hooks")) {
        step.hooks = b.plan.hooks;
        read_hooks(b, *step.hooks, node, section.path() + ".hooks", kStepHooksKeys);
    }
}

std::optional<StepEntry> read_step(
    Building& b, const Node& node, std::size_t index, const std::vector<std::uint32_t>& clients
) {
    Node whole = node;
    if (config::scalar_text(node)) {  // 4 for {"targets": 4}
        whole = config::make_object(node.where);
        whole.members.push_back({"targets", node.where, node});
    }
    Section section(&whole, fmt::format("steps[{}]", index), kStepKeys, b.problems);
    StepEntry entry;
    entry.step.name = section.text("name").value_or("");
    entry.clients = section.has("clients") ? read_client_counts(section) : clients;
    entry.crossed_clients =
        entry.clients.size() > 1 || (section.has("clients") && entry.step.name.empty());
    read_own_settings(b, section, entry.step);
    const Node* targets = section.find("targets");
    if (targets == nullptr) {
        b.problems.error(
            node.where,
            fmt::format("\"steps[{}]\" has no \"targets\" (a number, or a list of names)", index)
        );
        return std::nullopt;
    }
    if (!targets->is(config::Kind::array)) {
        entry.count = counted_targets(b, section);
        return entry.count ? std::optional(std::move(entry)) : std::nullopt;
    }
    entry.step.targets = named_targets(b, section);
    if (entry.step.targets.empty()) {
        section.error("targets", "names no target");
        return std::nullopt;
    }
    return entry;
}

/// Storage by storage when the entry counts targets, else as named.
std::vector<StepPlan> crossed_with_storages(const RunPlan& plan, const StepEntry& entry) {
    const std::vector<std::string> storages = storages_of(plan);
    std::vector<StepPlan> steps;
    if (!entry.count) {
        steps.push_back(entry.step);
        StepPlan& step = steps.back();
        const std::string& first = plan.targets[step.targets.front()].storage;
        const bool same = std::all_of(step.targets.begin(), step.targets.end(), [&](auto index) {
            return plan.targets[index].storage == first;
        });
        step.storage = same ? first : "";
    }
    for (const std::string& storage : entry.count ? storages : std::vector<std::string>{}) {
        StepPlan step = entry.step;
        step.storage = storage;
        step.targets = targets_on(plan, storage);
        step.targets.resize(std::min(*entry.count, step.targets.size()));
        steps.push_back(std::move(step));
    }
    for (StepPlan& step : steps) {
        step.name = step.name.empty() ? vm_count(step.targets.size()) : step.name;
        if (steps.size() > 1) {
            step.name = fmt::format("{} {}", step.storage, step.name);
        }
    }
    return steps;
}

/// All steps in the order they run: repetition by repetition, and within one the storages next to each other, so that what
/// changes slowly over the day meets all of them alike.
std::vector<StepPlan> in_order(
    const RunPlan& plan, const std::vector<StepEntry>& entries, std::uint32_t repeat
) {
    std::vector<StepPlan> steps;
    for (std::uint32_t repetition = 1; repetition <= repeat; ++repetition) {
        for (const StepEntry& entry : entries) {
            std::vector<std::optional<std::uint32_t>> counts(
                entry.clients.begin(), entry.clients.end()
            );
            counts.resize(std::max<std::size_t>(counts.size(), 1));
            for (const auto& clients : counts) {
                for (StepPlan& step : crossed_with_storages(plan, entry)) {
                    step.clients = clients;
                    if (entry.crossed_clients) {
                        step.name +=
                            fmt::format(" x {} client{}", *clients, *clients == 1 ? "" : "s");
                    }
                    if (repeat > 1) {
                        step.repetition = repetition;
                        step.name += fmt::format(" run {}", repetition);
                    }
                    steps.push_back(std::move(step));
                }
            }
        }
    }
    return steps;
}

/// Default names are counts; a second step of the same size gets a number behind it. Given names must differ.
void settle_step_names(Building& b, Section& root, const std::vector<StepEntry>& entries) {
    std::set<std::string> given;
    for (const StepEntry& entry : entries) {
        if (!entry.step.name.empty() && !given.insert(entry.step.name).second) {
            root.error("steps", fmt::format("holds two steps named \"{}\"", entry.step.name));
        }
    }
    std::set<std::string> used = given;
    std::set<std::string> taken;
    for (StepPlan& step : b.plan.steps) {
        const std::string base = step.name;
        const bool own = given.contains(base) && !taken.contains(base);
        for (int number = 2; !own && !used.insert(step.name).second; ++number) {
            step.name = fmt::format("{} ({})", base, number);
        }
        taken.insert(step.name);
    }
}

}  // namespace

std::vector<std::uint32_t> read_client_counts(Section& section) {
    std::vector<std::uint32_t> counts;
    for (const Node* node : section.list("clients")) {
        const std::string text = config::scalar_text(*node).value_or("");
        for (const std::string_view part : split(text, ',')) {  // a flag is one text: 8,16,32
            const auto count = parse_count(trim(part));
            if (!count || *count < 1 || *count > kMostClients) {
                section.error(
                    "clients",
                    fmt::format(
                        "must be a whole number from 1 to {}, or a list of such; got {}",
                        group_digits(kMostClients),
                        config::quoted(part)
                    )
                );
                return {};
            }
            counts.push_back(static_cast<std::uint32_t>(*count));
        }
    }
    if (section.has("clients") && counts.empty()) {
        section.error("clients", "is empty; leave it out for one client per target");
    }
    return counts;
}

void read_steps(Building& b, Section& root) {
    if (b.plan.targets.empty()) {
        return;  // reported already
    }
    std::vector<std::uint32_t> clients = read_client_counts(root);
    if (clients.size() < 2) {
        clients.clear();  // the targets have them already
    }
    const auto repeat =
        static_cast<std::uint32_t>(root.count("repeat", 1, kMostRepeats).value_or(1));
    const auto nodes = root.list("steps");
    std::vector<StepEntry> entries;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (auto entry = read_step(b, *nodes[i], i, clients)) {
            entries.push_back(std::move(*entry));
        }
    }
    if (b.profile_steps && entries.size() < nodes.size()) {
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
    if (entries.empty() && (nodes.empty() || b.profile_steps)) {
        StepEntry all;
        all.count = b.plan.targets.size();  // of each storage
        all.clients = clients;
        all.crossed_clients = clients.size() > 1;
        entries.push_back(std::move(all));
    }
    b.plan.steps = in_order(b.plan, entries, repeat);
    settle_step_names(b, root, entries);
}

}  // namespace oltpsim::plan
