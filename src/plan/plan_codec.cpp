// RunPlan → its canonical JSON: every setting explicit, no password, in a fixed order; itself a plan file that gives the
// same run again. And the hash over it.
#include "core/fnv1a.hpp"
#include "core/text.hpp"
#include "plan/build_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace oltpsim::plan {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Arrival arrival) {
    switch (arrival) {
        case Arrival::closed: return "closed";
        case Arrival::constant: return "constant";
        case Arrival::poisson: return "poisson";
    }
    return "closed";
}

std::string_view name_of(db::Isolation isolation) {
    switch (isolation) {
        case db::Isolation::server_default: return "server_default";
        case db::Isolation::read_committed: return "read_committed";
        case db::Isolation::repeatable_read: return "repeatable_read";
        case db::Isolation::serializable: return "serializable";
    }
    return "server_default";
}

std::string_view name_of(db::Pipelining mode) {
    switch (mode) {
        case db::Pipelining::off: return "off";
        case db::Pipelining::reads: return "reads";
        case db::Pipelining::full: return "full";
    }
    return "off";
}

Json option_json(const workload::OptionValues::Value& value) {
    if (const auto* duration = std::get_if<Nanos>(&value)) {
        return format_duration(*duration);
    }
    if (const auto* count = std::get_if<std::uint64_t>(&value)) {
        return *count;
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag;
    }
    return std::get<std::string>(value);
}

Json workload_json(const RunPlan& plan) {
    Json json;
    json["profile"] = plan.profile;
    for (const auto& [name, value] : plan.options.all()) {
        json[name] = option_json(value);
    }
    return json;
}

Json target_json(const TargetPlan& target, bool with_references) {
    db::TargetUrl url = target.url;
    const std::string env = std::exchange(url.password_env, {});
    const std::string file = std::exchange(url.password_file, {});
    Json json;
    json["name"] = target.name;
    json["url"] = url.to_string();
    if (!target.group.empty()) {
        json["group"] = target.group;
    }
    if (with_references && !env.empty()) {
        json["password_env"] = env;
    }
    if (with_references && !file.empty()) {
        // Absolute, because this plan is kept with the results and will be read from there.
        json["password_file"] = file.starts_with("~/")
                                    ? file
                                    : std::filesystem::absolute(file).lexically_normal().string();
    }
    json["clients"] = target.clients;
    json["connections"] = target.connections;
    return json;
}

Json steps_json(const RunPlan& plan) {
    Json steps = Json::array();
    for (const StepPlan& step : plan.steps) {
        Json names = Json::array();
        for (const std::uint32_t index : step.targets) {
            names.push_back(plan.targets[index].name);
        }
        steps.push_back({{"name", step.name}, {"targets", std::move(names)}});
    }
    return steps;
}

void add_settings(Json& json, const RunPlan& plan) {
    json["phases"] = {
        {"precondition", format_duration(plan.phases.precondition)},
        {"sample", format_duration(plan.phases.sample)},
        {"grace", format_duration(plan.phases.grace)},
    };
    json["arrival"] = {{"mode", name_of(plan.arrival)}, {"max_backlog", plan.max_backlog}};
    if (plan.arrival != Arrival::closed) {
        json["arrival"]["rate"] = plan.rate;
    }
    if (plan.think_time) {
        json["think_time"] = format_duration(*plan.think_time);
    }
    json["retries"] = {
        {"mode", plan.retries.mode == RetryPolicy::Mode::sysbench ? "sysbench" : "jitter"},
        {"max_tries", plan.retries.max_tries},
        {"base_backoff", format_duration(plan.retries.base_backoff)},
        {"max_backoff", format_duration(plan.retries.max_backoff)},
    };
    json["connect_timeout"] = format_duration(plan.session.connect_timeout);
    json["statement_timeout"] = format_duration(plan.session.statement_timeout);
    json["isolation"] = name_of(plan.session.isolation);
    json["pipeline"] = name_of(plan.session.pipelining);
    json["loop_threads"] = plan.threads;
    json["batch_scheduling"] = plan.batch_scheduling;
    json["clock"] = plan.virtual_clock ? "virtual" : "real";
    json["connects_per_second"] = plan.connects_per_second;
    json["max_transactions"] = plan.max_transactions;
    json["load"] = {{"connections", plan.load.connections}, {"unit_rows", plan.load.unit_rows}};
    json["identical_data"] = plan.identical_data;
    json["seed"] = plan.seed;
    if (!plan.schema_dir.empty()) {
        json["schema_dir"] = std::filesystem::absolute(plan.schema_dir).lexically_normal().string();
    }
}

Json plan_json(const RunPlan& plan, bool with_references) {
    Json json;
    json["name"] = plan.name;
    if (!plan.storage.empty()) {
        json["storage"] = plan.storage;
    }
    json["workload"] = workload_json(plan);
    json["targets"] = Json::array();
    for (const TargetPlan& target : plan.targets) {
        json["targets"].push_back(target_json(target, with_references));
    }
    json["steps"] = steps_json(plan);
    add_settings(json, plan);
    return json;
}

}  // namespace

void write_canonical(RunPlan& plan) {
    plan.canonical_json =
        plan_json(plan, true).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    // Where a password comes from does not change what is measured.
    plan.hash = fmt::format(
        "{:016x}",
        fnv1a(plan_json(plan, false).dump(-1, ' ', false, Json::error_handler_t::replace))
    );
}

}  // namespace oltpsim::plan
