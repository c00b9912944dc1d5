// Steps of the same VM set become one entry: figures of one run with their batches, or the mean over runs.
#include "compare/side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::compare {
namespace {

using results::StepResult;
using Known = std::optional<metrics::Uncertainty>;

std::uint32_t clients_of(const StepResult& step) {
    std::uint32_t most = 0;
    for (const auto& target : step.targets) {
        most = std::max(most, target.clients);
    }
    return most;
}

/// Figure of one step, by its batches.
Figure within_run(const std::optional<double>& value, const Known& known) {
    Figure figure;
    figure.value = value;
    if (value && known) {
        figure.low = known->low;
        figure.high = known->high;
        if (known->batches > 1) {
            figure.measured = {
                *value, known->standard_error, static_cast<double>(known->batches) - 1
            };
        }
    }
    return figure;
}

void add_averages_of_vms(const StepResult& step, Entry& entry) {
    std::optional<double> lowest, highest;
    for (const auto& target : step.targets) {
        if (const auto avg = target.response.avg_ms; avg && target.state == "ok") {
            lowest = std::min(lowest.value_or(*avg), *avg);
            highest = std::max(highest.value_or(*avg), *avg);
        }
    }
    entry.of(Metric::avg_min_vm).value = lowest;
    entry.of(Metric::avg_max_vm).value = highest;
}

Entry entry_of(const StepResult& step) {
    const auto& all = step.aggregate;
    Entry entry;
    entry.of(Metric::tps) = within_run(all.tps, all.uncertainty.tps);
    entry.of(Metric::avg) = within_run(all.response.avg_ms, all.uncertainty.avg_ms);
    entry.of(Metric::p99) = within_run(all.response.p99_ms, all.uncertainty.p99_ms);
    entry.of(Metric::avg_vm_mean) =
        within_run(all.latency_avg_vm_mean_ms, all.avg_vm_mean_uncertainty);
    entry.of(Metric::p99_vm_mean) =
        within_run(all.latency_p99_vm_mean_ms, all.p99_vm_mean_uncertainty);
    entry.of(Metric::tps_min_vm).value = all.tps_min_vm;
    entry.of(Metric::tps_max_vm).value = all.tps_max_vm;
    add_averages_of_vms(step, entry);
    return entry;
}

/// Several runs: mean, and the spread between runs. What a single VM did best is not averaged: extremes stay extremes.
Figure over_steps(const std::vector<StepResult>& steps, Metric metric) {
    std::vector<double> values;
    for (const auto& step : steps) {
        if (const auto value = entry_of(step).of(metric).value) {
            values.push_back(*value);
        }
    }
    Figure figure;
    if (values.empty()) {
        return figure;
    }
    if (static_cast<std::size_t>(metric) >= kTestedCount) {
        const bool lowest = metric == Metric::tps_min_vm || metric == Metric::avg_min_vm;
        figure.value = lowest ? *std::min_element(values.begin(), values.end())
                              : *std::max_element(values.begin(), values.end());
        return figure;
    }
    if (const auto measured = metrics::over_runs(values)) {
        const double half = metrics::student_t(0.95, measured->freedom) * measured->standard_error;
        figure.value = measured->value;
        figure.low = std::max(0.0, measured->value - half);
        figure.high = measured->value + half;
        figure.measured = measured;
    } else {
        figure.value = values.front();
    }
    return figure;
}

void finish(Entry& entry) {
    entry.runs = static_cast<std::uint32_t>(entry.steps.size());
    std::array<Figure, kMetricCount> figures = entry_of(entry.steps.front()).figures;
    if (entry.steps.size() > 1) {
        for (std::size_t m = 0; m < kMetricCount; ++m) {
            figures[m] = over_steps(entry.steps, static_cast<Metric>(m));
        }
    }
    entry.figures = std::move(figures);
    for (const auto& step : entry.steps) {
        if (step.aggregate.load_limited) {
            entry.load_limited = entry.load_limited.value_or(false) || *step.aggregate.load_limited;
        }
        if (!entry.tps_ceiling) {
            entry.tps_ceiling = step.aggregate.tps_ceiling;
        }
        entry.invalid_reasons.insert(
            entry.invalid_reasons.end(), step.invalid_reasons.begin(), step.invalid_reasons.end()
        );
    }
}

std::string configuration_of(const results::RunResult& run) {
    std::string text;
    for (const auto& [name, value] : run.storage) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    }
    return text;
}

}  // namespace

const char* name_of(Metric metric) noexcept {
    switch (metric) {
        case Metric::tps: return "TPS";
        case Metric::avg: return "average latency";
        case Metric::p99: return "p99 latency";
        case Metric::avg_vm_mean: return "average latency, unweighted mean of VMs";
        case Metric::p99_vm_mean: return "p99 latency, unweighted mean of VMs";
        case Metric::tps_min_vm: return "TPS, lowest VM";
        case Metric::tps_max_vm: return "TPS, highest VM";
        case Metric::avg_min_vm: return "average latency, lowest VM";
        case Metric::avg_max_vm: return "average latency, highest VM";
    }
    return "";
}

const char* unit_of(Metric metric) noexcept {
    const bool rate =
        metric == Metric::tps || metric == Metric::tps_min_vm || metric == Metric::tps_max_vm;
    return rate ? "TPS" : "ms";
}

std::string VmSet::name() const {
    const std::string vms = vm_count == 1 ? "1 VM" : fmt::format("{} VMs", vm_count);
    return clients > 0 ? fmt::format("{} × {} clients", vms, clients) : vms;
}

bool crosses_clients(const std::vector<results::RunResult>& runs) {
    for (const auto& run : runs) {
        std::map<std::uint32_t, std::set<std::uint32_t>> counts;
        for (const auto& step : run.steps) {
            if (counts[step.vm_count].insert(clients_of(step)); counts[step.vm_count].size() > 1) {
                return true;
            }
        }
    }
    return false;
}

Side make_side(
    std::string label, std::string source, std::vector<results::RunResult> runs, bool by_clients
) {
    Side side;
    side.label = std::move(label);
    side.source = std::move(source);
    side.configuration = runs.empty() ? "" : configuration_of(runs.front());
    for (auto& run : runs) {
        for (auto& step : run.steps) {
            const VmSet set{step.vm_count, by_clients ? clients_of(step) : 0};
            side.entries[set].steps.push_back(std::move(step));
        }
        run.steps.clear();
    }
    for (auto& [set, entry] : side.entries) {
        finish(entry);
    }
    side.runs = std::move(runs);
    return side;
}

}  // namespace oltpsim::compare
