// A run is described by named facts; two runs differ where these do.
#include "compare/likeness.hpp"

#include "results/durability.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace oltpsim::compare {
namespace {

using results::RunResult;
using results::TargetResult;
using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr double kCacheShare = 0.10;  // data ÷ cache may differ by this much
// Facts that follow from others or from the seed: they say nothing of their own.
constexpr std::array<std::string_view, 4> kConsequences{
    "NURand C", "growth", "TPS ceiling", "benchmark"
};
constexpr double kLengthShare = 0.02;  // as may the length of a sample

std::vector<const TargetResult*> targets_of(const Side& side) {
    std::vector<const TargetResult*> targets;
    for (const auto& [set, entry] : side.entries) {
        for (const auto& step : entry.steps) {
            for (const auto& target : step.targets) {
                targets.push_back(&target);
            }
        }
    }
    return targets;
}

/// What all targets say, each text once: "a" or "a | b".
template <typename Tell>
std::string told(const Side& side, Tell tell) {
    std::set<std::string> texts;
    for (const auto* target : targets_of(side)) {
        if (const std::string text = tell(*target); !text.empty()) {
            texts.insert(text);
        }
    }
    return fmt::format("{}", fmt::join(texts, " | "));
}

std::string pacing_of(const RunResult& run) {
    if (!run.think_time_mean_ms || *run.think_time_mean_ms <= 0) {
        return "none";
    }
    return fmt::format("mean {} ms", results::ms_text(run.think_time_mean_ms));
}

std::string clients_text(const Side& side) {
    std::set<std::uint32_t> counts;
    for (const auto* target : targets_of(side)) {
        counts.insert(target->clients);
    }
    return fmt::format("{}", fmt::join(counts, ", "));
}

/// Lowest data ÷ cache over the targets; absent where it is not known of any.
std::optional<double> cache_ratio(const Side& side) {
    std::optional<double> lowest;
    for (const auto* target : targets_of(side)) {
        if (target->data_bytes && target->buffer_bytes.value_or(0) > 0) {
            const double ratio = static_cast<double>(*target->data_bytes) /
                                 static_cast<double>(*target->buffer_bytes);
            lowest = std::min(lowest.value_or(ratio), ratio);
        }
    }
    return lowest;
}

Facts facts_of(const RunResult& run) {
    Facts facts{
        {"workload", run.workload},
        {"methodology version", fmt::format("{}", run.methodology_version)},
        {"arrival", run.arrival},
        {"pacing", pacing_of(run)},
    };
    for (const auto& [name, value] : run.workload_facts) {
        if (std::find(kConsequences.begin(), kConsequences.end(), name) == kConsequences.end()) {
            facts.emplace_back("workload: " + name, value);
        }
    }
    return facts;
}

std::string fact(const Facts& facts, const std::string& name) {
    for (const auto& [key, value] : facts) {
        if (key == name) {
            return value;
        }
    }
    return "n/a";
}

std::vector<Difference> run_differences(
    const RunResult& base, const RunResult& other, const std::string& who
) {
    std::vector<Difference> found;
    const Facts a = facts_of(base);
    const Facts b = facts_of(other);
    std::set<std::string> seen;
    for (const Facts* facts : {&a, &b}) {
        for (const auto& [name, ignored] : *facts) {
            if (seen.insert(name).second && fact(a, name) != fact(b, name)) {
                found.push_back(
                    {name, fact(a, name), fact(b, name), who, name == "methodology version"}
                );
            }
        }
    }
    return found;
}

void compare_told(
    std::vector<Difference>& found,
    const char* what,
    const std::string& base,
    const std::string& other,
    const std::string& who
) {
    if (base != other) {
        found.push_back({what, base.empty() ? "n/a" : base, other.empty() ? "n/a" : other, who});
    }
}

std::string durability_of(const TargetResult& target) {
    return results::durability_text(target.settings);
}

std::string product_name(const TargetResult& target) {
    return target.product.empty() ? target.driver : target.product;
}

double longest_sample(const Side& side) {
    double longest = 0;
    for (const auto& [set, entry] : side.entries) {
        for (const auto& step : entry.steps) {
            longest = std::max(longest, step.sample_planned_s);
        }
    }
    return longest;
}

double longest_precondition(const Side& side) {
    double longest = 0;
    for (const auto& [set, entry] : side.entries) {
        for (const auto& step : entry.steps) {
            longest = std::max(longest, step.precondition_seconds);
        }
    }
    return longest;
}

bool apart(double a, double b, double share) { return std::abs(a - b) > share * std::max(a, b); }

}  // namespace

