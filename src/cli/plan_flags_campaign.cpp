// Flags of campaigns and sweeps.
#include "cli/flag_overrides.hpp"
#include "cli/plan_flags.hpp"

#include <CLI/CLI.hpp>

namespace oltpsim::cli {

/// --until-steady LIMIT: what was the whole precondition becomes its floor.
void PlanFlags::apply_until_steady(config::Node& root) const {
    if (until_steady_.empty()) {
        return;
    }
    const config::Position where{"--until-steady", 0, 0};
    config::Node flags = config::make_object(where);
    config::put(flags, std::vector<std::string>{"phases", "precondition"}, flags);
    drop_overridden(root, flags);
    const config::Node* phases = root.find("phases");
    const config::Node* given = phases == nullptr ? nullptr : phases->find("precondition");
    const config::Node* floor =
        given == nullptr || !given->is(config::Kind::object) ? given : given->find("at_least");
    const config::Node* round = given == nullptr ? nullptr : given->find("round");
    config::Node precondition = config::make_object(where);
    const auto add = [&](const char* key, const config::Node& value) {
        precondition.members.push_back({key, value.where, value});
    };
    if (floor != nullptr) {
        add("at_least", *floor);
    }
    if (round != nullptr) {
        add("round", *round);
    }
    add("until_steady", config::make_text(where, "true"));
    add("at_most", config::make_text(where, until_steady_));
    config::put(root, std::vector<std::string>{"phases", "precondition"}, precondition);
}

void PlanFlags::declare_sweep(CLI::App& command) {
    const std::string group = "Sweep";
    declare(
        command,
        "--percent",
        {"sweep", "percent"},
        "Rates, in percent of the highest closed-loop rate [10,20,...,120]",
        group
    );
    declare(
        command, "--settle", {"sweep", "settle"}, "Time before each rate's sample [30s]", group
    );
    declare(
        command, "--rate-sample", {"sweep", "sample"}, "Sample of each rate [as --sample]", group
    );
    declare(
        command,
        "--rate-arrival",
        {"sweep", "arrival"},
        "How transactions arrive: poisson or constant [poisson]",
        group
    );
    declare(
        command,
        "--p99-limit",
        {"sweep", "p99_limit"},
        "Name the highest rate whose p99 keeps this, e.g. 20ms",
        group
    );
}

}  // namespace oltpsim::cli
