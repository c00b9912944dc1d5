// Hooks, checks, rounds, growth and load curves ↔ JSON.
#include "results/campaign_codec.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace oltpsim::results {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson rounded(double value) {
    return std::isfinite(value) ? OrderedJson(std::round(value * 1e6) / 1e6) : OrderedJson(nullptr);
}

OrderedJson rounded(const std::optional<double>& value) {
    return value ? rounded(*value) : OrderedJson(nullptr);
}

template <typename T>
OrderedJson null_or(const std::optional<T>& value) {
    return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

std::optional<JsonReader> added(const JsonReader& in, const char* key) {
    return in.has(key) ? std::optional(in.at(key)) : std::nullopt;
}

std::optional<JsonReader> added_value(const JsonReader& in, const char* key) {
    return in.has(key) && !in.at(key).raw().is_null() ? std::optional(in.at(key)) : std::nullopt;
}

OrderedJson hook_json(const HookResult& hook) {
    return {
        {"hook", hook.hook},
        {"command", hook.command},
        {"started_at", hook.started_at},
        {"seconds", rounded(hook.seconds)},
        {"ok", hook.ok},
        {"failure", hook.failure},
        {"output", hook.output},
    };
}

HookResult hook_of(const JsonReader& in) {
    HookResult hook;
    hook.hook = in.at("hook").text();
    hook.command = in.at("command").text();
    hook.started_at = in.at("started_at").text();
    hook.seconds = in.at("seconds").number();
    hook.ok = in.at("ok").boolean();
    hook.failure = in.at("failure").text();
    hook.output = in.at("output").text();
    return hook;
}

OrderedJson point_json(const SweepPoint& point) {
    return {
        {"step", point.step},
        {"percent", rounded(point.percent)},
        {"offered_tps", rounded(point.offered_tps)},
        {"tps", rounded(point.tps)},
        {"latency_avg_ms", rounded(point.avg_ms)},
        {"latency_p99_ms", rounded(point.p99_ms)},
        {"saturated", point.saturated},
    };
}

OrderedJson sweep_json(const SweepResult& sweep) {
    OrderedJson out{
        {"arrival", sweep.arrival},
        {"max_tps", rounded(sweep.max_tps)},
        {"p99_limit_ms", rounded(sweep.p99_limit_ms)},
        {"percents", sweep.percents},
        {"knee", null_or(sweep.knee)},
        {"highest_within_limit", null_or(sweep.highest_within_limit)},
        {"points", OrderedJson::array()},
    };
    for (const SweepPoint& point : sweep.points) {
        out["points"].push_back(point_json(point));
    }
    return out;
}

std::optional<std::string> maybe_text(const JsonReader& in, const char* key) {
    const auto found = added_value(in, key);
    return found ? std::optional(found->text()) : std::nullopt;
}

SweepResult sweep_of(const JsonReader& in) {
    SweepResult sweep;
    sweep.arrival = in.at("arrival").text();
    sweep.max_tps = in.at("max_tps").maybe_number();
    sweep.p99_limit_ms = in.at("p99_limit_ms").maybe_number();
    for (const auto& percent : in.at("percents").items()) {
        sweep.percents.push_back(percent.number());
    }
    sweep.knee = maybe_text(in, "knee");
    sweep.highest_within_limit = maybe_text(in, "highest_within_limit");
    for (const auto& row : in.at("points").items()) {
        SweepPoint point;
        point.step = row.at("step").text();
        point.percent = row.at("percent").number();
        point.offered_tps = row.at("offered_tps").number();
        point.tps = row.at("tps").maybe_number();
        point.avg_ms = row.at("latency_avg_ms").maybe_number();
        point.p99_ms = row.at("latency_p99_ms").maybe_number();
        point.saturated = row.at("saturated").boolean();
        sweep.points.push_back(std::move(point));
    }
    return sweep;
}

}  // namespace

void write_campaign(OrderedJson& run, const RunResult& from) {
    if (!from.storages.empty()) {
        run["storages"] = from.storages;
    }
    if (from.sweep) {
        run["sweep"] = sweep_json(*from.sweep);
    }
}

