// Names of targets that were given none.
#include "core/text.hpp"
#include "plan/build_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace oltpsim::plan {
namespace {

/// Where a target is, in three steps of detail.
struct Place {
    std::string host;
    std::string port;
    std::string database;
};

/// The value of the first of `keys` (lower case) that a connection string "Key=value;…" has; empty: none.
std::string keyword(std::string_view connection, std::initializer_list<std::string_view> keys) {
    for (const std::string_view wanted : keys) {
        for (const std::string_view part : split(connection, ';')) {
            const auto equals = part.find('=');
            if (equals != std::string_view::npos &&
                to_lower(trim(part.substr(0, equals))) == wanted) {
                return std::string(trim(part.substr(equals + 1)));
            }
        }
    }
    return {};
}

Place place_of(const db::TargetUrl& url) {
    if (!url.host.empty()) {
        return {url.host, url.port == 0 ? "" : fmt::format("{}", url.port), url.database};
    }
    if (url.database.find('=') != std::string::npos) {
        Place place{
            keyword(url.database, {"dsn", "server", "servername", "host"}),
            keyword(url.database, {"port"}),
            keyword(url.database, {"database", "db"})
        };
        if (!place.host.empty()) {
            return place;
        }
        return {std::filesystem::path(place.database).stem().string(), {}, {}};
    }
    return {std::filesystem::path(url.database).stem().string(), {}, {}};
}

/// Host, with the port and database where only they differ; or the file's stem.
std::string address_name(const TargetPlan& target, int detail) {
    const Place place = place_of(target.url);
    if (place.host.empty()) {
        return target.url.scheme;
    }
    std::string name = place.host;
    if (detail >= 1 && !place.port.empty()) {
        name += ":" + place.port;
    }
    if (detail >= 2 && !place.database.empty()) {
        name += "/" + place.database;
    }
    return name;
}

}  // namespace

void settle_target_names(Building& b, const config::Position& where) {
    std::set<std::string> used;
    for (const TargetPlan& target : b.plan.targets) {
        if (!target.name.empty() && !used.insert(target.name).second) {
            b.problems.error(where, fmt::format("two targets are named \"{}\"", target.name));
        }
    }
    std::vector<TargetPlan*> unnamed;
    for (TargetPlan& target : b.plan.targets) {
        // A URL's parameter may have them percent-encoded.
        if (config::has_control_characters(target.name)) {
            b.problems.error(where, "a target's name must not hold control characters");
        }
        if (target.name.empty()) {
            unnamed.push_back(&target);
        }
    }
    for (int detail = 0; detail <= 2; ++detail) {
        std::set<std::string> names = used;
        const bool differ =
            std::all_of(unnamed.begin(), unnamed.end(), [&](const TargetPlan* target) {
                return names.insert(address_name(*target, detail)).second;
            });
        if (!differ && detail < 2) {
            continue;
        }
        for (TargetPlan* target : unnamed) {
            const std::string base = address_name(*target, detail);
            target->name = base;
            for (int number = 2; !used.insert(target->name).second; ++number) {
                target->name = fmt::format("{}-{}", base, number);
            }
        }
        return;
    }
}

}  // namespace oltpsim::plan
