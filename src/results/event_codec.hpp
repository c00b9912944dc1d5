// One line of events.jsonl.
#pragma once

#include "metrics/run_sink.hpp"

#include <string>

namespace oltpsim::results {

/// JSON object on one line with a line break: utc, at_s, step, target (null: the whole step), kind, detail.
std::string encode_event(const metrics::RunEvent& event);

}  // namespace oltpsim::results
