// RunEvent ↔ JSON line.
#include "results/event_codec.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace oltpsim::results {

std::string encode_event(const metrics::RunEvent& event) {
    using Json = nlohmann::ordered_json;
    Json line = Json::object();
    line["utc"] = event.utc;
    line["at_s"] = std::round(event.at_s * 1000) / 1000;
    line["step"] = event.step;
    line["target"] = event.target.empty() ? Json(nullptr) : Json(event.target);
    line["kind"] = event.kind;
    line["detail"] = event.detail;
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

EventFile read_events(const std::filesystem::path& events_jsonl, std::size_t most) {
    EventFile file;
    std::ifstream in(events_jsonl);
    std::string line;
    while (std::getline(in, line)) {
        if (file.events.size() >= most) {
            ++file.more;
            continue;
        }
        const auto json = nlohmann::json::parse(line, nullptr, false);
        if (!json.is_object()) {
            continue;
        }
        const auto text = [&](const char* key) {
            const auto found = json.find(key);
            return found != json.end() && found->is_string() ? found->get<std::string>() : "";
        };
        metrics::RunEvent event;
        event.utc = text("utc");
        event.step = text("step");
        event.target = text("target");
        event.kind = text("kind");
        event.detail = text("detail");
        const auto at = json.find("at_s");
        event.at_s = at != json.end() && at->is_number() ? at->get<double>() : 0;
        file.events.push_back(std::move(event));
    }
    return file;
}

}  // namespace oltpsim::results
