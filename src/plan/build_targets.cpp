// Target entries → targets: brace templates dealt out, URLs and their drivers checked, names made unique.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::plan {
namespace {

using config::Kind;
using config::Node;
using config::Section;

constexpr std::size_t kMostTargets = 10'000;

/// One entry of `targets` as read, before its templates are dealt out.
struct Entry {
    Section& section;
    std::vector<std::string> urls;
    config::Position where;
};

/// Expands the template under `key` to one value per URL. A single value serves all. A list of another length must either
/// match one to one, or (`cycled`) be dealt out in turn to a multiple of its length.
std::vector<std::string> deal(Entry& entry, std::string_view key, bool cycled) {
    const std::size_t urls = entry.urls.size();
    const auto text = entry.section.text(key);
    if (!text) {
        return std::vector<std::string>(urls);
    }
    const auto values = expand_braces(*text);
    if (!values) {
        entry.section.error(
            key,
            fmt::format(
                "has braces that do not match or a malformed range: {}", config::quoted(*text)
            )
        );
        return std::vector<std::string>(urls);
    }
    const bool fits =
        values->size() == urls || values->size() == 1 || (cycled && urls % values->size() == 0);
    if (!fits || (values->size() == 1 && key == "name" && urls > 1)) {
        entry.section.error(
            key,
            fmt::format(
                "gives {} value{} for {} target{}: {}",
                values->size(),
                values->size() == 1 ? "" : "s",
                urls,
                urls == 1 ? "" : "s",
                cycled ? "give one, one per target, or a number that divides the number of targets "
                         "(they are dealt out in turn)"
                       : "the number must be the same, one name for each, e.g. \"vm{1..4}\""
            )
        );
        return std::vector<std::string>(urls);
    }
    std::vector<std::string> dealt;
    for (std::size_t i = 0; i < urls; ++i) {
        dealt.push_back((*values)[i % values->size()]);
    }
    return dealt;
}

void read_entry(Building& b, const Node& node, std::size_t index, const TargetPlan& defaults) {
    Node whole = node;
    if (const auto text = config::scalar_text(node)) {
        whole = config::make_object(node.where);
        whole.members.push_back({"url", node.where, config::make_text(node.where, *text)});
    }
    Section section(&whole, fmt::format("targets[{}]", index), kTargetKeys, b.problems);
    const auto url = section.text("url");
    if (!url) {
        if (whole.is(Kind::object) && !section.has("url")) {
            b.problems.error(node.where, fmt::format("\"targets[{}]\" has no \"url\"", index));
        }
        return;
    }
    const auto urls = expand_braces(*url);
    if (!urls || urls->size() > kMostTargets) {
        section.error(
            "url",
            fmt::format(
                "has braces that do not match, a malformed range, or more than {} targets in its "
                "ranges{}: {}",
                group_digits(kMostTargets),
                ranges_of(*url),
                shown_url(*url)
            )
        );
        return;
    }
    Entry entry{section, *urls, section.where("url")};
    const auto names = deal(entry, "name", false);
    const auto groups = deal(entry, "group", true);
    const auto storages = deal(entry, "storage", true);
    const auto password_envs = deal(entry, "password_env", true);
    const auto password_files = deal(entry, "password_file", true);
    const auto clients = section.count("clients", 1, kMostClients);
    const auto connections = section.count("connections", 1, kMostConnections);
    for (std::size_t i = 0; i < urls->size(); ++i) {
        TargetPlan target = defaults;
        if (!read_target_url(b, target, (*urls)[i], entry.where)) {
            continue;
        }
        target.index = static_cast<std::uint32_t>(b.plan.targets.size());
        target.data_index = b.plan.identical_data ? 0 : target.index;
        target.name = names[i].empty() ? target.url.name : names[i];
        target.url.name.clear();
        target.group = groups[i];
        target.storage = storages[i];
        if (!password_envs[i].empty() || !password_files[i].empty()) {
            target.url.password_env = password_envs[i];
            target.url.password_file = password_files[i];
        }
        target.url.password_file = b.file_name(target.url.password_file, node.where);
        target.clients = static_cast<std::uint32_t>(clients.value_or(target.clients));
        target.connections = static_cast<std::uint32_t>(connections.value_or(target.connections));
        if (target.url.password.is_set()) {
            b.problems.warning(
                entry.where,
                fmt::format(
                    "the URL of {} holds a password; use password_env or password_file instead",
                    target.url.to_string()
                )
            );
        }
        b.plan.targets.push_back(std::move(target));
    }
}

/// The same database twice would be driven twice and counted twice.
void check_same_place(Building& b, const config::Position& where) {
    std::map<std::string, const TargetPlan*> seen;
    for (const TargetPlan& target : b.plan.targets) {
        if (target.driver->info().virtual_time) {
            continue;  // nothing behind it: each is its own
        }
        const std::string key = fmt::format(
            "{}|{}|{}", target.driver->info().name, target.url.place(), target.url.database
        );
        const auto [first, fresh] = seen.emplace(key, &target);
        if (!fresh) {
            b.problems.error(
                where,
                fmt::format(
                    "targets \"{}\" and \"{}\" are the same database",
                    first->second->name,
                    target.name
                )
            );
        }
    }
}

/// With several storages every target says which one it stands on; without, none does.
void check_storages(Building& b, Section& root) {
    std::vector<std::string> known;
    for (const auto& [name, facts] : b.plan.storages) {
        known.push_back(name);
    }
    for (const TargetPlan& target : b.plan.targets) {
        if (b.plan.storages.contains(target.storage) || (known.empty() && target.storage.empty())) {
            continue;
        }
        const std::string nearest = nearest_name(target.storage, known);
        root.error(
            "targets",
            target.storage.empty()
                ? fmt::format(
                      "target \"{}\" does not say which of \"storages\" it stands on: add "
                      "\"storage\", one of {}",
                      target.name,
                      fmt::join(known, ", ")
                  )
                : fmt::format(
                      "target \"{}\" stands on storage \"{}\", which is not in \"storages\"{}",
                      target.name,
                      target.storage,
                      nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)
                  )
        );
        return;
    }
    for (const std::string& name : known) {
        const bool used =
            std::any_of(b.plan.targets.begin(), b.plan.targets.end(), [&](const auto& target) {
                return target.storage == name;
            });
        if (!used) {
            root.error("storages", fmt::format("has \"{}\", on which no target stands", name));
        }
    }
}

}  // namespace

void read_targets(Building& b, Section& root) {
    TargetPlan defaults;
    const auto clients = read_client_counts(root);
    const auto connections = root.count("connections", 1, kMostConnections);
    defaults.clients = clients.empty() ? 1 : clients.front();
    defaults.connections = static_cast<std::uint32_t>(connections.value_or(0));
    defaults.seed = b.plan.seed;
    const auto entries = root.list("targets");
    if (entries.empty()) {
        b.problems.error(
            root.where("targets"), "\"targets\" is missing: name at least one target URL"
        );
        return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        read_entry(b, *entries[i], i, defaults);
    }
    settle_target_names(b, root.where("targets"));
    check_same_place(b, root.where("targets"));
    check_storages(b, root);
}

}  // namespace oltpsim::plan
