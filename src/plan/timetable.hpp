// When each part of a run begins and ends, before it begins. Pure.
#pragma once

#include "plan/run_plan.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::plan {

/// One part of one step. Times are the shortest that the plan allows: nothing waits, hooks take no time.
struct TimetableEntry {
    std::string step;
    std::string what;  ///< "precondition", "sample", "before_step", "cool-down", …
    Nanos start{};     ///< after the start of the run
    Nanos length{};    ///< at least
    Nanos at_most{};   ///< = length where it is certain
};

struct Timetable {
    std::vector<TimetableEntry> entries;
    Nanos length{};   ///< of the whole run, at least
    Nanos at_most{};  ///< checks after steps are not in it: their time is not known
};

/// Parts of the plan's steps in order; `finished`: names of steps that need not run again.
Timetable timetable(const RunPlan& plan, const std::vector<std::string>& finished = {});

/// A table. Clocks are of `begin` in local time; without it they count from 0:00:00.
std::string timetable_text(
    const Timetable& timetable, std::optional<std::chrono::system_clock::time_point> begin
);
/// The same as JSON; "starts_at" and "ends_at" in UTC with `begin`.
std::string timetable_json(
    const Timetable& timetable, std::optional<std::chrono::system_clock::time_point> begin
);

}  // namespace oltpsim::plan
