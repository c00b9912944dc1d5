// What stands in a target before anything is changed: nothing, our load (unfinished or done), or something not ours.
#pragma once

#include "db/driver.hpp"
#include "load/notes.hpp"
#include "plan/run_plan.hpp"
#include "workload/workload.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace oltpsim::load {

enum class Found : std::uint8_t {
    nothing,     ///< none of our tables
    unfinished,  ///< our notes, this plan's data set, still loading
    loaded,      ///< our notes, this plan's data set, complete
};

/// One target looked at. Immutable once made.
struct Inspection {
    Found found = Found::nothing;
    std::optional<Notes> notes;
    std::set<std::string> present;  ///< tables, lower case
};

/// The plan's data set for one target. Errors: of WorkloadType::dataset.
db::Result<std::unique_ptr<workload::Dataset>> dataset_of(
    const plan::RunPlan& plan, const plan::TargetPlan& target
);
/// Notes as prepare would write them at its start. Errors: bad_argument for a data set with unusable drop statements.
db::Result<Notes> notes_for(
    const plan::RunPlan& plan, const plan::TargetPlan& target, const workload::Dataset& dataset
);

/// Reads notes and table names only. Errors: of the database.
db::Result<Inspection> look_at(db::AdminConnection& connection);
/// Empty if prepare may go on from here; sets `found`. Else one sentence: what is there, what the plan wants, what to do.
std::string judge(Inspection& inspection, const Notes& wanted, const workload::Dataset& dataset);
/// What differs between loads, e.g. `tables=4 there, tables=8 in the plan`; empty if nothing does.
std::string difference(const Notes& there, const Notes& wanted);

/// An error of class schema_mismatch.
db::DbError refusal(const std::string& operation, std::string message);

}  // namespace oltpsim::load
