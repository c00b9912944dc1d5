// What a step comes to: its outcome, target by target. See supervisor.hpp.
#include "phases/supervisor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::phases {

Nanos Supervisor::elapsed_sample() const {
    if (!begun_) {
        return Nanos::zero();
    }
    if (cut_at_ == TimePoint::max()) {
        return plan_.phases.sample;
    }
    return std::clamp(cut_at_ - (start_ + precondition_), Nanos::zero(), plan_.phases.sample);
}

// A target that gave no answer at the end, or none at all, has failed; its row says so and why.
void Supervisor::judge(metrics::TargetOutcome& target, const TargetState& state) const {
    const auto& sample = target.totals[static_cast<std::size_t>(metrics::Phase::sample)];
    const std::string& pre_flight = ready_[target.target].failure;
    if (plan_.max_transactions > 0 && target.committed_all_phases >= plan_.max_transactions) {
        target.state = "short";
        target.failure = fmt::format(
            "max_transactions ({}) was reached before the end of the sample", plan_.max_transactions
        );
        return;
    }
    if (!pre_flight.empty()) {
        target.failure = pre_flight;
    } else if (!state.refused.empty()) {
        target.failure = state.refused;
    } else if (!begun_) {
        target.failure = "the step was stopped before its start";
    } else if (sample.committed() == 0 && elapsed_sample() > Nanos::zero()) {
        target.failure = "no transaction committed in the sample" +
                         (state.last_trouble.empty() ? std::string{} : "; " + state.last_trouble);
    } else if (!state.down.empty()) {
        target.failure = "not reachable at the end of the sample; " + state.last_trouble;
    } else if (sample.outcomes().cut_off > 0 && target.trailing_silence_s >= 1) {
        target.failure = fmt::format(
            "stopped answering: no commit in the last {:.0f} s of the sample, {} transactions "
            "still in flight after the grace",
            target.trailing_silence_s,
            sample.outcomes().cut_off
        );
    }
    if (!target.failure.empty()) {
        target.state = "failed";
    }
}

metrics::StepOutcome Supervisor::finish() {
    metrics::StepOutcome outcome;
    outcome.started_at = started_at_;
    outcome.sample_seconds = to_seconds(elapsed_sample());
    outcome.ended_by_steadiness = precondition_ < plan_.phases.precondition_limit();
    const Nanos to_sample = cut_at_ == TimePoint::max() ? precondition_ : cut_at_ - start_;
    outcome.precondition_seconds =
        begun_ ? to_seconds(std::clamp(to_sample, Nanos::zero(), precondition_)) : 0;
    outcome.state = stop_.level() > 0 ? "interrupted" : begun_ ? "finished" : "failed";
    outcome.notes = notes_;
    if (gave_up_) {
        outcome.notes.emplace_back(
            "some connections did not end within the grace and were abandoned"
        );
    }
    outcome.targets.resize(step_.targets.size());
    for (std::size_t i = 0; i < step_.targets.size(); ++i) {
        metrics::TargetOutcome& target = outcome.targets[i];
        const TargetReady& ready = ready_[step_.targets[i]];
        target.target = step_.targets[i];
        target.product = ready.facts.product;
        target.version = ready.facts.version;
        target.settings = ready.facts.settings;
        target.session_isolation = ready.facts.session_isolation;
        target.tls = ready.facts.tls;
        target.same_host = ready.same_host;
    }
    collector_->finish(outcome);
    counters_.read_after(outcome);
    for (auto& target : outcome.targets) {
        if (target.server_commits) {
            std::uint64_t opened = 0;
            for (const auto& [share, count] : states_[target.target].opened) {
                opened += count;
            }
            const std::uint64_t sessions =
                opened * plan_.targets[target.target].driver->info().commits_per_session;
            target.server_commits =
                *target.server_commits - std::min(*target.server_commits, sessions);
        }
    }
    for (auto& target : outcome.targets) {
        judge(target, states_[target.target]);
        if (target.state == "failed" && ready_[target.target].failure.empty() &&
            states_[target.target].refused.empty()) {
            emit("target_failed", plan_.targets[target.target].name, target.failure);
        }
    }
    return outcome;
}

}  // namespace oltpsim::phases
