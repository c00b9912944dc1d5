// How long the phases of a step take: the plan's, and what a step says instead.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::plan {
namespace {

using config::Section;

constexpr Nanos kLongestPhase = std::chrono::hours{24 * 60};
constexpr std::int64_t kJudgedRounds = 5;  // the window of the steady-state rule

bool is_whole_seconds(Nanos length) { return length % std::chrono::seconds{1} == Nanos{}; }

/// Floor, ceiling and rounds fit each other.
void check_until_steady(const PhasePlan& plan, Section& section) {
    if (!plan.until_steady) {
        if (section.has("at_most")) {
            section.error(
                "at_most",
                "needs \"until_steady\": true; a fixed precondition is \"at_least\" alone"
            );
        }
        return;
    }
    if (!section.has("at_most")) {
        section.error(
            "until_steady", "needs \"at_most\": how long to wait for VMs that never get steady"
        );
        return;
    }
    if (plan.at_most < plan.precondition) {
        section.error(
            "at_most",
            fmt::format("must not be below at_least ({})", format_duration(plan.precondition))
        );
    } else if (plan.at_most < kJudgedRounds * plan.round_length()) {
        section.error(
            "at_most",
            fmt::format(
                "is shorter than {} rounds of {}, the fewest that steadiness is judged by",
                kJudgedRounds,
                human_duration(plan.round_length())
            )
        );
    }
    if (!is_whole_seconds(plan.at_most) || !is_whole_seconds(plan.precondition)) {
        section.error("at_most", "and at_least must be whole seconds with until_steady");
    }
}

void read_precondition(Building& b, PhasePlan& plan, Section& phases) {
    const config::Node* node = phases.find("precondition");
    if (node == nullptr) {
        return;
    }
    plan.until_steady = false;
    plan.at_most = plan.round = Nanos{};
    if (!node->is(config::Kind::object)) {
        plan.precondition = phases.duration("precondition").value_or(Nanos{});
        return;
    }
    Section section(node, phases.path() + ".precondition", kPreconditionKeys, b.problems);
    plan.precondition = section.duration("at_least").value_or(Nanos{});
    plan.until_steady = section.boolean("until_steady").value_or(false);
    const Nanos ceiling = section.duration("at_most").value_or(Nanos{});
    plan.at_most = plan.until_steady ? ceiling : Nanos{};
    if (const auto round = section.duration("round")) {
        plan.round = *round;
        if (*round < std::chrono::seconds{1} || !is_whole_seconds(*round)) {
            section.error("round", "must be whole seconds, at least 1s");
            return;
        }
    }
    check_until_steady(plan, section);
}

}  // namespace

Nanos PhasePlan::round_length() const noexcept {
    constexpr Nanos kLongRound = std::chrono::minutes{5};
    if (round > Nanos{}) {
        return round;
    }
    const auto tenth = precondition_limit() / 10 / std::chrono::seconds{1};
    return std::min<Nanos>(kLongRound, std::chrono::seconds{std::max<std::int64_t>(1, tenth)});
}

void read_phases(Building& b, PhasePlan& plan, const config::Node* node, const std::string& path) {
    Section phases(node, path, kPhaseKeys, b.problems);
    read_precondition(b, plan, phases);
    plan.sample = phases.duration("sample").value_or(plan.sample);
    plan.grace = phases.duration("grace").value_or(plan.grace);
    plan.cool_down = phases.duration("cool_down").value_or(plan.cool_down);
    if (plan.sample < std::chrono::seconds{1}) {
        phases.error("sample", "must be at least 1s");
    }
    for (const Nanos length :
         {plan.precondition_limit(), plan.sample, plan.grace, plan.cool_down, plan.round}) {
        if (length > kLongestPhase) {
            b.problems.error(
                phases.where("sample"),
                fmt::format("\"{}\" holds a phase longer than 60 days", path)
            );
            return;
        }
    }
}

}  // namespace oltpsim::plan
