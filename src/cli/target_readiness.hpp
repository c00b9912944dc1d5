// Are the targets of a step ready to be driven? Pre-flight, schema, what the run needs beside the rows.
#pragma once

#include "cli/context.hpp"
#include "phases/run_step.hpp"
#include "targets/preflight.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace oltpsim::cli {

using BoundWorkloads = std::vector<std::shared_ptr<const workload::Workload>>;

/// The plan's workload on each of its targets, by index; shared with the shards of a step. Errors are told.
std::optional<BoundWorkloads> bind_workloads(Context& context, const plan::RunPlan& plan);

/// Looks at `targets` (indices): reachable, signed in, with limits and a schema that fit.
std::vector<targets::TargetReport> look_at_targets(
    Context& context, const plan::RunPlan& plan, const std::vector<std::uint32_t>& targets
);

/// Puts what was found into `ready`, by target index.
void take_reports(
    const std::vector<targets::TargetReport>& reports, std::vector<phases::TargetReady>& ready
);

/// Makes what the run needs beside the rows, and notes that loaded rows are about to change: later checks must know. A target
/// that fails is not ready any more, with that reason.
void mark_targets(
    const plan::RunPlan& plan,
    const BoundWorkloads& bound,
    const std::vector<std::uint32_t>& targets,
    std::vector<phases::TargetReady>& ready
);

}  // namespace oltpsim::cli
