// Which workload, with which options: profile below, plan above, every option checked by its declaration.
#include "config/profiles.hpp"
#include "core/text.hpp"
#include "plan/build_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace oltpsim::plan {
namespace {

using config::Kind;
using config::Node;

const workload::WorkloadType* find_type(const Catalog& catalog, std::string_view name) {
    for (const auto& type : catalog.workloads) {
        if (type->name() == name) {
            return type.get();
        }
    }
    return nullptr;
}

std::vector<std::string> all_names(const Catalog& catalog) {
    std::vector<std::string> names = config::profile_names();
    for (const auto& type : catalog.workloads) {
        names.push_back(type->name());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The value that names the workload: `"workload": "name"` or `"workload": {"profile": "name"}`.
const Node* profile_node(const Node& document) {
    const Node* workload = document.find("workload");
    if (workload == nullptr || !workload->is(Kind::object)) {
        return workload;
    }
    return workload->find("profile");
}

/// What was probably meant: a name with its family left out, else the nearest; "" when none is near.
std::string probable_name(const Catalog& catalog, const std::string& given) {
    const std::vector<std::string> names = all_names(catalog);
    const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
        return !given.empty() && name.ends_with("/" + given);
    });
    return found != names.end() ? *found : nearest_name(given, names);
}

const std::vector<std::string> kProfilePath{"workload", "profile"};

}  // namespace

Node apply_profile(Building& b, const Node& document) {
    const Node* given = profile_node(document);
    const auto name = given == nullptr ? std::nullopt : config::scalar_text(*given);
    const std::string known = fmt::format("{}", fmt::join(all_names(b.catalog), ", "));
    if (!name) {
        const Node* workload = document.find("workload");
        const auto where = given != nullptr      ? given->where
                           : workload != nullptr ? workload->where
                                                 : document.where;
        b.problems.error(
            where, fmt::format("\"workload.profile\" must name the workload, one of: {}", known)
        );
        return document;
    }
    Node user = document;
    if (!document.find("workload")->is(Kind::object)) {
        config::put(user, kProfilePath, config::make_text(given->where, *name));
    }
    b.plan.profile = *name;
    b.plan.workload = find_type(b.catalog, *name);
    if (b.plan.workload != nullptr) {
        return user;
    }
    auto profile = config::load_profile(*name, b.problems);
    if (!profile) {
        const std::string nearest = probable_name(b.catalog, *name);
        b.problems.error(
            given->where,
            fmt::format(
                "there is no workload or profile {}{}",
                config::quoted(*name),
                nearest.empty() ? "; known: " + known
                                : fmt::format("; did you mean \"{}\"?", nearest)
            )
        );
        return user;
    }
    const Node* inner = profile_node(*profile);
    b.plan.workload = inner == nullptr ? nullptr : find_type(b.catalog, inner->text);
    if (b.plan.workload == nullptr) {
        b.problems.error(
            given->where,
            fmt::format("profile \"{}\" needs a workload this build does not have", *name)
        );
    }
    b.profile_steps = document.find("steps") == nullptr && profile->find("steps") != nullptr;
    return config::merge(std::move(*profile), user);
}

void read_options(Building& b, const Node& document) {
    if (b.plan.workload == nullptr) {
        return;
    }
    const auto specs = b.plan.workload->options();
    std::vector<std::string> names{"profile"};
    for (const workload::OptionSpec& spec : specs) {
        names.push_back(spec.name);
        if (const std::string fault = b.plan.options.parse_and_set(spec, spec.default_text);
            !fault.empty()) {
            throw std::logic_error(fmt::format("default of option {} {}", spec.name, fault));
        }
    }
    bool all_good = true;
    for (const config::Member& member : document.find("workload")->members) {
        if (member.key == "profile") {
            continue;
        }
        const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& one) {
            return one.name == member.key;
        });
        if (spec == specs.end()) {
            const std::string nearest = nearest_name(member.key, names);
            b.problems.error(
                member.where,
                fmt::format(
                    "unknown key \"{}\" in workload: {} has no such option{}",
                    member.key,
                    b.plan.workload->name(),
                    nearest.empty() ? fmt::format("; known: {}", fmt::join(names, ", "))
                                    : fmt::format("; did you mean \"{}\"?", nearest)
                )
            );
            all_good = false;
            continue;
        }
        const auto text = config::scalar_text(member.value);
        const std::string fault =
            text ? b.plan.options.parse_and_set(*spec, *text)
                 : fmt::format(
                       "must be a single value, got {}", config::describe(member.value.kind)
                   );
        if (!fault.empty()) {
            b.problems.error(
                member.value.where, fmt::format("\"workload.{}\" {}", member.key, fault)
            );
            all_good = false;
        }
    }
    const std::string conflict = all_good ? b.plan.workload->check(b.plan.options) : "";
    if (!conflict.empty()) {
        b.problems.error(document.find("workload")->where, conflict);
    }
}

}  // namespace oltpsim::plan
