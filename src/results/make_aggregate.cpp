// All targets of a step together: TPS adds up, histograms merge, means of VMs are unweighted and say so.
#include "results/step_parts.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::LatencyHistogram;
using metrics::Phase;

/// Unweighted mean over the targets that have the figure; absent when none has.
template <typename Pick>
std::optional<double> vm_mean(const std::vector<TargetResult>& targets, Pick pick) {
    double sum = 0;
    std::size_t count = 0;
    for (const auto& target : targets) {
        const std::optional<double> value = target.state == "ok" ? pick(target) : std::nullopt;
        sum += value.value_or(0);
        count += value ? 1 : 0;
    }
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

/// How evenly the VMs share the array. Source: Jain, Chiu, Hawe 1984.
void add_spread(const std::vector<TargetResult>& targets, AggregateResult& all) {
    double sum = 0;
    double squares = 0;
    double count = 0;
    for (const auto& target : targets) {
        if (target.state == "ok" && target.tps) {
            sum += *target.tps;
            squares += *target.tps * *target.tps;
            count += 1;
        }
    }
    if (count < 2 || sum <= 0) {
        return;
    }
    const double mean = sum / count;
    const double variance = std::max(0.0, (squares - count * mean * mean) / (count - 1));
    all.tps_cv = std::sqrt(variance) / mean;
    all.tps_fairness = sum * sum / (count * squares);
}

/// Load-limited: the clients think so long that TPS cannot tell one array from another.
void add_load_limit(const metrics::ClosedLoop& loop, AggregateResult& all) {
    constexpr double kLoadLimitedShare = 0.99;
    const double think_s = to_seconds(loop.think_total);
    if (loop.cycles == 0 || think_s <= 0 || loop.seconds <= 0) {
        return;
    }
    const auto cycles = static_cast<double>(loop.cycles);
    all.tps_ceiling = static_cast<double>(loop.clients) / (think_s / cycles);
    all.load_limited = cycles / loop.seconds > kLoadLimitedShare * *all.tps_ceiling;
}

}  // namespace

AggregateResult make_aggregate(
    const plan::RunPlan& plan,
    const metrics::StepOutcome& outcome,
    const std::vector<TargetResult>& targets
) {
    AggregateResult all;
    LatencyHistogram response;
    metrics::ClosedLoop loop;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TargetResult& row = targets[i];
        if (row.state != "ok") {
            continue;
        }
        const IntervalSample& sample = total_of(outcome.targets[i], Phase::sample);
        ++all.vm_count;
        all.outcomes += row.outcomes;
        for (const auto& [name, value] : row.rates) {
            all.rates[name] += value;
        }
        response.merge(sample.merged_response());
        loop += closed_loop_of(
            plan.targets.at(outcome.targets[i].target), sample, outcome.sample_seconds
        );
        if (row.tps) {
            all.tps = all.tps.value_or(0) + *row.tps;
            all.tps_min_vm = std::min(all.tps_min_vm.value_or(*row.tps), *row.tps);
            all.tps_max_vm = std::max(all.tps_max_vm.value_or(*row.tps), *row.tps);
        }
    }
    all.response = LatencyFigures::of(response);
    all.latency_avg_vm_mean_ms = vm_mean(targets, [](const auto& t) { return t.response.avg_ms; });
    all.latency_p99_vm_mean_ms = vm_mean(targets, [](const auto& t) { return t.response.p99_ms; });
    if (plan.arrival == plan::Arrival::closed) {
        all.law_residual = metrics::law_residual(loop);
        add_load_limit(loop, all);
    }
    add_spread(targets, all);
    return all;
}

}  // namespace oltpsim::results
