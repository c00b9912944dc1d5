// Pre-flight: every target is reached, signed in to and asked for its facts before anything starts.
#pragma once

#include "db/driver.hpp"
#include "plan/run_plan.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace oltpsim::targets {

/// What pre-flight learned of one target. Shape: facts are empty when `error` is set.
struct TargetReport {
    std::uint32_t target = 0;  ///< index in the plan
    db::ServerFacts facts;
    bool same_host = false;  ///< shares this machine
    std::optional<db::DbError>
        error;             ///< could not be reached, refused sign-in, or what `further` returned
    std::string shortage;  ///< the server's limits are too low for the plan; one sentence
    bool ok() const noexcept { return !error && shortage.empty(); }
    /// One sentence for people: the error or the shortage.
    std::string describe() const;
};

/// A further check on the open session, e.g. whether the schema is there; the returned error fails the target.
using FurtherCheck =
    std::function<std::optional<db::DbError>(const plan::TargetPlan&, db::AdminConnection&)>;

/// What is looked at, and how many sessions will be opened.
struct PreflightScope {
    std::vector<std::uint32_t> targets;  ///< indices; empty = all
    bool load = false;                   ///< the load path's sessions count, not the run path's
    FurtherCheck further;
};

/// Connects to all targets in parallel (up to 32 at once). Each takes at most a few times the plan's connect time-out.
/// Targets not begun when `stop` is set are reported as cancelled. Shape: one report per target asked for, in order.
std::vector<TargetReport> preflight(
    const plan::RunPlan& plan, const PreflightScope& scope, const std::atomic<bool>& stop
);

}  // namespace oltpsim::targets
