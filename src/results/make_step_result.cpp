// Arithmetic of a step. Averages are sum ÷ count, percentiles come from merged histograms only.
#include "results/make_step_result.hpp"

#include "metrics/closed_loop_law.hpp"
#include "metrics/mser.hpp"
#include "metrics/steady_state.hpp"
#include "results/data_growth.hpp"
#include "results/describe_step.hpp"
#include "results/durability.hpp"
#include "results/setting_notes.hpp"
#include "results/uncertainty.hpp"
#include "results/validity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::LatencyHistogram;
using metrics::Phase;

const IntervalSample& total_of(const metrics::TargetOutcome& target, Phase phase) {
    return target.totals[static_cast<std::size_t>(phase)];
}

/// Commits per second. Absent when nothing was committed: a rate of 0 would look like a measured one.
std::optional<double> rate(std::uint64_t committed, double seconds) {
    if (committed == 0 || seconds <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(committed) / seconds;
}

std::map<std::string, std::uint64_t> named_errors(
    const IntervalSample& sample, std::span<const std::string> names
) {
    std::map<std::string, std::uint64_t> errors;
    for (std::size_t i = 0; i < sample.errors.size(); ++i) {
        if (sample.errors[i] > 0) {
            errors[i < names.size() ? names[i] : fmt::format("class_{}", i)] += sample.errors[i];
        }
    }
    return errors;
}

std::vector<TransactionFigures> transactions_of(
    const IntervalSample& sample,
    const std::vector<workload::TransactionType>& types,
    double seconds,
    bool with_rates,
    bool with_latency
) {
    std::vector<TransactionFigures> rows(std::max(types.size(), sample.by_type.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].name = i < types.size() ? types[i].name : fmt::format("type_{}", i);
        if (i < types.size()) {
            rows[i].background = types[i].is_background;
            if (types[i].p90_limit > Nanos{}) {
                rows[i].p90_limit_ms = to_millis(types[i].p90_limit);
            }
        }
        if (i >= sample.by_type.size()) {
            continue;
        }
        if (with_latency && rows[i].p90_limit_ms && !sample.by_type[i].response.empty()) {
            rows[i].p90_ms = to_millis(sample.by_type[i].response.quantile(0.90));
        }
        rows[i].outcomes = sample.by_type[i].outcomes;
        if (with_rates) {
            rows[i].tps = rate(rows[i].outcomes.committed, seconds);
        }
        if (with_latency) {
            rows[i].response = LatencyFigures::of(sample.by_type[i].response);
        }
    }
    return rows;
}

/// Completed transactions per minute, those rolled back by design included, as TPC-C 5.4.2 counts New-Orders.
std::map<std::string, double> rates_of(
    const IntervalSample& sample,
    const std::vector<workload::TransactionType>& types,
    double seconds
) {
    std::map<std::string, double> rates;
    for (std::size_t i = 0; i < std::min(types.size(), sample.by_type.size()); ++i) {
        const auto& ends = sample.by_type[i].outcomes;
        const std::uint64_t done = ends.committed + ends.rolled_back_by_design;
        if (!types[i].per_minute.empty() && seconds > 0 && done > 0) {
            rates[types[i].per_minute] = static_cast<double>(done) * 60 / seconds;
        }
    }
    return rates;
}

void describe_target(const plan::TargetPlan& planned, TargetResult& row) {
    row.name = planned.name;
    row.group = planned.group;
    row.url = planned.url.to_string();
    row.dialect = planned.dialect;
    row.clients = planned.clients;
    row.connections = planned.connections;
    if (planned.driver != nullptr) {
        row.driver = planned.driver->info().name;
        row.io_model = planned.driver->info().io_model == db::IoModel::async ? "async" : "blocking";
    }
}

/// Rows by the workload's own estimate of their size on disk. nullopt when it has none.
std::optional<std::uint64_t> data_bytes_of(
    const plan::RunPlan& plan, const plan::TargetPlan& planned
) {
    if (plan.workload == nullptr) {
        return std::nullopt;
    }
    workload::Binding binding;
    binding.dialect = planned.dialect;
    binding.seed = planned.seed;
    binding.target = planned.data_index;
    binding.clients = planned.clients;
    binding.schema_dir = plan.schema_dir;
    const auto dataset = plan.workload->dataset(plan.options, binding);
    if (!dataset) {
        return std::nullopt;
    }
    double bytes = 0;
    for (const auto& table : (*dataset)->tables()) {
        if (table.rows > 0 && table.bytes_per_row <= 0) {
            return std::nullopt;
        }
        bytes += table.bytes_per_row * static_cast<double>(table.rows);
    }
    return static_cast<std::uint64_t>(bytes);
}

/// Seconds of the precondition that MSER-5 would drop.
std::optional<double> warm_up_of(const metrics::BoundedSeries& tps) {
    const auto dropped = metrics::mser5(tps.points());
    return dropped ? std::optional(static_cast<double>(*dropped) * tps.step_s()) : std::nullopt;
}

metrics::ClosedLoop closed_loop_of(
    const plan::TargetPlan& planned, const IntervalSample& sample, double seconds
) {
    return {sample.cycles, sample.busy_total, sample.think_total, planned.clients, seconds};
}

TargetResult make_target_result(
    const plan::RunPlan& plan,
    const metrics::TargetOutcome& target,
    double seconds,
    const std::vector<workload::TransactionType>& types,
    std::span<const std::string> error_names
) {
    const plan::TargetPlan& planned = plan.targets.at(target.target);
    const IntervalSample& sample = total_of(target, Phase::sample);
    TargetResult row;
    describe_target(planned, row);
    row.product = target.product;
    row.version = target.version;
    row.settings = target.settings;
    if (!target.session_isolation.empty()) {
        row.settings["session_isolation"] = target.session_isolation;
    }
    row.settings["tls"] = target.tls ? "on" : "off";
    row.state = target.state;
    row.failure = target.failure;
    row.outcomes = sample.outcomes();
    row.errors = named_errors(sample, error_names);
    row.reconnects = sample.reconnects;
    row.ambiguous_commits = sample.ambiguous_commits;
    row.outage_seconds = target.outage_seconds;
    row.server_commits = target.server_commits;
    row.committed_all_phases = target.committed_all_phases;
    for (std::size_t p = 0; p < metrics::kPhaseCount; ++p) {
        const auto phase = static_cast<Phase>(p);
        row.phases[std::string(to_string(phase))] = total_of(target, phase).outcomes();
    }
    const bool ok = row.state == "ok";
    const bool has_latency = row.state != "failed";
    row.by_transaction = transactions_of(sample, types, seconds, ok, has_latency);
    if (has_latency) {
        row.response = LatencyFigures::of(sample.merged_response());
        row.service = LatencyFigures::of(sample.service);
        row.lag = LatencyFigures::of(sample.lag);
        row.pool_wait = LatencyFigures::of(sample.pool_wait);
        row.client_delay = LatencyFigures::of(sample.client_delay);
    }
    if (ok) {
        row.tps = rate(row.outcomes.committed, seconds);
        row.rates = rates_of(sample, types, seconds);
    }
    if (ok && plan.arrival == plan::Arrival::closed && sample.cycles > 0) {
        row.think_avg_ms = to_millis(sample.think_total) / static_cast<double>(sample.cycles);
        row.law_residual = metrics::law_residual(closed_loop_of(planned, sample, seconds));
    }
    if (const auto verdict = metrics::judge_steady(target.precondition_rounds)) {
        row.steady = verdict->steady;
        row.steady_after_s = verdict->after_s;
        row.unsteady_reason = verdict->why_not;
    }
    row.precondition_rounds = rounds_of(target.precondition_rounds);
    row.data_growth = data_growth_of(plan, target, types);
    row.warm_up_s = warm_up_of(target.precondition_tps);
    row.data_bytes = data_bytes_of(plan, planned);
    row.buffer_bytes = buffer_bytes(target.settings);
    return row;
}

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

std::vector<ShardResult> make_shards(const std::vector<metrics::ShardSample>& shards) {
    std::vector<ShardResult> rows;
    for (const auto& shard : shards) {
        ShardResult row;
        row.shard = shard.shard;
        row.involuntary_switches = shard.involuntary_switches;
        if (shard.utilisation >= 0) {
            row.utilisation = shard.utilisation;
        }
        if (shard.run_delay_share >= 0) {
            row.run_delay_share = shard.run_delay_share;
        }
        if (shard.wakeups > 0) {
            row.events_per_wakeup =
                static_cast<double>(shard.events) / static_cast<double>(shard.wakeups);
        }
        if (!shard.hold.empty()) {
            row.hold_p50_us = to_millis(shard.hold.quantile(0.50)) * 1000;
            row.hold_p99_us = to_millis(shard.hold.quantile(0.99)) * 1000;
        }
        rows.push_back(row);
    }
    return rows;
}

/// All targets steady, or not, or no verdict; and when the last of them got there.
void sum_up_steadiness(StepResult& step) {
    bool all_known = !step.targets.empty();
    bool all_steady = true;
    std::optional<double> last;
    for (const auto& target : step.targets) {
        if (target.state == "failed") {
            continue;
        }
        all_known = all_known && target.steady.has_value();
        all_steady = all_steady && target.steady.value_or(true);
        if (target.steady_after_s) {
            last = std::max(last.value_or(0), *target.steady_after_s);
        }
    }
    if (!all_steady) {
        step.steady = false;
    } else if (all_known && last) {
        step.steady = true;
        step.steady_after_s = last;
    }
}

}  // namespace

