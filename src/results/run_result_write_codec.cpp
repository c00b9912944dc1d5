// RunResult → JSON text.
#include "results/campaign_codec.hpp"
#include "results/run_result_codec.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace oltpsim::results {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
    return std::isfinite(value) ? Json(std::round(value * 1e6) / 1e6) : Json(nullptr);
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

template <typename T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Flat: the keys stand in the object itself, each with this prefix.
void add_latency(Json& into, const std::string& prefix, const LatencyFigures& figures) {
    into[prefix + "avg_ms"] = number(figures.avg_ms);
    into[prefix + "min_ms"] = number(figures.min_ms);
    into[prefix + "p50_ms"] = number(figures.p50_ms);
    into[prefix + "p95_ms"] = number(figures.p95_ms);
    into[prefix + "p99_ms"] = number(figures.p99_ms);
    into[prefix + "p999_ms"] = number(figures.p999_ms);
    into[prefix + "max_ms"] = number(figures.max_ms);
    into[prefix + "count"] = figures.count;
    into[prefix + "saturated"] = figures.saturated;
}

Json latency(const LatencyFigures& figures) {
    Json out = Json::object();
    add_latency(out, "", figures);
    return out;
}

Json interval(const std::optional<metrics::Uncertainty>& known) {
    if (!known) {
        return nullptr;
    }
    return {
        {"low", number(known->low)},
        {"high", number(known->high)},
        {"standard_error", number(known->standard_error)},
        {"batches", known->batches},
        {"lag1", number(known->lag1)},
    };
}

Json uncertainty(const FigureUncertainty& known) {
    Json out = Json::object();
    out["tps"] = interval(known.tps);
    out["latency_avg_ms"] = interval(known.avg_ms);
    out["latency_p50_ms"] = interval(known.p50_ms);
    out["latency_p95_ms"] = interval(known.p95_ms);
    out["latency_p99_ms"] = interval(known.p99_ms);
    out["latency_p999_ms"] = interval(known.p999_ms);
    return out;
}

void add_outcomes(Json& into, const metrics::OutcomeCounts& ends) {
    into["scheduled"] = ends.scheduled();
    into["transactions"] = ends.committed;
    into["rolled_back_by_design"] = ends.rolled_back_by_design;
    into["errors"] = ends.failed;
    into["skipped"] = ends.skipped;
    into["cut_off"] = ends.cut_off;
    into["retries"] = ends.retries;
}

Json transaction(const TransactionFigures& row) {
    Json out = Json::object();
    out["name"] = row.name;
    out["tps"] = number(row.tps);
    add_latency(out, "latency_", row.response);
    add_outcomes(out, row.outcomes);
    if (row.p90_limit_ms) {
        out["latency_p90_ms"] = number(row.p90_ms);
        out["p90_limit_ms"] = number(row.p90_limit_ms);
        out["within_limit"] = or_null(row.within_limit());
    }
    if (row.background) {
        out["background"] = true;
    }
    return out;
}

void add_rates(Json& into, const std::map<std::string, double>& named) {
    for (const auto& [name, value] : named) {
        into["rates"][name] = number(value);
    }
}

Json target(const TargetResult& row) {
    Json out = Json::object();
    out["name"] = row.name;
    out["group"] = row.group;
    out["url"] = row.url;
    out["driver"] = row.driver;
    out["io_model"] = row.io_model;
    out["dialect"] = row.dialect;
    out["product"] = row.product;
    out["version"] = row.version;
    out["settings"] = row.settings;
    out["state"] = row.state;
    out["failure"] = row.failure;
    out["clients"] = row.clients;
    out["connections"] = row.connections;
    out["tps"] = number(row.tps);
    add_rates(out, row.rates);
    add_latency(out, "latency_", row.response);
    add_outcomes(out, row.outcomes);
    out["errors_by_class"] = row.errors;
    out["reconnects"] = row.reconnects;
    out["ambiguous_commits"] = row.ambiguous_commits;
    out["outage_seconds"] = number(row.outage_seconds);
    out["uncertainty"] = uncertainty(row.uncertainty);
    out["service"] = latency(row.service);
    out["lag"] = latency(row.lag);
    out["pool_wait"] = latency(row.pool_wait);
    out["client_delay"] = latency(row.client_delay);
    out["response_histogram"] =
        row.response_histogram.empty() ? Json(nullptr) : Json(row.response_histogram);
    out["think_avg_ms"] = number(row.think_avg_ms);
    out["law_residual"] = number(row.law_residual);
    out["steady"] = or_null(row.steady);
    out["steady_after_s"] = number(row.steady_after_s);
    out["warm_up_s"] = number(row.warm_up_s);
    out["data_bytes"] = or_null(row.data_bytes);
    out["buffer_bytes"] = or_null(row.buffer_bytes);
    out["server_commits"] = or_null(row.server_commits);
    out["committed_all_phases"] = row.committed_all_phases;
    out["by_transaction"] = Json::array();
    for (const auto& type : row.by_transaction) {
        out["by_transaction"].push_back(transaction(type));
    }
    out["phases"] = Json::object();
    for (const auto& [name, ends] : row.phases) {
        add_outcomes(out["phases"][name], ends);
    }
    write_campaign(out, row);
    return out;
}

