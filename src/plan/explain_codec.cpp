// The explanation of a plan as JSON, for programs. Units are in the names; unknown values are null.
#include "plan/explain.hpp"

#include <nlohmann/json.hpp>

namespace oltpsim::plan {
namespace {

using Json = nlohmann::ordered_json;

Json load_json(const TargetLoad& load) {
    Json json{{"tables", load.tables}, {"rows", load.rows}, {"bytes", nullptr}};
    if (load.bytes) {
        json["bytes"] = *load.bytes;
    }
    return json;
}

/// Fields of a target whose server was asked.
void put_buffer(Json& json, const TargetLoad& load, const TargetBuffer& buffer) {
    const auto ratio = data_to_buffer(load, buffer);
    json["server"] = buffer.server.empty() ? Json(nullptr) : Json(buffer.server);
    json["buffer_bytes"] = buffer.bytes ? Json(*buffer.bytes) : Json(nullptr);
    json["data_to_buffer"] = ratio ? Json(*ratio) : Json(nullptr);
    json["trouble"] = buffer.trouble.empty() ? Json(nullptr) : Json(buffer.trouble);
}

Json step_json(const StepPlan& step, const StepTotals& totals) {
    Json json{
        {"name", step.name},
        {"vm_count", step.targets.size()},
        {"clients", totals.clients},
        {"connections", totals.connections},
        {"connecting_s", to_seconds(totals.connecting)},
        {"wall_clock_s", to_seconds(totals.wall)},
        {"precondition_s", to_seconds(totals.phases.precondition)},
        {"precondition_at_most_s", to_seconds(totals.phases.precondition_limit())},
        {"sample_s", to_seconds(totals.phases.sample)},
        {"closed_loop_ceiling", Json::array()},
    };
    for (std::size_t i = 0; i < totals.ceiling_tps.size(); ++i) {
        json["closed_loop_ceiling"].push_back(
            {{"response_ms", kCeilingMillis[i]}, {"tps", totals.ceiling_tps[i]}}
        );
    }
    return json;
}

}  // namespace

std::string explain_json(const Explanation& e) {
    Json json{
        {"plan", Json::parse(e.plan.canonical_json)},
        {"hash", e.plan.hash},
        {"source", e.plan.source}
    };
    json["workload"] = e.plan.workload->name();
    json["workload_facts"] = e.facts;
    json["think_time_mean_ms"] = to_millis(e.think_time);
    json["targets"] = Json::array();
    for (std::size_t i = 0; i < e.targets.size(); ++i) {
        Json target = load_json(e.targets[i]);
        target["name"] = e.plan.targets[i].name;
        target["connections"] = e.plan.targets[i].connections;
        target["clients"] = e.plan.targets[i].clients;
        if (!e.buffers.empty()) {
            put_buffer(target, e.targets[i], e.buffers[i]);
        }
        json["targets"].push_back(std::move(target));
    }
    json["steps"] = Json::array();
    for (std::size_t i = 0; i < e.steps.size(); ++i) {
        json["steps"].push_back(step_json(e.plan.steps[i], e.steps[i]));
    }
    json["total"] = load_json(e.total);
    json["total"]["connections"] = e.connections;
    json["total"]["wall_clock_s"] = to_seconds(e.wall);
    json["timetable"] = Json::parse(timetable_json(e.timetable, {}));
    json["warnings"] = e.plan.warnings;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace oltpsim::plan
