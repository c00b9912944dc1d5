// The rules of validity.hpp, one function each.
#include "results/validity.hpp"

#include "core/text.hpp"
#include "metrics/closed_loop_law.hpp"
#include "metrics/steady_state.hpp"

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
constexpr double kRunDelayShare = 0.10;
constexpr double kNearLimit = 0.70;
constexpr double kBottleneck = 0.90;
constexpr double kLateMs = 10.0;
constexpr double kDelayShareP50 = 0.10;
constexpr double kDelayShareP99 = 0.25;
constexpr double kLongEnoughToCrossCheck = 600;

/// Sentences of a step, one per fact; facts that hold for many targets become one sentence with the first names.
struct Remarks {
    std::vector<std::string>& list;
    template <typename... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        list.push_back(fmt::format(format, std::forward<Args>(args)...));
    }
};

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
    if (target.outage_seconds > 0) {
        notes.add(
            "{}: {:.0f} whole seconds of the sample without a commit, {} reconnects",
            target.name,
            target.outage_seconds,
            group_digits(target.reconnects)
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

void note_load_limit(const metrics::ClosedLoop& loop, const StepResult& step, Remarks& notes) {
    if (!step.aggregate.load_limited.value_or(false)) {
        return;
    }
    const auto cycles = static_cast<double>(loop.cycles);
    notes.add(
        "load-limited: {:.1f} of at most {:.1f} transactions/s that {} clients with {:.0f} ms "
        "think time can ask for; TPS does not discriminate, compare latency",
        cycles / loop.seconds,
        *step.aggregate.tps_ceiling,
        group_digits(loop.clients),
        to_seconds(loop.think_total) / cycles * 1000
    );
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
    note_load_limit(all, step, notes);
}

/// Rates under the workload's names, and 90th percentiles against their limits, over all targets.
void note_limits(const StepResult& step, Remarks& notes) {
    for (const auto& [name, value] : step.aggregate.rates) {
        notes.add("{}: {:.1f}", name, value);
    }
    std::size_t judged = 0;
    std::string broken;
    for (const auto& target : step.targets) {
        for (const auto& type : target.by_transaction) {
            judged += type.within_limit() ? 1 : 0;
            if (!type.within_limit().value_or(true)) {
                broken += fmt::format(
                    "{}{} {} {:.1f} ms (limit {:.0f} ms)",
                    broken.empty() ? "" : ", ",
                    target.name,
                    type.name,
                    *type.p90_ms,
                    *type.p90_limit_ms
                );
            }
        }
    }
    if (!broken.empty()) {
        notes.add("90th percentile of response times: limit exceeded by {}", broken);
    } else if (judged > 0) {
        notes.add("90th percentile of response times: every transaction type keeps its limit");
    }
}

void note_client(const StepResult& step, Remarks& notes) {
    for (const auto& shard : step.shards) {
        if (shard.run_delay_share.value_or(0) > kRunDelayShare) {
            notes.add(
                "client descheduled: loop {} waited for a CPU during {:.0f} % of the sample; "
                "latencies "
                "include that",
                shard.shard,
                *shard.run_delay_share * 100
            );
        }
        const double busy = shard.utilisation.value_or(0);
        if (busy > kNearLimit) {
            notes.add(
                "client {}: loop {} was busy {:.0f} % of the sample",
                busy > kBottleneck ? "is the bottleneck" : "near its limit",
                shard.shard,
                busy * 100
            );
        }
    }
}

/// Replies that lay in the socket: part of the latency is this client's. Source: connectors "Loops and threads" D 7.
void note_client_delay(const StepResult& step, Remarks& notes) {
    for (const auto& target : step.targets) {
        const LatencyFigures& delay = target.client_delay;
        const LatencyFigures& whole = target.response;
        if (!delay.p50_ms || !delay.p99_ms || !whole.p50_ms || !whole.p99_ms) {
            continue;
        }
        if (*delay.p50_ms > kDelayShareP50 * *whole.p50_ms ||
            *delay.p99_ms > kDelayShareP99 * *whole.p99_ms) {
            notes.add(
                "{}: latency includes client delay: replies lay in the socket for {:.3f} ms (p50) "
                "and {:.3f} ms (p99) "
                "per transaction, of {:.3f} and {:.3f} ms ({} transactions audited)",
                target.name,
                *delay.p50_ms,
                *delay.p99_ms,
                *whole.p50_ms,
                *whole.p99_ms,
                group_digits(delay.count)
            );
        }
    }
}

void note_steadiness(const metrics::StepOutcome& outcome, const StepResult& step, Remarks& notes) {
    std::size_t unsteady = 0;
    std::string first;
    for (std::size_t i = 0; i < step.targets.size(); ++i) {
        if (step.targets[i].state == "failed" || step.targets[i].steady.value_or(true)) {
            continue;
        }
        if (unsteady++ == 0) {
            const auto verdict = metrics::judge_steady(outcome.targets[i].precondition_rounds);
            first = fmt::format("{}: {}", step.targets[i].name, verdict ? verdict->why_not : "");
        }
    }
    if (unsteady > 0) {
        notes.add(
            "not steady when the sample began: {} of {} VMs ({})",
            unsteady,
            step.targets.size(),
            first
        );
    } else if (!step.steady && step.precondition_planned_s > 0) {
        notes.add("the precondition was too short to judge steadiness (5 rounds are needed)");
    }
    std::size_t doubtful = 0;
    for (const auto& target : step.targets) {
        doubtful += target.steady.value_or(false) && !target.warm_up_s ? 1 : 0;
    }
    if (doubtful > 0 && step.precondition_seconds >= kLongEnoughToCrossCheck) {
        notes.add(
            "cross-check: MSER-5 finds the precondition too short to see the end of the warm-up on "
            "{} of {} VMs, though the rounds are steady",
            doubtful,
            step.targets.size()
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
    judge_loops(plan, outcome, step, reasons, notes);
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
