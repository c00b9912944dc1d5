// check, fits and the mark of a run: what stands in a target, without changing any of its tables.
#include "load/inspection.hpp"
#include "load/load.hpp"
#include "load/sessions.hpp"
#include "load/targets_asked.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::load {
namespace {

/// What the notes say about comparing contents.
void read_notes(const Inspection& inspection, const Notes& wanted, TargetCheck& check) {
    if (!inspection.notes) {
        check.results.push_back(
            {"notes", true, "not loaded by oltpsim prepare: row contents are not compared"}
        );
        return;
    }
    const std::string other = difference(*inspection.notes, wanted);
    if (!other.empty()) {
        check.results.push_back({"notes", false, fmt::format("loaded with other data: {}", other)});
        return;
    }
    check.loaded_by_us = true;
    check.run_since_load = inspection.notes->runs > 0;
    const bool complete = inspection.notes->is_loaded();
    check.results.push_back(
        {"load_complete",
         complete,
         complete ? fmt::format(
                        "loaded at {}, {} writing runs since",
                        inspection.notes->loaded_utc,
                        inspection.notes->runs
                    )
                  : fmt::format(
                        "prepare was begun at {} and has not finished; run it again",
                        inspection.notes->begun_utc
                    )}
    );
}

db::Result<void> check_target(
    const plan::RunPlan& plan,
    const plan::TargetPlan& target,
    Sessions& sessions,
    TargetCheck& check
) {
    const auto dataset = dataset_of(plan, target);
    if (!dataset) {
        return dataset.error();
    }
    if (!target.driver->info().stores_data) {
        check.results.push_back(
            {"nothing_stored", true, "this driver keeps no rows: there is nothing to check"}
        );
        return {};
    }
    const auto wanted = notes_for(plan, target, **dataset);
    if (!wanted) {
        return wanted.error();
    }
    Session session(sessions, target);
    const auto opened = session.open(patient(plan.session));
    if (!opened) {
        return opened.error();
    }
    const auto inspection = look_at(*session);
    if (!inspection) {
        return inspection.error();
    }
    read_notes(*inspection, *wanted, check);
    const bool fresh = check.loaded_by_us && !check.run_since_load;
    auto found = (*dataset)->check(*session, fresh);
    check.results.insert(
        check.results.end(),
        std::make_move_iterator(found.begin()),
        std::make_move_iterator(found.end())
    );
    return {};
}

}  // namespace

bool TargetCheck::passed() const noexcept {
    return !error &&
           std::all_of(results.begin(), results.end(), [](const auto& one) { return one.passed; });
}

bool CheckReport::passed() const noexcept {
    return !cancelled && std::all_of(targets.begin(), targets.end(), [](const auto& one) {
        return one.passed();
    });
}

CheckReport check(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
) {
    const TimePoint begun = steady_now();
    const std::vector<std::uint32_t> asked = targets_asked(plan, settings);
    CheckReport report;
    report.targets.resize(asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        report.targets[i].target = asked[i];
        report.targets[i].name = plan.targets[asked[i]].name;
    }
    Sessions sessions;
    on_each(asked.size(), sessions, stop, [&](std::size_t position) {
        const auto done =
            check_target(plan, plan.targets[asked[position]], sessions, report.targets[position]);
        if (!done) {
            report.targets[position].error = done.error();
        }
    });
    report.seconds = to_seconds(steady_now() - begun);
    report.cancelled = stop.load();
    return report;
}

db::Result<std::string> fits(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& connection
) {
    if (!target.driver->info().stores_data) {
        return std::string{};
    }
    const auto dataset = dataset_of(plan, target);
    if (!dataset) {
        return dataset.error();
    }
    const auto inspection = look_at(connection);
    if (!inspection) {
        return inspection.error();
    }
    if (inspection->notes && !inspection->notes->is_loaded()) {
        return fmt::format(
            "prepare was begun at {} and has not finished; run it again",
            inspection->notes->begun_utc
        );
    }
    return (*dataset)->fits(connection);
}

db::Result<void> before_run(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& connection
) {
    const auto dataset = dataset_of(plan, target);
    if (!dataset) {
        return dataset.error();
    }
    return (*dataset)->before_run(connection);
}

db::Result<void> mark_run_started(db::AdminConnection& connection) {
    const auto inspection = look_at(connection);
    if (!inspection) {
        return inspection.error();
    }
    return inspection->notes ? Notebook(connection).count_run() : db::Result<void>{};
}

}  // namespace oltpsim::load
