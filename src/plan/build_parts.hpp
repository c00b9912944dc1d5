// The parts of build_plan(), one file each. Internal to the room.
#pragma once

#include "config/section.hpp"
#include "plan/build_plan.hpp"

namespace oltpsim::plan {

inline constexpr std::uint32_t kMostClients = 10'000'000;
inline constexpr std::uint32_t kMostConnections = 100'000;
inline constexpr std::uint32_t kMostRepeats = 1000;

/// What the parts share while a plan is being built.
struct Building {
    RunPlan& plan;
    const Catalog& catalog;
    config::Problems& problems;
    std::string folder;  ///< of the plan file; "" = the current one
    bool profile_steps =
        false;  ///< the steps come from a profile, so they adapt to the number of targets

    void warn(const config::Position& where, const std::string& message);
    /// Relative names in a plan file are relative to it; "~/…", absolute ones and those from flags stay.
    std::string file_name(const std::string& name, const config::Position& where) const;
};

/// Resolves `workload.profile`; the document afterwards has the profile's defaults underneath. Sets plan.workload and plan.profile.
config::Node apply_profile(Building& building, const config::Node& document);
/// Reads the workload's options over its defaults.
void read_options(Building& building, const config::Node& document);

/// Reads phases over what `plan` holds. `node` may be null.
void read_phases(
    Building& building, PhasePlan& plan, const config::Node* node, const std::string& path
);
/// Reads hooks over what `plan` holds. `node` may be null; `keys`: those it may have.
void read_hooks(
    Building& building,
    HooksPlan& plan,
    const config::Node* node,
    const std::string& path,
    std::span<const std::string_view> keys
);
/// The plan's own hooks and the folder they run in.
void read_plan_hooks(Building& building, config::Section& root);
/// What `sweep` does.
void read_sweep(Building& building, config::Section& root);
/// The virtual clients of each target that steps are crossed with: none, or those of a list.
std::vector<std::uint32_t> read_client_counts(config::Section& section);

/// Phases, arrivals, think time, retries, sessions, threads, load.
void read_run_settings(Building& building, config::Section& root);

/// The user's URL for an error sentence. What stands before an '@' may hold a password in any mistyped form, so it is left out.
std::string shown_url(std::string_view text);
/// The number ranges in braces behind an '@' (never a password's place), each with a blank before it.
std::string ranges_of(std::string_view text);
/// Parses one URL into the target and finds its driver; false when that failed and was reported.
bool read_target_url(
    Building& building, TargetPlan& target, const std::string& text, const config::Position& where
);

/// Expands and reads all targets; needs the run settings.
void read_targets(Building& building, config::Section& root);
/// Given names must differ; the others are named by their address, in as much detail as makes them differ.
void settle_target_names(Building& building, const config::Position& where);
/// Binds the workload to each dialect once, and settles connections by its think time.
void settle_connections(Building& building, config::Section& root);

/// Steps; needs the targets.
void read_steps(Building& building, config::Section& root);

/// Fills canonical_json and hash.
void write_canonical(RunPlan& plan);

/// Mean think time per transaction that applies: the plan's, else the workload's own on the first target's dialect.
Nanos mean_think_time(const RunPlan& plan);

}  // namespace oltpsim::plan
