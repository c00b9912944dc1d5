// One function per kind of fact.
#include "results/step_notes.hpp"

#include "core/text.hpp"
#include "metrics/steady_state.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::results {
namespace {

constexpr double kRunDelayShare = 0.10;
constexpr double kNearLimit = 0.70;
constexpr double kBottleneck = 0.90;
constexpr double kDelayShareP50 = 0.10;
constexpr double kDelayShareP99 = 0.25;
constexpr double kLongEnoughToCrossCheck = 600;

/// Seconds without a commit that a rate alone explains: at 2 TPS every seventh second is silent. Poisson is an upper bound for
/// the closed loops and constant arrivals measured here.
double silent_by_chance(const TargetResult& target, double seconds) {
    return seconds * std::exp(-target.tps.value_or(0));
}

}  // namespace

void note_outages(const StepResult& step, Remarks& notes) {
    std::vector<const TargetResult*> silent;
    for (const auto& target : step.targets) {
        if (target.state == "ok" && target.tps &&
            target.outage_seconds > 2 * silent_by_chance(target, step.sample_seconds)) {
            silent.push_back(&target);
        }
    }
    constexpr std::size_t kMostNamed = 3;
    if (silent.size() <= kMostNamed) {
        for (const auto* target : silent) {
            notes.add(
                "{}: {:.0f} whole seconds of the sample without a commit, {} reconnects",
                target->name,
                target->outage_seconds,
                group_digits(target->reconnects)
            );
        }
        return;
    }
    const auto* worst = *std::max_element(silent.begin(), silent.end(), [](auto* a, auto* b) {
        return a->outage_seconds < b->outage_seconds;
    });
    notes.add(
        "{} of {} VMs: whole seconds of the sample without a commit; most of them {} with {:.0f} s "
        "and {} reconnects",
        silent.size(),
        step.targets.size(),
        worst->name,
        worst->outage_seconds,
        group_digits(worst->reconnects)
    );
}

void note_load_limit(const metrics::ClosedLoop& loop, const StepResult& step, Remarks& notes) {
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
                "and {:.3f} ms (p99) per transaction, of {:.3f} and {:.3f} ms ({} transactions "
                "audited)",
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

}  // namespace oltpsim::results