LatencyFigures LatencyFigures::of(const metrics::LatencyHistogram& histogram) {
    LatencyFigures figures;
    figures.count = histogram.count();
    figures.saturated = histogram.saturated();
    if (histogram.empty()) {
        return figures;
    }
    figures.avg_ms = histogram.mean() * 1e-6;
    figures.min_ms = to_millis(histogram.minimum());
    figures.p50_ms = to_millis(histogram.quantile(0.50));
    figures.p95_ms = to_millis(histogram.quantile(0.95));
    figures.p99_ms = to_millis(histogram.quantile(0.99));
    figures.p999_ms = to_millis(histogram.quantile(0.999));
    figures.max_ms = to_millis(histogram.maximum());
    return figures;
}

StepResult make_step_result(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    const metrics::StepOutcome& outcome,
    std::span<const std::string> error_class_names
) {
    const std::vector<workload::TransactionType> types = transaction_types(plan);
    StepResult result;
    result.name = step.name;
    result.vm_count = static_cast<std::uint32_t>(step.targets.size());
    result.state = outcome.state;
    result.started_at = outcome.started_at;
    result.precondition_seconds = outcome.precondition_seconds;
    result.sample_seconds = outcome.sample_seconds;
    result.precondition_planned_s = to_seconds(plan.phases.precondition);
    describe_step(plan, step, outcome, result);
    result.sample_planned_s = to_seconds(plan.phases.sample);
    for (const auto& target : outcome.targets) {
        result.targets.push_back(
            make_target_result(plan, target, outcome.sample_seconds, types, error_class_names)
        );
    }
    sum_up_steadiness(result);
    result.aggregate = make_aggregate(plan, outcome, result.targets);
    add_uncertainty(outcome, result);
    result.shards = make_shards(outcome.shards);
    result.notes = outcome.notes;
    judge_step(plan, outcome, result);
    note_settings(result);
    note_growth(result);
    return result;
}

}  // namespace oltpsim::results
