// Adds up the parts of the steps.
#include "plan/timetable.hpp"

#include "core/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace oltpsim::plan {
namespace {

using WallClock = std::chrono::system_clock::time_point;

/// Puts one part behind the other.
class Planner {
public:
    void add(const std::string& step, const std::string& what, Nanos length, Nanos at_most) {
        if (at_most > Nanos{}) {
            made_.entries.push_back({step, what, made_.length, length, at_most});
            made_.length += length;
            made_.at_most += at_most;
        }
    }
    void add_hook(const std::string& step, const char* what, const std::optional<HookPlan>& hook) {
        if (hook) {
            add(step, what, Nanos{}, hook->timeout);
        }
    }
    Timetable take() { return std::move(made_); }

private:
    Timetable made_;
};

void add_step(Planner& planner, const RunPlan& whole, const StepPlan& step, bool last) {
    const RunPlan plan = plan_of_step(whole, step);
    std::uint32_t most = 0;
    for (const std::uint32_t index : step.targets) {
        most = std::max(most, plan.targets[index].connections);
    }
    const Nanos connecting = from_seconds(most / plan.connects_per_second);
    planner.add_hook(step.name, "before_step", plan.hooks.before_step);
    planner.add_hook(step.name, "before_precondition", plan.hooks.before_precondition);
    planner.add(step.name, "connecting", connecting, connecting + plan.session.connect_timeout);
    planner.add(
        step.name, "precondition", plan.phases.precondition, plan.phases.precondition_limit()
    );
    planner.add(step.name, "sample", plan.phases.sample, plan.phases.sample);
    planner.add(step.name, "grace", Nanos{}, plan.phases.grace);
    planner.add_hook(step.name, "after_step", plan.hooks.after_step);
    if (!last) {
        planner.add(step.name, "cool-down", plan.phases.cool_down, plan.phases.cool_down);
    }
}

/// "23:51:07", with the date when it is not the first day; or "+1:30:00".
std::string clock_text(std::optional<WallClock> begin, Nanos after) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(after).count();
    if (!begin) {
        return fmt::format("+{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    const WallClock when = *begin + std::chrono::seconds{seconds};
    return fmt::format(
        "{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(when))
    );
}

std::string utc_text(WallClock begin, Nanos after) {
    const WallClock when = begin + std::chrono::duration_cast<std::chrono::seconds>(after);
    return fmt::format(
        "{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when))
    );
}

std::string length_text(const TimetableEntry& entry) {
    if (entry.length == entry.at_most) {
        return human_duration(entry.length);
    }
    return entry.length == Nanos{}
               ? "up to " + human_duration(entry.at_most)
               : fmt::format(
                     "{} to {}", human_duration(entry.length), human_duration(entry.at_most)
                 );
}

}  // namespace

Timetable timetable(const RunPlan& plan, const std::vector<std::string>& finished) {
    std::vector<const StepPlan*> left;
    for (const StepPlan& step : plan.steps) {
        if (std::find(finished.begin(), finished.end(), step.name) == finished.end()) {
            left.push_back(&step);
        }
    }
    Planner planner;
    for (const StepPlan* step : left) {
        add_step(planner, plan, *step, step == left.back());
    }
    return planner.take();
}

std::string timetable_text(const Timetable& timetable, std::optional<WallClock> begin) {
    const auto length_of = [](const auto& list, auto text, std::size_t least) {
        for (const auto& one : list) {
            least = std::max(least, text(one).size());
        }
        return least;
    };
    const auto name = [](const TimetableEntry& entry) { return entry.step; };
    const std::size_t steps = length_of(timetable.entries, name, 4);
    const std::size_t clock = clock_text(begin, timetable.length).size();
    std::string text = fmt::format(
        "  {:<{}}  {:<19}  {:>{}}  {:>{}}  lasts\n",
        "step",
        steps,
        "phase",
        "starts",
        clock,
        "ends",
        clock
    );
    std::string before;
    for (const TimetableEntry& entry : timetable.entries) {
        text += fmt::format(
            "  {:<{}}  {:<19}  {:>{}}  {:>{}}  {}\n",
            entry.step == before ? "" : entry.step,
            steps,
            entry.what,
            clock_text(begin, entry.start),
            clock,
            clock_text(begin, entry.start + entry.length),
            clock,
            length_text(entry)
        );
        before = entry.step;
    }
    text += fmt::format(
        "  total {}{}; ends {} at the earliest\n",
        human_duration(timetable.length),
        timetable.at_most > timetable.length ? " to " + human_duration(timetable.at_most) : "",
        clock_text(begin, timetable.length)
    );
    return text;
}

std::string timetable_json(const Timetable& timetable, std::optional<WallClock> begin) {
    nlohmann::ordered_json json{
        {"total_s", to_seconds(timetable.length)},
        {"total_at_most_s", to_seconds(timetable.at_most)},
        {"entries", nlohmann::ordered_json::array()},
    };
    for (const TimetableEntry& entry : timetable.entries) {
        nlohmann::ordered_json row{
            {"step", entry.step},
            {"phase", entry.what},
            {"start_s", to_seconds(entry.start)},
            {"length_s", to_seconds(entry.length)},
            {"at_most_s", to_seconds(entry.at_most)},
        };
        if (begin) {
            row["starts_at"] = utc_text(*begin, entry.start);
            row["ends_at"] = utc_text(*begin, entry.start + entry.length);
        }
        json["entries"].push_back(std::move(row));
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace oltpsim::plan