void write_campaign(OrderedJson& step, const StepResult& from) {
    step["storage"] = from.storage;
    step["repetition"] = from.repetition;
    step["arrival"] = from.arrival;
    step["offered_tps"] = rounded(from.offered_tps);
    if (from.saturated) {
        step["saturated"] = *from.saturated;
    }
    OrderedJson& precondition = step["precondition"];
    precondition["round_s"] = rounded(from.steady_rule.round_s);
    precondition["until_steady"] = from.steady_rule.until_steady;
    precondition["at_most_s"] = rounded(from.steady_rule.at_most_s);
    precondition["ended_by_steadiness"] = null_or(from.steady_rule.reached);
    step["hooks"] = OrderedJson::array();
    for (const HookResult& hook : from.hooks) {
        step["hooks"].push_back(hook_json(hook));
    }
    step["checks"] = nullptr;
    if (from.checks) {
        step["checks"] = OrderedJson::array();
        for (const CheckAfterStep& check : *from.checks) {
            step["checks"].push_back(
                {{"target", check.target}, {"checks", check.checks}, {"failed", check.failed}}
            );
        }
    }
}

void write_campaign(OrderedJson& target, const TargetResult& from) {
    target["precondition_rounds"] = OrderedJson::array();
    for (const RoundFigures& round : from.precondition_rounds) {
        target["precondition_rounds"].push_back(
            {{"tps", rounded(round.tps)},
             {"latency_avg_ms", rounded(round.avg_ms)},
             {"latency_p99_ms", rounded(round.p99_ms)}}
        );
    }
    target["unsteady_reason"] =
        from.unsteady_reason.empty() ? OrderedJson(nullptr) : OrderedJson(from.unsteady_reason);
    target["data_growth"] = nullptr;
    if (from.data_growth) {
        target["data_growth"] = {
            {"rows", rounded(from.data_growth->rows)}, {"bytes", rounded(from.data_growth->bytes)}
        };
    }
}

void read_campaign(const JsonReader& in, RunResult& run) {
    if (const auto storages = added(in, "storages")) {
        for (const auto& [name, facts] : storages->members()) {
            run.storages[name] = facts.text_map();
        }
    }
    if (const auto sweep = added(in, "sweep")) {
        run.sweep = sweep_of(*sweep);
    }
}

void read_campaign(const JsonReader& in, StepResult& step) {
    if (!in.has("repetition")) {
        return;
    }
    step.storage = in.at("storage").text();
    step.repetition = in.at("repetition").count32();
    step.arrival = in.at("arrival").text();
    step.offered_tps = in.at("offered_tps").maybe_number();
    if (const auto saturated = added(in, "saturated")) {
        step.saturated = saturated->boolean();
    }
    const JsonReader precondition = in.at("precondition");
    step.steady_rule.round_s = precondition.at("round_s").number();
    step.steady_rule.until_steady = precondition.at("until_steady").boolean();
    step.steady_rule.at_most_s = precondition.at("at_most_s").maybe_number();
    step.steady_rule.reached = precondition.at("ended_by_steadiness").maybe_boolean();
    for (const auto& hook : in.at("hooks").items()) {
        step.hooks.push_back(hook_of(hook));
    }
    if (const auto checks = added_value(in, "checks")) {
        step.checks.emplace();
        for (const auto& row : checks->items()) {
            step.checks->push_back(
                {row.at("target").text(), row.at("checks").count(), row.at("failed").texts()}
            );
        }
    }
}

void read_campaign(const JsonReader& in, TargetResult& target) {
    if (!in.has("precondition_rounds")) {
        return;
    }
    for (const auto& round : in.at("precondition_rounds").items()) {
        target.precondition_rounds.push_back(
            {round.at("tps").maybe_number(),
             round.at("latency_avg_ms").maybe_number(),
             round.at("latency_p99_ms").maybe_number()}
        );
    }
    target.unsteady_reason = maybe_text(in, "unsteady_reason").value_or("");
    if (const auto growth = added_value(in, "data_growth")) {
        target.data_growth =
            DataGrowth{growth->at("rows").number(), growth->at("bytes").maybe_number()};
    }
}

}  // namespace oltpsim::results
