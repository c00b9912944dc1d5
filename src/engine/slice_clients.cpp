// The part of TargetSlice that schedules its virtual clients: thinking, waiting for a connection, done.
#include "engine/event_loop.hpp"
#include "engine/target_slice.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::engine {
namespace {

constexpr Nanos kFirstPenalty = std::chrono::milliseconds{10};
constexpr Nanos kLongestPenalty = std::chrono::seconds{1};

// TPC-C r5.11 §5.2.5.4: negative exponential, truncated at ten times its mean.
Nanos exponential(Nanos mean, Rng& rng) {
    const double factor = std::min(-std::log1p(-rng.unit()), 10.0);
    return Nanos{static_cast<std::int64_t>(factor * static_cast<double>(mean.count()))};
}

}  // namespace

void VirtualClient::fire(TimePoint) { slice->start_client(*this); }

void TargetSlice::settle(VirtualClient& client) noexcept {
    --running_;
    measured_ -= std::exchange(client.measured, false) ? 1 : 0;
}

bool TargetSlice::may_start() noexcept {
    if (config_.max_transactions != 0 && started_ >= config_.max_transactions) {
        capped_ = true;
        return false;
    }
    ++started_;
    return true;
}

Nanos TargetSlice::draw_think(const VirtualClient& client) {
    if (config_.plan->think_time) {
        return exponential(*config_.plan->think_time, rng_);
    }
    if (config_.workload->mean_pacing() == Nanos::zero()) {
        return Nanos::zero();
    }
    const workload::ClientContext context = context_of(client);
    Rng next(seed_of(transaction_seed_, context.client, context.txn_index));
    const std::uint32_t type = config_.workload->choose(context, next);
    const std::uint32_t last = client.last_type == VirtualClient::kNoType ? type : client.last_type;
    return config_.workload->pacing(last, rng_).after + config_.workload->pacing(type, rng_).before;
}

// Parks the client until its next transaction, `from` being the end of the last one.
void TargetSlice::schedule_next(VirtualClient& client, TimePoint from, Nanos penalty) {
    if (arrivals_.open()) {
        client.state = ClientState::idle;
        client.think = Nanos::zero();
        if (backlog_.empty()) {
            idle_.push_back(&client);
            return;
        }
        client.intended = backlog_.front();
        backlog_.pop_front();
        launch(client);
        return;
    }
    const Nanos think = draw_think(client) + penalty;
    client.intended = from + think;
    auto& wheel = loop_.wheel();
    std::uint64_t tick = 0;
    const bool at_once = think == Nanos::zero() && from <= loop_.now();
    const bool on_wheel = !at_once && think >= ShortThinks::kLimit;
    if (on_wheel) {
        tick = wheel.tick_unbiased(client.intended, rng_.unit());
        client.intended =
            wheel.time_of(tick);  // the tick is the plan, so it is no lag (decision 0013)
    }
    client.think = client.intended - from;
    if (load_is_over(client.intended)) {
        client.state = ClientState::done;
        return;
    }
    client.state = ClientState::parked;
    if (at_once) {
        launch(client);
    } else if (on_wheel) {
        wheel.park(client, tick);
    } else {
        short_thinks_.park(client);
    }
}

void TargetSlice::start_client(VirtualClient& client) {
    launch(client);
    pump();
}

// Puts the client in the queue for a connection; who calls this from a lane lets the lane take the next in line.
// After the end of the sample the load is kept up until the sample's last transaction has its answer, so that those are
// measured under the same load as all others; what starts then is in no figure (decision 0007).
void TargetSlice::launch(VirtualClient& client) {
    if (load_is_over(client.intended) || cut_ || !may_start()) {
        client.state = ClientState::done;
        check_finished();
        return;
    }
    if (background_type_ >= 0 && answer_at_once(client)) {
        return;
    }
    ++running_;
    client.measured = client.intended < schedule_.end;
    measured_ += client.measured ? 1 : 0;
    client.started = std::max(loop_.refresh(), client.intended);
    pool_.push_waiter(client);
}

