// cleanup: what the notes list is dropped, and nothing else.
#include "load/inspection.hpp"
#include "load/load.hpp"
#include "load/sessions.hpp"
#include "load/targets_asked.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::load {
namespace {

// Without notes nothing is ours; tables of our names are somebody else's then.
db::Result<void> refuse_foreign(const Inspection& inspection, const workload::Dataset& dataset) {
    for (const workload::DatasetTable& table : dataset.tables()) {
        if (inspection.present.contains(table.name)) {
            return refusal(
                "cleanup",
                fmt::format(
                    "{} is here but was not made by oltpsim prepare: nothing was dropped",
                    table.name
                )
            );
        }
    }
    return {};
}

db::Result<void> clean_target(
    const plan::RunPlan& plan,
    const plan::TargetPlan& target,
    Sessions& sessions,
    const std::atomic<bool>& stop,
    TargetCleanup& cleanup
) {
    const auto dataset = dataset_of(plan, target);
    if (!dataset) {
        return dataset.error();
    }
    if (!target.driver->info().stores_data) {
        return {};
    }
    const auto wanted = notes_for(plan, target, **dataset);
    if (!wanted) {
        return wanted.error();
    }
    Session session(sessions, target);
    auto done = session.open(patient(plan.session));
    if (!done) {
        return done;
    }
    const auto inspection = look_at(*session);
    if (!inspection) {
        return inspection.error();
    }
    if (!inspection->notes) {
        done = refuse_foreign(*inspection, **dataset);
        // Tables of notes that were never filled in are ours all the same.
        return done && inspection->present.contains(std::string(kMetaTable))
                   ? Notebook(*session).remove()
                   : done;
    }
    if (inspection->notes->family != wanted->family) {
        return refusal(
            "cleanup",
            fmt::format(
                "this database holds a {} data set: nothing was dropped", inspection->notes->family
            )
        );
    }
    for (const MadeObject& object : inspection->notes->objects) {
        if (stop.load()) {
            return {};
        }
        const auto dropped =
            session->query(fmt::format("DROP {} IF EXISTS {}", object.kind, object.name));
        if (!dropped) {
            return dropped.error();
        }
        cleanup.dropped.push_back(object.to_string());
    }
    return Notebook(*session).remove();
}

}  // namespace

bool CleanupReport::ok() const noexcept {
    return !cancelled &&
           std::all_of(targets.begin(), targets.end(), [](const auto& one) { return !one.error; });
}

CleanupReport cleanup(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
) {
    const TimePoint begun = steady_now();
    const std::vector<std::uint32_t> asked = targets_asked(plan, settings);
    CleanupReport report;
    report.targets.resize(asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        report.targets[i].target = asked[i];
        report.targets[i].name = plan.targets[asked[i]].name;
    }
    Sessions sessions;
    on_each(asked.size(), sessions, stop, [&](std::size_t position) {
        TargetCleanup& one = report.targets[position];
        const auto done = clean_target(plan, plan.targets[one.target], sessions, stop, one);
        if (!done) {
            one.error = done.error();
        }
    });
    report.seconds = to_seconds(steady_now() - begun);
    report.cancelled = stop.load();
    return report;
}

}  // namespace oltpsim::load
