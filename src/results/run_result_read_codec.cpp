// JSON text → RunResult. Unknown keys are skipped: a minor version may have added them.
#include "results/campaign_codec.hpp"
#include "results/json_reader.hpp"
#include "results/run_result_codec.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace oltpsim::results {
namespace {

LatencyFigures latency(const JsonReader& in, const std::string& prefix) {
    const auto figure = [&](const char* name) { return in.at((prefix + name).c_str()); };
    LatencyFigures figures;
    figures.avg_ms = figure("avg_ms").maybe_number();
    figures.min_ms = figure("min_ms").maybe_number();
    figures.p50_ms = figure("p50_ms").maybe_number();
    figures.p95_ms = figure("p95_ms").maybe_number();
    figures.p99_ms = figure("p99_ms").maybe_number();
    figures.p999_ms = figure("p999_ms").maybe_number();
    figures.max_ms = figure("max_ms").maybe_number();
    figures.count = figure("count").count();
    figures.saturated = figure("saturated").count();
    return figures;
}

/// Results of earlier versions lack these keys.
std::optional<JsonReader> newer(const JsonReader& in, const char* key) {
    return in.has(key) ? std::optional(in.at(key)) : std::nullopt;
}

std::optional<double> newer_number(const JsonReader& in, const char* key) {
    const auto found = newer(in, key);
    return found ? found->maybe_number() : std::nullopt;
}

std::optional<metrics::Uncertainty> interval(const JsonReader& in, const char* key) {
    const auto found = newer(in, key);
    if (!found || found->raw().is_null()) {
        return std::nullopt;
    }
    metrics::Uncertainty known;
    known.low = found->at("low").number();
    known.high = found->at("high").number();
    known.standard_error = found->at("standard_error").number();
    known.batches = found->at("batches").count32();
    known.lag1 = found->at("lag1").maybe_number();
    return known;
}

FigureUncertainty uncertainty(const JsonReader& in) {
    return {
        interval(in, "tps"),
        interval(in, "latency_avg_ms"),
        interval(in, "latency_p50_ms"),
        interval(in, "latency_p95_ms"),
        interval(in, "latency_p99_ms"),
        interval(in, "latency_p999_ms")
    };
}

metrics::OutcomeCounts outcomes(const JsonReader& in) {
    metrics::OutcomeCounts ends;
    ends.committed = in.at("transactions").count();
    ends.rolled_back_by_design = in.at("rolled_back_by_design").count();
    ends.failed = in.at("errors").count();
    ends.skipped = in.at("skipped").count();
    ends.cut_off = in.at("cut_off").count();
    ends.retries = in.at("retries").count();
    return ends;
}

TransactionFigures transaction(const JsonReader& in) {
    TransactionFigures row;
    row.name = in.at("name").text();
    row.tps = in.at("tps").maybe_number();
    row.response = latency(in, "latency_");
    row.outcomes = outcomes(in);
    if (in.has("p90_limit_ms")) {
        row.p90_ms = in.at("latency_p90_ms").maybe_number();
        row.p90_limit_ms = in.at("p90_limit_ms").maybe_number();
    }
    row.background = in.has("background") && in.at("background").boolean();
    return row;
}

std::map<std::string, double> rates(const JsonReader& in) {
    std::map<std::string, double> named;
    if (in.has("rates")) {
        for (const auto& [name, value] : in.at("rates").members()) {
            named[name] = value.number();
        }
    }
    return named;
}

TargetResult target(const JsonReader& in) {
    TargetResult row;
    row.name = in.at("name").text();
    row.group = in.at("group").text();
    row.url = in.at("url").text();
    row.driver = in.at("driver").text();
    row.io_model = in.at("io_model").text();
    row.dialect = in.at("dialect").text();
    row.product = in.at("product").text();
    row.version = in.at("version").text();
    row.settings = in.at("settings").text_map();
    row.state = in.at("state").text();
    row.failure = in.at("failure").text();
    row.clients = in.at("clients").count32();
    row.connections = in.at("connections").count32();
    row.tps = in.at("tps").maybe_number();
    row.rates = rates(in);
    row.response = latency(in, "latency_");
    row.outcomes = outcomes(in);
    for (const auto& [name, value] : in.at("errors_by_class").members()) {
        row.errors[name] = value.count();
    }
    row.reconnects = in.at("reconnects").count();
    row.ambiguous_commits = in.at("ambiguous_commits").count();
    row.outage_seconds = in.at("outage_seconds").number();
    row.service = latency(in.at("service"), "");
    row.lag = latency(in.at("lag"), "");
    row.pool_wait = latency(in.at("pool_wait"), "");
    if (const auto found = newer(in, "response_histogram"); found && !found->raw().is_null()) {
        row.response_histogram = found->text();
    }
    row.think_avg_ms = in.at("think_avg_ms").maybe_number();
    row.law_residual = in.at("law_residual").maybe_number();
    row.steady = in.at("steady").maybe_boolean();
    row.steady_after_s = in.at("steady_after_s").maybe_number();
    if (const auto known = newer(in, "uncertainty")) {
        row.uncertainty = uncertainty(*known);
    }
    if (const auto known = newer(in, "client_delay")) {
        row.client_delay = latency(*known, "");
    }
    row.warm_up_s = newer_number(in, "warm_up_s");
    if (const auto bytes = newer(in, "data_bytes")) {
        row.data_bytes = bytes->maybe_count();
    }
    if (const auto bytes = newer(in, "buffer_bytes")) {
        row.buffer_bytes = bytes->maybe_count();
    }
    row.server_commits = in.at("server_commits").maybe_count();
    row.committed_all_phases = in.at("committed_all_phases").count();
    for (const auto& type : in.at("by_transaction").items()) {
        row.by_transaction.push_back(transaction(type));
    }
    for (const auto& [name, value] : in.at("phases").members()) {
        row.phases[name] = outcomes(value);
    }
    read_campaign(in, row);
    return row;
}

AggregateResult aggregate(const JsonReader& in) {
    AggregateResult all;
    all.vm_count = in.at("vm_count").count32();
    all.tps = in.at("tps").maybe_number();
    all.tps_min_vm = in.at("tps_min_vm").maybe_number();
    all.tps_max_vm = in.at("tps_max_vm").maybe_number();
    all.rates = rates(in);
    all.response = latency(in, "latency_");
    all.latency_avg_vm_mean_ms = in.at("latency_avg_vm_mean_ms").maybe_number();
    all.latency_p99_vm_mean_ms = in.at("latency_p99_vm_mean_ms").maybe_number();
    if (const auto known = newer(in, "uncertainty")) {
        all.uncertainty = uncertainty(*known);
        all.avg_vm_mean_uncertainty = interval(*known, "latency_avg_vm_mean_ms");
        all.p99_vm_mean_uncertainty = interval(*known, "latency_p99_vm_mean_ms");
    }
    all.tps_cv = newer_number(in, "tps_cv");
    all.tps_fairness = newer_number(in, "tps_fairness");
    all.tps_ceiling = newer_number(in, "tps_ceiling");
    if (const auto limited = newer(in, "load_limited")) {
        all.load_limited = limited->maybe_boolean();
    }
    all.law_residual = in.at("law_residual").maybe_number();
    all.outcomes = outcomes(in);
    return all;
}

ShardResult shard(const JsonReader& in) {
    ShardResult row;
    row.shard = in.at("shard").count32();
    row.utilisation = in.at("utilisation").maybe_number();
    row.run_delay_share = in.at("run_delay_share").maybe_number();
    row.events_per_wakeup = in.at("events_per_wakeup").maybe_number();
    row.hold_p50_us = in.at("hold_p50_us").maybe_number();
    row.hold_p99_us = in.at("hold_p99_us").maybe_number();
    row.involuntary_switches = in.at("involuntary_switches").count();
    return row;
}

StepResult step(const JsonReader& in) {
    StepResult one;
    one.name = in.at("name").text();
    one.vm_count = in.at("vm_count").count32();
    one.state = in.at("state").text();
    one.started_at = in.at("started_at").text();
    one.valid = in.at("valid").boolean();
    one.invalid_reasons = in.at("invalid_reasons").texts();
    one.notes = in.at("notes").texts();
    const JsonReader precondition = in.at("precondition");
    one.precondition_seconds = precondition.at("seconds").number();
    one.precondition_planned_s = precondition.at("planned_s").number();
    one.steady = precondition.at("steady").maybe_boolean();
    one.steady_after_s = precondition.at("steady_after_s").maybe_number();
    const JsonReader sample = in.at("sample");
    one.sample_seconds = sample.at("seconds").number();
    one.sample_planned_s = sample.at("planned_s").number();
    read_campaign(in, one);
    one.aggregate = aggregate(in.at("aggregate"));
    for (const auto& row : in.at("targets").items()) {
        one.targets.push_back(target(row));
    }
    for (const auto& row : in.at("shards").items()) {
        one.shards.push_back(shard(row));
    }
    return one;
}

RunResult run_of(const JsonReader& in) {
    RunResult run;
    run.schema_version = static_cast<int>(in.at("schema_version").count32());
    run.methodology_version = static_cast<int>(in.at("methodology_version").count32());
    run.name = in.at("name").text();
    run.valid = in.at("valid").boolean();
    run.invalid_reasons = in.at("invalid_reasons").texts();
    run.tool_version = in.at("tool_version").text();
    run.tool_commit = in.at("tool_commit").text();
    run.started_at = in.at("started_at").text();
    run.finished_at = in.at("finished_at").text();
    run.storage = in.at("storage").text_map();
    run.environment = in.at("environment").text_map();
    run.workload = in.at("workload").text();
    run.profile = in.at("profile").text();
    run.workload_facts = in.at("workload_facts").text_map();
    run.arrival = in.at("arrival").text();
    run.clients_per_target = in.at("clients_per_target").count32();
    run.think_time_mean_ms = in.at("think_time_mean_ms").maybe_number();
    for (const auto& one : in.at("steps").items()) {
        run.steps.push_back(step(one));
    }
    read_campaign(in, run);
    run.plan_hash = in.at("plan_hash").text();
    const JsonReader plan_reader = in.at("plan");
    const auto& plan = plan_reader.raw();
    run.plan_json = plan.is_string() ? plan.get<std::string>() : plan.dump(2) + "\n";
    return run;
}

ResultError damaged(std::string_view path, std::string_view what) {
    return {ResultFault::damaged, fmt::format("{} is not a usable result: {}", path, what)};
}

}  // namespace

Expected<RunResult> decode_run_result(std::string_view text, std::string_view path) {
    try {
        const auto document = nlohmann::json::parse(text);
        const JsonReader root(document, "");
        if (document.is_object() && !document.contains("schema_version") &&
            (document.contains("workload") || document.contains("targets"))) {
            return damaged(path, "it looks like a plan; name the directory that its run made");
        }
        const std::uint64_t schema = root.at("schema_version").count();
        if (schema > static_cast<std::uint64_t>(kSchemaVersion)) {
            return ResultError{
                ResultFault::newer_version,
                fmt::format(
                    "{} was written by a newer oltpsim (schema version {}; this one reads up to "
                    "{})",
                    path,
                    schema,
                    kSchemaVersion
                )
            };
        }
        return run_of(root);
    } catch (const WrongShape& problem) {
        return damaged(path, problem.what());
    } catch (const nlohmann::json::parse_error& problem) {
        return damaged(path, fmt::format("not JSON at byte {}", problem.byte));
    } catch (const nlohmann::json::exception& problem) {
        return damaged(path, problem.what());
    }
}

}  // namespace oltpsim::results