// A deferred transaction (TPC-C 2.7.2): the user is told that it is queued and goes on; a job does it when a connection is
// free. False when the client's next transaction is of another kind.
bool TargetSlice::answer_at_once(VirtualClient& client) {
    const workload::ClientContext context = context_of(client);
    Rng rng(seed_of(transaction_seed_, context.client, context.txn_index));
    const std::uint32_t type = workload().choose(context, rng);
    if (workload().transactions()[type].background < 0) {
        return false;
    }
    Finished answered;
    answered.type = type;
    client.started = std::max(loop_.refresh(), client.intended);
    answered.acquired = answered.at = client.started;
    queue_work(client, client.started);
    const TimePoint intended = client.intended;
    const TimePoint started = client.started;
    client.last_type = static_cast<std::uint16_t>(type);
    client.failures = 0;
    ++client.txn_index;
    schedule_next(client, answered.at, Nanos::zero());
    recorder_.record_queued(
        schedule_.phase_of(intended), intended, started, client.think, answered
    );
    return true;
}

void TargetSlice::queue_work(const VirtualClient& client, TimePoint now) {
    if (free_jobs_.empty()) {
        free_jobs_.push_back(&jobs_.emplace_back());
    }
    VirtualClient& job = *free_jobs_.back();
    free_jobs_.pop_back();
    job.slice = this;
    job.background = true;
    job.id = client.id;
    job.txn_index = client.txn_index;
    job.intended = job.started = now;
    ++running_;
    job.measured = now < schedule_.end;
    measured_ += job.measured ? 1 : 0;
    pool_.push_waiter(job);
}

void TargetSlice::finished_background(
    VirtualClient& job, const Finished& finished, const db::DbError& error
) {
    settle(job);
    if (finished.end == Finished::End::failed) {
        note_error(finished, error);
    }
    recorder_.record_background(
        schedule_.phase_of(job.intended), schedule_.start, job.intended, finished
    );
    job.state = ClientState::done;
    free_jobs_.push_back(&job);
    check_finished();
}

void TargetSlice::note_error(const Finished& finished, const db::DbError& error) {
    if (!std::exchange(error_seen_[static_cast<std::size_t>(finished.error)], true)) {
        notice(SliceNotice::Kind::event, "error", "first of its kind: " + error.describe());
    }
}

void TargetSlice::pump() {
    while (pool_.waiting() > 0) {
        Lane* lane = pool_.pop_free();
        if (lane == nullptr) {
            return;
        }
        lane->assign(*pool_.pop_waiter());
    }
}

void TargetSlice::arrive(TimePoint scheduled) {
    if (!idle_.empty()) {
        VirtualClient& client = *idle_.back();
        idle_.pop_back();
        client.intended = scheduled;
        client.think = Nanos::zero();
        start_client(client);
    } else if (backlog_.size() < config_.plan->max_backlog) {
        backlog_.push_back(scheduled);
    } else {
        recorder_.skip(schedule_.phase_of(scheduled), 1);
    }
}

void TargetSlice::finished(
    VirtualClient& client, const Finished& finished, const db::DbError& error
) {
    if (client.background) {
        finished_background(client, finished, error);
        return;
    }
    const TimePoint intended = client.intended;
    settle(client);
    const TimePoint started = client.started;
    Nanos penalty{};
    if (finished.end == Finished::End::failed) {
        note_error(finished, error);
        if (!workload().retryable(finished.error)) {
            const auto scaled =
                kFirstPenalty * (std::int64_t{1} << std::min<unsigned>(client.failures, 10));
            penalty = std::min(Nanos{scaled}, kLongestPenalty);
            client.failures = static_cast<std::uint16_t>(std::min(client.failures + 1, 1000));
        }
    } else {
        client.failures = 0;
    }
    client.last_type = static_cast<std::uint16_t>(finished.type);
    ++client.txn_index;
    schedule_next(client, finished.at, penalty);
    recorder_.record(schedule_.phase_of(intended), intended, started, client.think, finished);
    // The lane that comes free takes one; a client that queued work and went on at once has left two.
    if (background_type_ >= 0 && pool_.waiting() > 1) {
        pump();
    }
    check_finished();
}

}  // namespace oltpsim::engine
