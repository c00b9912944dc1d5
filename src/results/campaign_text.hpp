// What a campaign did around its figures, as people read it: hooks, checks, load curves. One wording for all formats.
#pragma once

#include "results/run_result.hpp"

#include <string>
#include <vector>

namespace oltpsim::results {

/// "ok", or "failed: exit status 3".
std::string hook_outcome_text(const HookResult& hook);
/// "12 checks passed", "2 of 12 checks failed", or "not checked" when the target could not be asked.
std::string check_outcome_text(const CheckAfterStep& check);

/// "poisson arrivals, in percent of 1,000.0 closed-loop TPS over all VMs".
std::string sweep_load_text(const SweepResult& sweep);
/// What stands out of a point: "knee", "highest with p99 within 20 ms", "saturated"; empty: nothing.
std::string sweep_remark(const SweepResult& sweep, const SweepPoint& point);
/// The knee, and the highest rate within the limit when one was asked for; a sentence each, also when there is none.
std::vector<std::string> sweep_findings(const SweepResult& sweep);

}  // namespace oltpsim::results
