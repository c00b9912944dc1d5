// Wording of figures.
#include "results/figure_text.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace oltpsim::results {
namespace {

std::string joined(const std::map<std::string, std::string>& facts) {
    std::string text;
    for (const auto& [name, value] : facts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name, value);
    }
    return text;
}

/// "8", or of a campaign over several counts "8, 16, 32" or "1 to 128 (8 counts)".
std::string client_counts(const RunResult& run) {
    std::set<std::uint32_t> counts;
    for (const StepResult& step : run.steps) {
        for (const TargetResult& target : step.targets) {
            counts.insert(target.clients);
        }
    }
    constexpr std::size_t kMostNamed = 6;
    if (counts.size() < 2) {
        return group_digits(counts.empty() ? run.clients_per_target : *counts.begin());
    }
    if (counts.size() > kMostNamed) {
        return fmt::format(
            "{} to {} ({} counts)",
            group_digits(*counts.begin()),
            group_digits(*counts.rbegin()),
            counts.size()
        );
    }
    std::string text;
    for (const std::uint32_t count : counts) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", group_digits(count));
    }
    return text;
}

std::string load_text(const RunResult& run) {
    if (run.arrival != "closed") {
        return fmt::format(
            "open loop, {} arrivals, {} clients per VM", run.arrival, client_counts(run)
        );
    }
    const double think = run.think_time_mean_ms.value_or(0);
    return fmt::format(
        "closed loop, {} clients per VM, {}",
        client_counts(run),
        think > 0 ? fmt::format("mean delay between transactions {} ms", ms_text(think))
                  : "no think time"
    );
}

}  // namespace

std::string fixed_text(const std::optional<double>& value, int digits) {
    if (!value || !std::isfinite(*value)) {
        return kNotAvailable;
    }
    std::string text = fmt::format("{:.{}f}", std::abs(*value), digits);
    const std::size_t point = std::min(text.find('.'), text.size());
    for (std::size_t at = point; at > 3; at -= 3) {
        text.insert(at - 3, ",");
    }
    return (*value < 0 ? "-" : "") + text;
}

std::string tps_text(const std::optional<double>& value) {
    return fixed_text(value, std::abs(value.value_or(0)) < 1000 ? 2 : 1);
}

std::string ms_text(const std::optional<double>& value) {
    const double size = std::abs(value.value_or(0));
    if (size < 10) {
        return fixed_text(value, 3);
    }
    return fixed_text(value, size < 1000 ? 2 : 1);
}

std::string interval_text(
    const std::optional<metrics::Uncertainty>& known,
    std::string (*text)(const std::optional<double>&)
) {
    return known ? fmt::format("{} to {}", text(known->low), text(known->high)) : kNotAvailable;
}

std::string spread_text(const AggregateResult& all) {
    if (!all.tps_cv || !all.tps_fairness) {
        return kNotAvailable;
    }
    return fmt::format(
        "CV {} %, Jain fairness {}",
        fixed_text(*all.tps_cv * 100, 2),
        fixed_text(all.tps_fairness, 4)
    );
}

std::string residual_text(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) {
        return kNotAvailable;
    }
    const std::string text = fmt::format("{:+.2f} %", *value * 100);
    return text == "-0.00 %" ? "+0.00 %" : text;
}

std::string steady_text(const std::optional<bool>& steady, const std::optional<double>& after_s) {
    if (!steady) {
        return "no steadiness verdict";
    }
    return *steady ? fmt::format("steady after {} s", fixed_text(after_s, 0)) : "not steady";
}

std::vector<std::string> warnings_of(const StepResult& step) {
    // The beginnings that validity.cpp and setting_notes.cpp write; results of earlier versions have them too.
    constexpr std::array<std::string_view, 6> kBeginnings{
        "DURABILITY",
        "CACHED",
        "load-limited",
        "not steady",
        "client is the bottleneck",
        "client descheduled"
    };
    std::vector<std::string> warnings;
    for (const auto& note : step.notes) {
        const bool is_warning =
            std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](std::string_view beginning) {
                return std::string_view(note).starts_with(beginning);
            });
        if (is_warning) {
            warnings.push_back(note);
        }
    }
    return warnings;
}

std::vector<std::pair<std::string, std::string>> run_facts(const RunResult& run) {
    std::vector<std::pair<std::string, std::string>> facts;
    std::string workload = run.workload;
    if (!run.profile.empty() && run.profile != run.workload) {
        workload += fmt::format(" (profile {})", run.profile);
    }
    facts.emplace_back("Workload", workload);
    if (const auto found = run.workload_facts.find("distribution");
        found != run.workload_facts.end()) {
        facts.emplace_back("Distribution", found->second);
    }
    std::map<std::string, std::string> others = run.workload_facts;
    others.erase("distribution");
    if (!others.empty()) {
        facts.emplace_back("Settings", joined(others));
    }
    facts.emplace_back("Load", load_text(run));
    if (!run.storage.empty()) {
        facts.emplace_back("Storage", joined(run.storage));
    }
    if (!run.environment.empty()) {
        facts.emplace_back("Load generator", joined(run.environment));
    }
    facts.emplace_back(
        "Tool",
        fmt::format(
            "oltpsim {} ({}), methodology {}, plan {}",
            run.tool_version,
            run.tool_commit,
            run.methodology_version,
            run.plan_hash.empty() ? kNotAvailable : run.plan_hash
        )
    );
    return facts;
}

std::string step_summary(const StepResult& step) {
    std::string text;
    if (step.precondition_planned_s > 0 || step.precondition_seconds > 0) {
        text = fmt::format(
            "precondition {} s ({}), ",
            fixed_text(step.precondition_seconds, 0),
            steady_text(step.steady, step.steady_after_s)
        );
    }
    text += fmt::format("sample {} s", fixed_text(step.sample_seconds, 0));
    if (!step.started_at.empty()) {
        text += ", started " + step.started_at;
    }
    return text;
}

std::string product_text(const TargetResult& target) {
    if (target.product.empty()) {
        return target.driver.empty() ? kNotAvailable : target.driver;
    }
    const std::string version = target.version.substr(0, target.version.find_first_of(" ("));
    return version.empty() ? target.product : target.product + " " + version;
}

std::string aggregate_name(const StepResult& step) {
    if (step.aggregate.vm_count == step.vm_count) {
        return step.vm_count == 1 ? "1 VM" : fmt::format("all {} VMs", step.vm_count);
    }
    return fmt::format("{} of {} VMs", step.aggregate.vm_count, step.vm_count);
}

}  // namespace oltpsim::results
