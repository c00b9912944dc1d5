// The files of a result directory. What each holds: docs/result-files.md.
#pragma once

namespace oltpsim::results::file {

inline constexpr const char* kResult = "result.json";
inline constexpr const char* kPlan = "plan.json";
inline constexpr const char* kIntervals = "intervals.csv";
inline constexpr const char* kLatency = "latency.hlog";
inline constexpr const char* kEvents = "events.jsonl";
inline constexpr const char* kLoops = "loops.csv";
inline constexpr const char* kBackground = "background.csv";

}  // namespace oltpsim::results::file
