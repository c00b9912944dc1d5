// Document → RunPlan: defaults filled in, everything checked that can be checked without connecting.
// Thread: any; no I/O. Files and command-line flags come through here alike.
#pragma once

#include "config/document.hpp"
#include "plan/run_plan.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace oltpsim::plan {

/// What a plan can name. Lifetime: outlives every plan built from it.
struct Catalog {
    std::span<const std::unique_ptr<db::Driver>> drivers;
    std::span<const std::unique_ptr<workload::WorkloadType>> workloads;
};

/// Builds the plan. `source` is the file's path or "command line"; relative file names in the plan are relative to
/// the plan file's folder. Errors: all faults found, in `problems`; then the result is nullopt.
std::optional<RunPlan> build_plan(
    const config::Node& document,
    const std::string& source,
    const Catalog& catalog,
    config::Problems& problems
);

}  // namespace oltpsim::plan
