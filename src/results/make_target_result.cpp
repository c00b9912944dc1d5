// One target of a step. Averages are sum ÷ count, percentiles come from merged histograms only.
#include "metrics/hdr_encoding.hpp"
#include "metrics/mser.hpp"
#include "metrics/steady_state.hpp"
#include "results/data_growth.hpp"
#include "results/describe_step.hpp"
#include "results/durability.hpp"
#include "results/step_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::LatencyHistogram;
using metrics::Phase;

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
    const auto dataset = plan.workload->dataset(plan.options, plan::binding_of(plan, planned));
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

}  // namespace

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
    row.by_transaction = transactions_of(sample, types, has_latency);
    if (has_latency) {
        const LatencyHistogram merged = sample.merged_response();
        row.response = LatencyFigures::of(merged);
        row.response_histogram = merged.empty() ? "" : metrics::encode_hdr(merged);
        row.service = LatencyFigures::of(sample.service);
        row.lag = LatencyFigures::of(sample.lag);
        row.pool_wait = LatencyFigures::of(sample.pool_wait);
        row.client_delay = LatencyFigures::of(sample.client_delay);
    }
    if (ok) {
        // In an open loop a backlog may end long after the sample: rates count what came within its seconds.
        const bool closed = plan.arrival == plan::Arrival::closed;
        const IntervalSample& counted = closed ? sample : target.ended_in_sample;
        row.tps = rate(counted.committed(), seconds);
        row.rates = rates_of(counted, types, seconds);
        for (std::size_t i = 0; i < row.by_transaction.size() && i < counted.by_type.size(); ++i) {
            row.by_transaction[i].tps = rate(counted.by_type[i].outcomes.committed, seconds);
        }
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

}  // namespace oltpsim::results