Json aggregate(const AggregateResult& all) {
    Json out = Json::object();
    out["vm_count"] = all.vm_count;
    out["tps"] = number(all.tps);
    out["tps_min_vm"] = number(all.tps_min_vm);
    out["tps_max_vm"] = number(all.tps_max_vm);
    add_rates(out, all.rates);
    add_latency(out, "latency_", all.response);
    out["latency_avg_vm_mean_ms"] = number(all.latency_avg_vm_mean_ms);
    out["latency_p99_vm_mean_ms"] = number(all.latency_p99_vm_mean_ms);
    out["uncertainty"] = uncertainty(all.uncertainty);
    out["uncertainty"]["latency_avg_vm_mean_ms"] = interval(all.avg_vm_mean_uncertainty);
    out["uncertainty"]["latency_p99_vm_mean_ms"] = interval(all.p99_vm_mean_uncertainty);
    out["tps_cv"] = number(all.tps_cv);
    out["tps_fairness"] = number(all.tps_fairness);
    out["tps_ceiling"] = number(all.tps_ceiling);
    out["load_limited"] = or_null(all.load_limited);
    out["law_residual"] = number(all.law_residual);
    add_outcomes(out, all.outcomes);
    return out;
}

Json shard(const ShardResult& row) {
    Json out = Json::object();
    out["shard"] = row.shard;
    out["utilisation"] = number(row.utilisation);
    out["run_delay_share"] = number(row.run_delay_share);
    out["events_per_wakeup"] = number(row.events_per_wakeup);
    out["hold_p50_us"] = number(row.hold_p50_us);
    out["hold_p99_us"] = number(row.hold_p99_us);
    out["involuntary_switches"] = row.involuntary_switches;
    return out;
}

Json step(const StepResult& one) {
    Json out = Json::object();
    out["name"] = one.name;
    out["vm_count"] = one.vm_count;
    out["state"] = one.state;
    out["started_at"] = one.started_at;
    out["valid"] = one.valid;
    out["invalid_reasons"] = one.invalid_reasons;
    out["notes"] = one.notes;
    out["precondition"] = {
        {"seconds", number(one.precondition_seconds)},
        {"planned_s", number(one.precondition_planned_s)},
        {"steady", or_null(one.steady)},
        {"steady_after_s", number(one.steady_after_s)},
    };
    out["sample"] = {
        {"seconds", number(one.sample_seconds)}, {"planned_s", number(one.sample_planned_s)}
    };
    write_campaign(out, one);
    out["aggregate"] = aggregate(one.aggregate);
    out["targets"] = Json::array();
    for (const auto& row : one.targets) {
        out["targets"].push_back(target(row));
    }
    out["shards"] = Json::array();
    for (const auto& row : one.shards) {
        out["shards"].push_back(shard(row));
    }
    return out;
}

}  // namespace

std::string encode_run_result(const RunResult& run) {
    Json out = Json::object();
    out["schema_version"] = run.schema_version;
    out["methodology_version"] = run.methodology_version;
    out["name"] = run.name;
    out["valid"] = run.valid;
    out["invalid_reasons"] = run.invalid_reasons;
    out["tool_version"] = run.tool_version;
    out["tool_commit"] = run.tool_commit;
    out["started_at"] = run.started_at;
    out["finished_at"] = run.finished_at;
    out["storage"] = run.storage;
    write_campaign(out, run);
    out["environment"] = run.environment;
    out["workload"] = run.workload;
    out["profile"] = run.profile;
    out["workload_facts"] = run.workload_facts;
    out["arrival"] = run.arrival;
    out["clients_per_target"] = run.clients_per_target;
    out["think_time_mean_ms"] = number(run.think_time_mean_ms);
    out["steps"] = Json::array();
    for (const auto& one : run.steps) {
        out["steps"].push_back(step(one));
    }
    out["plan_hash"] = run.plan_hash;
    // As a document when it is one, so that people and programs can read it in place.
    Json plan = Json::parse(run.plan_json, nullptr, false);
    out["plan"] = plan.is_discarded() ? Json(run.plan_json) : std::move(plan);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace oltpsim::results
