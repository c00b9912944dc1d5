// cleanup: what the notes list is dropped, and nothing else.
#include "core/text.hpp"
#include "load/inspection.hpp"
#include "load/load.hpp"
#include "load/sessions.hpp"
#include "load/target_lock.hpp"
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

bool is_here(const Inspection& inspection, const MadeObject& object) {
    return object.kind != "TABLE" || inspection.present.contains(to_lower(object.name));
}

// What is wrong with a table of a name we made, from its columns; empty if nothing is.
std::string strangeness(
    const Notes& notes,
    const workload::Dataset& dataset,
    const std::string& table,
    const std::string& now
) {
    if (const auto noted = notes.columns.find(table); noted != notes.columns.end()) {
        return now == noted->second ? "" : fmt::format("{} now, {} then", now, noted->second);
    }
    if (now.empty()) {
        return {};  // a driver that cannot tell
    }
    // Notes of a prepare that ended before it noted columns: those that the data set fills must be there.
    for (const workload::DatasetTable& one : dataset.tables()) {
        for (const db::BulkColumn& column : one.columns) {
            if (one.name == table &&
                (", " + now).find(", " + column.name + " ") == std::string::npos) {
                return fmt::format("{} now, without {}", now, column.name);
            }
        }
    }
    return {};
}

// A table of a name we made may be somebody else's by now. All are looked at before the first is dropped.
db::Result<void> refuse_replaced(
    db::AdminConnection& connection, const Inspection& inspection, const workload::Dataset& dataset
) {
    for (const MadeObject& object : inspection.notes->objects) {
        if (object.kind != "TABLE" || !is_here(inspection, object)) {
            continue;
        }
        const auto now = columns_of(connection, object.name);
        if (!now) {
            return now.error();
        }
        const std::string strange = strangeness(*inspection.notes, dataset, object.name, *now);
        if (!strange.empty()) {
            return refusal(
                "cleanup",
                fmt::format(
                    "{} is not the table that prepare made ({}), so nothing was "
                    "dropped: rename it if it is of use, else drop it, then run oltpsim cleanup "
                    "again",
                    object.name,
                    strange
                )
            );
        }
    }
    return {};
}

db::Result<void> drop_all(
    db::AdminConnection& connection,
    const Inspection& inspection,
    const std::atomic<bool>& stop,
    TargetCleanup& cleanup
) {
    for (const MadeObject& object : inspection.notes->objects) {
        if (stop.load()) {
            return {};
        }
        if (!is_here(inspection, object)) {
            continue;
        }
        const auto dropped =
            connection.query(fmt::format("DROP {} IF EXISTS {}", object.kind, object.name));
        if (!dropped) {
            db::DbError error = dropped.error();
            error.message = fmt::format(
                "{} was not dropped{}{}",
                object.to_string(),
                error.message.empty() ? "" : ": ",
                error.message
            );
            return error;
        }
        cleanup.dropped.push_back(object.to_string());
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
    const auto lock = TargetLock::take(plan, target, "cleanup");
    if (!lock) {
        return lock.error();
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
    done = refuse_replaced(*session, *inspection, **dataset);
    if (done) {
        done = drop_all(*session, *inspection, stop, cleanup);
    }
    return done && !stop.load() ? Notebook(*session).remove() : done;
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
