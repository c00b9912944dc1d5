// From histograms and counts to figures: what a finished step, and a run, look like in result.json.
// Pure but for reading the workload's facts; knows no files.
#pragma once

#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"
#include "results/run_result.hpp"

#include <span>
#include <string>
#include <vector>

namespace oltpsim::results {

/// All figures of one step. `error_class_names`: by error slot of IntervalSample::errors.
/// Figures of a target that is not "ok" are absent (a short one keeps its latencies), and the aggregate leaves it out.
StepResult make_step_result(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    const metrics::StepOutcome& outcome,
    std::span<const std::string> error_class_names
);

/// Names of the workload's transaction types, by index; empty when the plan has no workload.
std::vector<std::string> transaction_names(const plan::RunPlan& plan);
/// The same with limits and rates. Empty when the workload cannot be bound.
std::vector<workload::TransactionType> transaction_types(const plan::RunPlan& plan);

/// A run without steps yet: plan, workload facts, environment, versions. Not valid until it has a valid step.
RunResult make_run_result(const plan::RunPlan& plan);

/// Adds a step and judges the run anew: valid when every step is. A step of the same name is replaced (resumed runs).
void add_step(RunResult& run, StepResult step);

/// Judges the run by its steps, for when one of them has changed.
void judge_run(RunResult& run);

/// The machine that made the load: host name, CPU, cores, memory, kernel, system. Unknown facts are left out.
std::map<std::string, std::string> environment_facts();

}  // namespace oltpsim::results
