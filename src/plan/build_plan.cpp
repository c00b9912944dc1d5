// The order in which a plan is built, and the checks that span several of its parts.
#include "plan/build_plan.hpp"

#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace oltpsim::plan {
namespace {

using config::Kind;
using config::Node;
using config::Section;

/// Free texts by key.
std::map<std::string, std::string> texts_of(
    Building& b, const Node& node, const std::string& path
) {
    std::map<std::string, std::string> texts;
    if (!node.is(Kind::object)) {
        b.problems.error(
            node.where,
            fmt::format(
                "\"{}\" must be an object of texts, such as {{\"array\": \"…\", \"firmware\": "
                "\"…\"}}",
                path
            )
        );
        return texts;
    }
    for (const config::Member& member : node.members) {
        const auto text = config::scalar_text(member.value);
        if (!text) {
            b.problems.error(
                member.value.where, fmt::format("\"{}.{}\" must be a text", path, member.key)
            );
            continue;
        }
        if (config::has_control_characters(*text) || config::has_control_characters(member.key)) {
            b.problems.error(
                member.where,
                fmt::format("\"{}\" must not hold control characters such as line breaks", path)
            );
            continue;
        }
        texts[member.key] = *text;
    }
    return texts;
}

void read_storage(Building& b, Section& root) {
    if (const Node* storage = root.find("storage")) {
        b.plan.storage = texts_of(b, *storage, "storage");
    }
    const Node* storages = root.find("storages");
    if (storages == nullptr) {
        return;
    }
    if (!storages->is(Kind::object)) {
        root.error(
            "storages",
            "must be an object of storages by name, such as {\"A\": {\"array\": \"…\"}, \"B\": "
            "{\"array\": \"…\"}}"
        );
        return;
    }
    for (const config::Member& member : storages->members) {
        if (trim(member.key).empty()) {
            b.problems.error(member.where, "a storage in \"storages\" has no name");
            continue;
        }
        if (config::has_control_characters(member.key)) {
            b.problems.error(
                member.where, "names in \"storages\" must not hold control characters"
            );
            continue;
        }
        b.plan.storages[member.key] = texts_of(b, member.value, "storages." + member.key);
    }
}

/// A name for results: the given one, else the workload's.
void read_name(Building& b, Section& root) {
    b.plan.name = root.text("name").value_or("");
    if (b.plan.name.empty()) {
        b.plan.name = b.plan.profile;
        std::replace(b.plan.name.begin(), b.plan.name.end(), '/', ' ');
    }
}

void check_transaction_cap(Building& b, Section& root) {
    const RunPlan& plan = b.plan;
    if (plan.max_transactions == 0) {
        return;
    }
    const Nanos longest = plan.phases.precondition_limit() + plan.phases.sample;
    const double seconds = to_seconds(longest);
    const double needed = plan.rate * seconds;
    if (plan.arrival != Arrival::closed && static_cast<double>(plan.max_transactions) < needed) {
        root.error(
            "max_transactions",
            fmt::format(
                "is {}, but {:g} arrivals per second for {} need {}: the cap would end the sample "
                "early",
                group_digits(plan.max_transactions),
                plan.rate,
                human_duration(longest),
                group_digits(static_cast<std::uint64_t>(needed))
            )
        );
        return;
    }
    for (const TargetPlan& target : plan.targets) {
        if (plan.max_transactions < target.clients) {
            root.error(
                "max_transactions",
                fmt::format(
                    "is {}, less than one for each of the {} clients of {}",
                    group_digits(plan.max_transactions),
                    group_digits(target.clients),
                    target.name
                )
            );
            return;
        }
    }
    b.warn(
        root.where("max_transactions"),
        "max_transactions counts over all phases; a target that reaches it before the sample ends "
        "is reported as short and the "
        "result is not valid"
    );
}

void check_clock(Building& b, Section& root) {
    if (!b.plan.virtual_clock) {
        return;
    }
    for (const TargetPlan& target : b.plan.targets) {
        if (target.driver != nullptr && !target.driver->info().virtual_time) {
            root.error(
                "clock", fmt::format("cannot be virtual: target {} is a real database", target.name)
            );
            return;
        }
    }
}

void add_general_warnings(Building& b, Section& root) {
    const bool unsettled =
        std::any_of(b.plan.steps.begin(), b.plan.steps.end(), [&](const StepPlan& step) {
            return step.phases.value_or(b.plan.phases).precondition_limit() == Nanos{};
        });
    if (unsettled) {
        b.warn(
            root.where("phases"),
            "no precondition phase: caches, checkpoints and the storage have not settled when the "
            "sample starts"
        );
    }
    const bool pipelines =
        std::any_of(b.plan.targets.begin(), b.plan.targets.end(), [](const TargetPlan& target) {
            return target.driver != nullptr && target.driver->info().pipelines;
        });
    if (b.plan.session.pipelining != db::Pipelining::off && !pipelines) {
        b.warn(
            root.where("pipeline"), "no target's driver can pipeline, so the setting has no effect"
        );
    }
    if (b.plan.identical_data && b.plan.targets.size() > 1) {
        b.warn(
            root.where("identical_data"),
            "all targets get the same rows: on an array with deduplication the numbers measure the "
            "deduplication"
        );
    }
}

}  // namespace

void Building::warn(const config::Position& where, const std::string& message) {
    problems.warning(where, message);
    plan.warnings.push_back(problems.warnings().back().message);
}

std::string Building::file_name(const std::string& name, const config::Position& where) const {
    const bool from_file = where.line > 0 && !folder.empty();
    if (name.empty() || !from_file || name.starts_with('/') || name.starts_with("~/")) {
        return name;
    }
    return (std::filesystem::path(folder) / name).lexically_normal().string();
}

std::optional<RunPlan> build_plan(
    const config::Node& document,
    const std::string& source,
    const Catalog& catalog,
    config::Problems& problems
) {
    if (!document.is(Kind::object)) {
        problems.error(
            document.where,
            fmt::format("a plan must be an object, got {}", config::describe(document.kind))
        );
        return std::nullopt;
    }
    RunPlan plan;
    plan.source = source;
    Building b{plan, catalog, problems, std::filesystem::path(source).parent_path().string()};
    const Node full = apply_profile(b, document);
    Section root(&full, "", kPlanKeys, problems);
    read_name(b, root);
    read_storage(b, root);
    read_options(b, full);
    read_run_settings(b, root);
    read_targets(b, root);
    read_steps(b, root);
    check_clock(b, root);
    check_transaction_cap(b, root);
    if (!problems.ok()) {
        return std::nullopt;
    }
    settle_connections(b, root);
    add_general_warnings(b, root);
    if (!problems.ok()) {
        return std::nullopt;
    }
    write_canonical(plan);
    return plan;
}

}  // namespace oltpsim::plan
