// RunPlan → its canonical JSON: every setting explicit, no password, in a fixed order; itself a plan file that gives the
// same run again. And the hash over it.
#include "core/fnv1a.hpp"
#include "core/text.hpp"
#include "plan/build_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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
    if (!target.storage.empty()) {
        json["storage"] = target.storage;
    }
    json["clients"] = target.clients;
    json["connections"] = target.connections;
    return json;
}

Json phases_json(const PhasePlan& phases) {
    Json json;
    if (phases.until_steady || phases.round > Nanos{}) {
        Json& precondition = json["precondition"];
        precondition["at_least"] = format_duration(phases.precondition);
        if (phases.until_steady) {
            precondition["until_steady"] = true;
            precondition["at_most"] = format_duration(phases.at_most);
        }
        // Explicit, so that another default later changes no stored plan.
        precondition["round"] = format_duration(phases.round_length());
    } else {
        json["precondition"] = format_duration(phases.precondition);
    }
    json["sample"] = format_duration(phases.sample);
    json["grace"] = format_duration(phases.grace);
    if (phases.cool_down > Nanos{}) {
        json["cool_down"] = format_duration(phases.cool_down);
    }
    return json;
}

std::string_view name_of(HookFailure policy) {
    switch (policy) {
        case HookFailure::stop: return "stop";
        case HookFailure::skip_step: return "skip_step";
        case HookFailure::go_on: return "continue";
    }
    return "stop";
}

/// Every hook with its own settings; one that a step goes without is an empty command.
Json hooks_json(const HooksPlan& hooks, bool all) {
    Json json = Json::object();
    const auto add = [&](const char* name, const std::optional<HookPlan>& hook) {
        if (hook) {
            const bool over = std::string_view(name) == "after_step" &&
                              hook->on_failure == HookFailure::skip_step;
            json[name] = {
                {"command", hook->command},
                {"timeout", format_duration(hook->timeout)},
                {"on_failure", over ? "continue" : name_of(hook->on_failure)},
            };
        } else if (all) {
            json[name] = "";
        }
    };
    add("before_step", hooks.before_step);
    add("before_precondition", hooks.before_precondition);
    add("after_step", hooks.after_step);
    return json;
}

Json sweep_json(const SweepPlan& sweep) {
    Json json{
        {"percent", sweep.percent},
        {"settle", format_duration(sweep.settle)},
        {"arrival", name_of(sweep.arrival)},
    };
    if (sweep.sample) {
        json["sample"] = format_duration(*sweep.sample);
    }
    if (sweep.p99_limit) {
        json["p99_limit"] = format_duration(*sweep.p99_limit);
    }
    return json;
}

Json steps_json(const RunPlan& plan) {
    Json steps = Json::array();
    for (const StepPlan& step : plan.steps) {
        Json names = Json::array();
        for (const std::uint32_t index : step.targets) {
            names.push_back(plan.targets[index].name);
        }
        Json json{{"name", step.name}, {"targets", std::move(names)}};
        if (step.clients) {
            json["clients"] = *step.clients;
        }
        if (step.connections) {
            json["connections"] = *step.connections;
        }
        if (step.repetition > 1) {
            json["repetition"] = step.repetition;
        }
        if (step.phases) {
            json["phases"] = phases_json(*step.phases);
        }
        if (step.hooks) {
            json["hooks"] = hooks_json(*step.hooks, true);
        }
        steps.push_back(std::move(json));
    }
    return steps;
}

void add_settings(Json& json, const RunPlan& plan) {
    json["phases"] = phases_json(plan.phases);
    if (plan.hooks.any()) {
        json["hooks"] = hooks_json(plan.hooks, false);
    }
    if (plan.check_after_step) {
        json["check_after_step"] = true;
    }
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
    if (!plan.storages.empty()) {
        json["storages"] = plan.storages;
    }
    json["workload"] = workload_json(plan);
    json["targets"] = Json::array();
    for (const TargetPlan& target : plan.targets) {
        json["targets"].push_back(target_json(target, with_references));
    }
    json["steps"] = steps_json(plan);
    add_settings(json, plan);
    if (plan.sweep.given) {
        json["sweep"] = sweep_json(plan.sweep);
    }
    const bool hooks =
        plan.hooks.any() || std::any_of(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
            return step.hooks && step.hooks->any();
        });
    if (with_references && hooks) {
        json["hooks"]["folder"] = plan.hook_folder;
    }
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