std::string Difference::text() const {
    return fmt::format("{}: {} against {} ({})", what, base, other, who);
}

std::vector<Difference> differences(const Side& base, const Side& other) {
    if (base.runs.empty() || other.runs.empty()) {
        return {};
    }
    auto found = run_differences(base.runs.front(), other.runs.front(), other.label);
    compare_told(found, "clients per VM", clients_text(base), clients_text(other), other.label);
    compare_told(
        found, "database", told(base, product_name), told(other, product_name), other.label
    );
    compare_told(
        found, "durability", told(base, durability_of), told(other, durability_of), other.label
    );
    const auto a = cache_ratio(base);
    const auto b = cache_ratio(other);
    if (a && b && apart(*a, *b, kCacheShare)) {
        found.push_back(
            {"data ÷ server's cache",
             results::fixed_text(a, 2),
             results::fixed_text(b, 2),
             other.label}
        );
    }
    return found;
}

std::vector<Difference> differences_within(const Side& side) {
    std::vector<Difference> found;
    for (std::size_t i = 1; i < side.runs.size(); ++i) {
        const std::string who = fmt::format("run {} of {}", i + 1, side.label);
        const auto more = run_differences(side.runs.front(), side.runs[i], who);
        found.insert(found.end(), more.begin(), more.end());
    }
    return found;
}

std::vector<std::string> remarks(const Side& base, const Side& other) {
    std::vector<std::string> texts;
    if (base.runs.empty() || other.runs.empty()) {
        return texts;
    }
    const auto differ = [&](const char* what, const std::string& a, const std::string& b) {
        if (a != b) {
            texts.push_back(fmt::format(
                "{}: {} ({}), {} ({})",
                what,
                a.empty() ? "n/a" : a,
                base.label,
                b.empty() ? "n/a" : b,
                other.label
            ));
        }
    };
    const auto version = [](const TargetResult& target) { return target.version; };
    const auto isolation = [](const TargetResult& target) {
        const auto found = target.settings.find("session_isolation");
        return found == target.settings.end() ? std::string() : found->second;
    };
    const auto named = [](const RunResult& run, const char* key) {
        const auto found = run.environment.find(key);
        return found == run.environment.end() ? std::string() : found->second;
    };
    const RunResult& a = base.runs.front();
    const RunResult& b = other.runs.front();
    differ("server version", told(base, version), told(other, version));
    differ("isolation", told(base, isolation), told(other, isolation));
    differ("load generator", named(a, "host"), named(b, "host"));
    differ("version of oltpsim", a.tool_version, b.tool_version);
    if (apart(longest_sample(base), longest_sample(other), kLengthShare)) {
        differ(
            "length of the sample",
            fmt::format("{:.0f} s", longest_sample(base)),
            fmt::format("{:.0f} s", longest_sample(other))
        );
    }
    if (apart(longest_precondition(base), longest_precondition(other), 0.10)) {
        differ(
            "length of the precondition",
            fmt::format("{:.0f} s", longest_precondition(base)),
            fmt::format("{:.0f} s", longest_precondition(other))
        );
    }
    return texts;
}

std::vector<std::string> protocol_remarks(const Side& side, const std::string& chapter) {
    // What the reviews state of their set-up; see reference/README.md.
    const bool sysbench = chapter == "sysbench";
    const Facts expected = sysbench ? Facts{{"tables", "100"}, {"table_size", "10000000"}}
                                    : Facts{{"warehouses", "1500"}};
    const std::string clients = sysbench ? "32" : "15000";
    std::vector<std::string> texts;
    if (side.runs.empty()) {
        return texts;
    }
    const RunResult& run = side.runs.front();
    for (const auto& [name, value] : expected) {
        const auto found = run.workload_facts.find(name);
        if (found == run.workload_facts.end() || found->second != value) {
            texts.push_back(fmt::format(
                "{}: {} {}, the published runs had {}",
                side.label,
                name,
                found == run.workload_facts.end() ? "n/a" : found->second,
                value
            ));
        }
    }
    if (const std::string own = clients_text(side); own != clients) {
        texts.push_back(fmt::format(
            "{}: {} clients per VM, the published runs had {}", side.label, own, clients
        ));
    }
    return texts;
}

}  // namespace oltpsim::compare
