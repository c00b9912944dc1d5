// The rules of validity.hpp, one function each.
#include "results/validity.hpp"

#include "core/text.hpp"
#include "metrics/closed_loop_law.hpp"
#include "results/step_notes.hpp"
#include "results/sweep_curve.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace oltpsim::results {
namespace {

using metrics::Phase;

constexpr double kShortSample =
    60;  // seconds: below, one long stall at a border is seen in the law
constexpr double kMostFailedShare = 0.01;
constexpr double kMostSkippedShare = 0.01;
constexpr double kLateMs = 10.0;

double share(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

void judge_counts(const TargetResult& target, Remarks& reasons, Remarks& notes) {
    const auto& ends = target.outcomes;
    if (ends.committed == 0) {
        reasons.add(
            "{}: no transaction was committed in the sample ({} failed)",
            target.name,
            group_digits(ends.failed)
        );
    } else if (share(ends.failed, ends.scheduled()) > kMostFailedShare) {
        reasons.add(
            "{}: {:.1f} % of transactions failed ({} of {}; limit {:.0f} %)",
            target.name,
            share(ends.failed, ends.scheduled()) * 100,
            group_digits(ends.failed),
            group_digits(ends.scheduled()),
            kMostFailedShare * 100
        );
    }
    if (ends.cut_off > 0) {
        reasons.add(
            "{}: {} transactions were still running when the grace ended and were cut off",
            target.name,
            group_digits(ends.cut_off)
        );
    }
    if (share(ends.skipped, ends.scheduled()) > kMostSkippedShare) {
        reasons.add(
            "{}: the offered load was not met, {:.1f} % of arrivals were skipped ({} of {})",
            target.name,
            share(ends.skipped, ends.scheduled()) * 100,
            group_digits(ends.skipped),
            group_digits(ends.scheduled())
        );
    }
    if (target.response.saturated > 0) {
        notes.add(
            "{}: {} response times exceed the histogram's range of 2.4 h; maximum and average are "
            "exact",
            target.name,
            group_digits(target.response.saturated)
        );
    }
    if (target.ambiguous_commits > 0) {
        notes.add(
            "{}: {} commits were in doubt when their connection was lost",
            target.name,
            group_digits(target.ambiguous_commits)
        );
    }
    if (target.lag.p99_ms.value_or(0) > kLateMs) {
        notes.add(
            "{}: clients were started late, lag p99 {:.1f} ms", target.name, *target.lag.p99_ms
        );
    }
}

void judge_law(
    std::string_view who,
    std::optional<double> residual,
    const metrics::ClosedLoop& loop,
    const metrics::LatencyHistogram& response,
    Remarks& reasons
) {
    if (!residual) {
        return;
    }
    const double allowed = metrics::law_allowance(loop, response);
    if (std::abs(*residual) > allowed) {
        reasons.add(
            "{}: law residual {:+.2f} % (limit {:.2f} %): X*(R+Z) of {} transactions does not "
            "account "
            "for the time of {} clients{}",
            who,
            *residual * 100,
            allowed * 100,
            group_digits(loop.cycles),
            group_digits(loop.clients),
            loop.seconds < kShortSample
                ? "; a longer sample shows whether a stall at its border did that"
                : ", so the numbers contradict themselves"
        );
    }
}

void judge_loops(
    const plan::RunPlan& plan,
    const metrics::StepOutcome& outcome,
    const StepResult& step,
    Remarks& reasons,
    Remarks& notes
) {
    if (plan.arrival != plan::Arrival::closed) {
        return;
    }
    metrics::ClosedLoop all;
    metrics::LatencyHistogram all_responses;
    std::uint64_t cut_off = 0;
    for (std::size_t i = 0; i < step.targets.size(); ++i) {
        const TargetResult& row = step.targets[i];
        if (row.state != "ok") {
            continue;
        }
        const auto& sample = outcome.targets[i].totals[static_cast<std::size_t>(Phase::sample)];
        const metrics::ClosedLoop loop{
            sample.cycles, sample.busy_total, sample.think_total, row.clients, step.sample_seconds
        };
        const metrics::LatencyHistogram responses = sample.merged_response();
        cut_off += row.outcomes.cut_off;
        if (row.outcomes.cut_off ==
            0) {  // else the law cannot hold: their times are unknown, and that reason is given
            judge_law(row.name, row.law_residual, loop, responses, reasons);
        }
        all += loop;
        all_responses.merge(responses);
    }
    if (step.aggregate.vm_count > 1 && cut_off == 0) {
        judge_law("all VMs", step.aggregate.law_residual, all, all_responses, reasons);
    }
    if (step.aggregate.load_limited.value_or(false)) {
        note_load_limit(all, step, notes);
    }
}

/// Beyond what the VMs can do, work piles up, and no latency is steady.
void judge_offered_rate(const StepResult& step, Remarks& reasons) {
    if (step.offered_tps && is_saturated(step)) {
        reasons.add(
            "the VMs did not keep up: {:.1f} transactions/s were offered, {:.1f} ended within the "
            "sample; response times hold what ended after it",
            *step.offered_tps,
            step.aggregate.tps.value_or(0)
        );
    }
}

}  // namespace

void judge_step(const plan::RunPlan& plan, const metrics::StepOutcome& outcome, StepResult& step) {
    Remarks reasons{step.invalid_reasons};
    Remarks notes{step.notes};
    if (step.state != "finished") {
        reasons.add(
            "step {} after {:.0f} of {:.0f} s of the sample",
            step.state,
            step.sample_seconds,
            step.sample_planned_s
        );
    }
    if (step.targets.empty()) {
        reasons.add("no target ran");
    }
    for (const auto& target : step.targets) {
        if (target.state != "ok") {
            reasons.add(
                "{}: {}{}{}",
                target.name,
                target.state,
                target.failure.empty() ? "" : ": ",
                target.failure
            );
        } else {
            judge_counts(target, reasons, notes);
        }
    }
    note_outages(step, notes);
    judge_loops(plan, outcome, step, reasons, notes);
    judge_offered_rate(step, reasons);
    note_steadiness(outcome, step, notes);
    note_limits(step, notes);
    note_client(step, notes);
    note_client_delay(step, notes);
    bool same_host = false;
    for (const auto& target : outcome.targets) {
        same_host = same_host || target.same_host;
    }
    if (same_host) {
        notes.add("client and server share this machine");
    }
    step.valid = step.invalid_reasons.empty();
}

}  // namespace oltpsim::results
