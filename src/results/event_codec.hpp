// Lines of events.jsonl, both ways.
#pragma once

#include "metrics/run_sink.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace oltpsim::results {

/// JSON object on one line with a line break: utc, at_s, step, target (null: the whole step), kind, detail.
std::string encode_event(const metrics::RunEvent& event);

/// The first `most` events of a file, in order. Lines that are none (the last one torn by a kill) are left out; no file, no events.
struct EventFile {
    std::vector<metrics::RunEvent> events;
    std::size_t more = 0;  ///< how many there are beyond these
};
EventFile read_events(const std::filesystem::path& events_jsonl, std::size_t most = 2000);

}  // namespace oltpsim::results
