// JSON of the loader's reports.
#include "cli/load_codec.hpp"

#include "db/target_url.hpp"

#include <nlohmann/json.hpp>

namespace oltpsim::cli {
namespace {

using Json = nlohmann::ordered_json;

Json error_json(const std::optional<db::DbError>& error) {
    if (!error) {
        return nullptr;
    }
    return {{"class", db::to_string(error->cls)}, {"text", db::redact(error->describe())}};
}

std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string prepare_json(const load::PrepareReport& report) {
    Json json{
        {"ok", report.ok()},
        {"cancelled", report.cancelled},
        {"seconds", report.seconds},
        {"targets", Json::array()}
    };
    for (const load::TargetLoad& target : report.targets) {
        json["targets"].push_back({
            {"name", target.name},
            {"outcome", load::to_string(target.outcome)},
            {"rows", target.rows},
            {"rows_resumed", target.rows_resumed},
            {"retries", target.retries},
            {"seconds", target.seconds},
            {"error", error_json(target.error)},
        });
    }
    return text_of(json);
}

std::string check_json(const load::CheckReport& report) {
    Json json{
        {"passed", report.passed()},
        {"cancelled", report.cancelled},
        {"seconds", report.seconds},
        {"targets", Json::array()}
    };
    for (const load::TargetCheck& target : report.targets) {
        Json findings = Json::array();
        for (const workload::CheckResult& result : target.results) {
            findings.push_back(
                {{"id", result.id}, {"passed", result.passed}, {"detail", result.detail}}
            );
        }
        json["targets"].push_back({
            {"name", target.name},
            {"passed", target.passed()},
            {"loaded_by_us", target.loaded_by_us},
            {"run_since_load", target.run_since_load},
            {"results", std::move(findings)},
            {"error", error_json(target.error)},
        });
    }
    return text_of(json);
}

std::string cleanup_json(const load::CleanupReport& report) {
    Json json{
        {"ok", report.ok()},
        {"cancelled", report.cancelled},
        {"seconds", report.seconds},
        {"targets", Json::array()}
    };
    for (const load::TargetCleanup& target : report.targets) {
        json["targets"].push_back(
            {{"name", target.name}, {"dropped", target.dropped}, {"error", error_json(target.error)}
            }
        );
    }
    return text_of(json);
}

}  // namespace oltpsim::cli
