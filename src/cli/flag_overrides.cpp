#include "cli/flag_overrides.hpp"

#include <algorithm>

namespace oltpsim::cli {

void remove_member(config::Node& object, std::string_view key) {
    std::erase_if(object.members, [&](const config::Member& member) { return member.key == key; });
}

namespace {

/// A flag holds for every target, so it replaces what single targets of the plan say.
void drop_in_targets(config::Node& root, const config::Node& flags) {
    for (config::Member& member : root.members) {
        if (member.key != "targets") {
            continue;
        }
        const auto clear = [&](config::Node& target) {
            for (const char* key : {"clients", "connections"}) {
                if (flags.find(key) != nullptr) {
                    remove_member(target, key);
                }
            }
        };
        clear(member.value);  // one target may stand without a list
        std::for_each(member.value.items.begin(), member.value.items.end(), clear);
    }
}

/// The same for what single steps say of clients and phases.
void drop_in_steps(config::Node& root, const config::Node& flags) {
    const config::Node* phases = flags.find("phases");
    for (config::Member& member : root.members) {
        if (member.key != "steps") {
            continue;
        }
        for (config::Node& step : member.value.items) {
            if (flags.find("clients") != nullptr) {
                remove_member(step, "clients");
                remove_member(step, "connections");
            }
            if (flags.find("connections") != nullptr) {
                remove_member(step, "connections");
            }
            for (config::Member& own : step.members) {
                for (const config::Member& given :
                     phases == nullptr ? std::vector<config::Member>{} : phases->members) {
                    if (own.key == "phases") {
                        remove_member(own.value, given.key);
                    }
                }
            }
        }
    }
}

}  // namespace

void drop_overridden(config::Node& root, const config::Node& flags) {
    drop_in_targets(root, flags);
    drop_in_steps(root, flags);
}

}  // namespace oltpsim::cli
