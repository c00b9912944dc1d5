// RunEvent → JSON line.
#include "results/event_codec.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

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

}  // namespace oltpsim::results
