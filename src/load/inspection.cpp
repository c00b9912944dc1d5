// Deciding whether a target may be loaded, resumed or left alone.
#include "load/inspection.hpp"

#include "core/text.hpp"
#include "core/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace oltpsim::load {
namespace {

std::vector<std::string> tables_of_ours(
    const Inspection& inspection, const workload::Dataset& dataset, bool present
) {
    std::vector<std::string> names;
    for (const workload::DatasetTable& table : dataset.tables()) {
        if (inspection.present.contains(table.name) == present) {
            names.push_back(table.name);
        }
    }
    return names;
}

// "sbtest1, sbtest2 and 98 more"
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 3;
    const std::size_t shown = std::min(names.size(), kShown);
    std::string text = fmt::format(
        "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", ")
    );
    if (names.size() > shown) {
        text += fmt::format(" and {} more", names.size() - shown);
    }
    return text;
}

}  // namespace

db::DbError refusal(const std::string& operation, std::string message) {
    db::DbError error;
    error.cls = db::ErrorClass::schema_mismatch;
    error.operation = operation;
    error.message = std::move(message);
    return error;
}

db::Result<std::unique_ptr<workload::Dataset>> dataset_of(
    const plan::RunPlan& plan, const plan::TargetPlan& target
) {
    return plan.workload->dataset(plan.options, plan::binding_of(plan, target));
}

db::Result<Notes> notes_for(
    const plan::RunPlan& plan, const plan::TargetPlan& target, const workload::Dataset& dataset
) {
    Notes notes;
    const std::string& workload = plan.workload->name();
    notes.family = workload.substr(0, workload.find('/'));
    notes.identity = dataset.identity();
    notes.seed = target.seed;
    notes.data_index = target.data_index;
    notes.tool_version = fmt::format("{} ({})", version(), commit());
    notes.begun_utc = utc_now();
    for (const std::string& sql : dataset.drop_sql()) {
        auto object = object_of(sql);
        if (!object) {
            return object.error();
        }
        notes.objects.push_back(std::move(*object));
    }
    return notes;
}

db::Result<Inspection> look_at(db::AdminConnection& connection) {
    Inspection inspection;
    auto present = tables_present(connection);
    if (!present) {
        return present.error();
    }
    inspection.present = std::move(*present);
    if (inspection.present.contains(std::string(kMetaTable))) {
        auto notes = Notebook(connection).read();
        if (!notes) {
            return notes.error();
        }
        // Killed before the first notes were committed: nothing else was made then.
        if (!notes->family.empty()) {
            inspection.notes = std::move(*notes);
        }
    }
    return inspection;
}

std::string difference(const Notes& there, const Notes& wanted) {
    std::vector<std::string> parts;
    const auto compare = [&](std::string_view a, std::string_view b) {
        if (a != b) {
            parts.push_back(fmt::format(
                "{} there, {} in the plan", a.empty() ? "nothing" : a, b.empty() ? "nothing" : b
            ));
        }
    };
    if (there.family != wanted.family) {
        return fmt::format("{} data there, {} in the plan", there.family, wanted.family);
    }
    if (there.identity != wanted.identity) {
        const auto old_words = split(there.identity, ' ');
        const auto new_words = split(wanted.identity, ' ');
        if (old_words.size() == new_words.size()) {
            for (std::size_t i = 0; i < old_words.size(); ++i) {
                compare(old_words[i], new_words[i]);
            }
        } else {
            compare(there.identity, wanted.identity);
        }
    }
    compare(fmt::format("seed={}", there.seed), fmt::format("seed={}", wanted.seed));
    compare(
        fmt::format("data index {}", there.data_index),
        fmt::format("data index {}", wanted.data_index)
    );
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::string judge(Inspection& inspection, const Notes& wanted, const workload::Dataset& dataset) {
    if (!inspection.notes) {
        const auto taken = tables_of_ours(inspection, dataset, true);
        if (!taken.empty()) {
            return fmt::format(
                "tables of this name are here and were not made by oltpsim prepare ({}), so "
                "nothing was touched: use another "
                "database, drop them, or run on them as they are",
                some_of(taken)
            );
        }
        inspection.found = Found::nothing;
        return {};
    }
    const std::string other = difference(*inspection.notes, wanted);
    if (!other.empty()) {
        return fmt::format(
            "already loaded with other data ({}): run oltpsim cleanup first, or change the plan",
            other
        );
    }
    inspection.found = inspection.notes->is_loaded() ? Found::loaded : Found::unfinished;
    const auto missing = tables_of_ours(inspection, dataset, false);
    if (inspection.found == Found::loaded && !missing.empty()) {
        return fmt::format(
            "was loaded at {}, but {} no longer there: run oltpsim cleanup, then prepare",
            inspection.notes->loaded_utc,
            some_of(missing) + (missing.size() == 1 ? " is" : " are")
        );
    }
    return {};
}

}  // namespace oltpsim::load
