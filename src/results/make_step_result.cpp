// Puts a step's result together and has it judged.
#include "results/make_step_result.hpp"

#include "results/data_growth.hpp"
#include "results/describe_step.hpp"
#include "results/setting_notes.hpp"
#include "results/step_parts.hpp"
#include "results/uncertainty.hpp"
#include "results/validity.hpp"

#include <algorithm>

namespace oltpsim::results {
namespace {

std::vector<ShardResult> make_shards(const std::vector<metrics::ShardSample>& shards) {
    std::vector<ShardResult> rows;
    for (const auto& shard : shards) {
        ShardResult row;
        row.shard = shard.shard;
        row.involuntary_switches = shard.involuntary_switches;
        if (shard.utilisation >= 0) {
            row.utilisation = shard.utilisation;
        }
        if (shard.run_delay_share >= 0) {
            row.run_delay_share = shard.run_delay_share;
        }
        if (shard.wakeups > 0) {
            row.events_per_wakeup =
                static_cast<double>(shard.events) / static_cast<double>(shard.wakeups);
        }
        if (!shard.hold.empty()) {
            row.hold_p50_us = to_millis(shard.hold.quantile(0.50)) * 1000;
            row.hold_p99_us = to_millis(shard.hold.quantile(0.99)) * 1000;
        }
        rows.push_back(row);
    }
    return rows;
}

/// All targets steady, or not, or no verdict; and when the last of them got there.
void sum_up_steadiness(StepResult& step) {
    bool all_known = !step.targets.empty();
    bool all_steady = true;
    std::optional<double> last;
    for (const auto& target : step.targets) {
        if (target.state == "failed") {
            continue;
        }
        all_known = all_known && target.steady.has_value();
        all_steady = all_steady && target.steady.value_or(true);
        if (target.steady_after_s) {
            last = std::max(last.value_or(0), *target.steady_after_s);
        }
    }
    if (!all_steady) {
        step.steady = false;
    } else if (all_known && last) {
        step.steady = true;
        step.steady_after_s = last;
    }
}

}  // namespace

StepResult make_step_result(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    const metrics::StepOutcome& outcome,
    std::span<const std::string> error_class_names
) {
    const std::vector<workload::TransactionType> types = transaction_types(plan);
    StepResult result;
    result.name = step.name;
    result.vm_count = static_cast<std::uint32_t>(step.targets.size());
    result.state = outcome.state;
    result.started_at = outcome.started_at;
    result.precondition_seconds = outcome.precondition_seconds;
    result.sample_seconds = outcome.sample_seconds;
    result.precondition_planned_s = to_seconds(plan.phases.precondition);
    describe_step(plan, step, outcome, result);
    result.sample_planned_s = to_seconds(plan.phases.sample);
    for (const auto& target : outcome.targets) {
        result.targets.push_back(
            make_target_result(plan, target, outcome.sample_seconds, types, error_class_names)
        );
    }
    sum_up_steadiness(result);
    result.aggregate = make_aggregate(plan, outcome, result.targets);
    add_uncertainty(outcome, result);
    result.shards = make_shards(outcome.shards);
    result.notes = outcome.notes;
    judge_step(plan, outcome, result);
    note_settings(result);
    note_growth(result);
    return result;
}

}  // namespace oltpsim::results
