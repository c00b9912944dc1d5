#include "engine/recorder.hpp"

#include <utility>

namespace oltpsim::engine {

static_assert(db::kErrorClassCount <= metrics::kErrorSlots);

namespace {

/// An end that is not a commit.
void count_rare(
    metrics::IntervalSample& sample, metrics::TransactionSample& type, const Finished& finished
) {
    switch (finished.end) {
        case Finished::End::committed: break;
        case Finished::End::rolled_back_by_design: ++type.outcomes.rolled_back_by_design; break;
        case Finished::End::failed:
            ++type.outcomes.failed;
            ++sample.errors[static_cast<std::size_t>(finished.error)];
            break;
        case Finished::End::cut_off: ++type.outcomes.cut_off; break;
    }
}

/// How a transaction of either kind ended; its response time is recorded when it committed. Rare counts are stored only
/// when they change: this is the path of every transaction.
inline void count_end(
    metrics::IntervalSample& sample,
    metrics::TransactionSample& type,
    const Finished& finished,
    Nanos response
) {
    if (finished.end == Finished::End::committed) [[likely]] {
        ++type.outcomes.committed;
        type.response.record(response);
    } else {
        count_rare(sample, type, finished);
    }
    if (finished.retries != 0) [[unlikely]] {
        type.outcomes.retries += finished.retries;
    }
    if (finished.ambiguous_commit) [[unlikely]] {
        ++sample.ambiguous_commits;
    }
}

}  // namespace

Recorder::Recorder(std::uint32_t target, std::size_t types) : target_(target), types_(types) {}

inline metrics::IntervalSample& Recorder::open(metrics::Phase phase) {
    const auto index = static_cast<std::size_t>(phase);
    if (!used_[index]) [[unlikely]] {
        begin(phase);
    }
    return samples_[index];
}

void Recorder::begin(metrics::Phase phase) {
    const auto index = static_cast<std::size_t>(phase);
    used_[index] = true;
    samples_[index].target = target_;
    samples_[index].phase = phase;
    samples_[index].by_type.resize(types_);
}

void Recorder::record(
    metrics::Phase phase,
    TimePoint intended,
    TimePoint started,
    Nanos next_think,
    const Finished& finished
) {
    metrics::IntervalSample& sample = open(phase);
    metrics::TransactionSample& type = sample.by_type[finished.type];
    const Nanos response = finished.at - intended;
    sample.busy_total += response;
    sample.think_total += next_think;
    sample.lag.record(started - intended);
    sample.pool_wait.record(finished.acquired - started);
    if (finished.end == Finished::End::committed) {
        sample.service.record(finished.at - finished.acquired);
        if (finished.client_delay) [[unlikely]] {
            sample.client_delay.record(*finished.client_delay);
        }
    }
    count_end(sample, type, finished, response);
}

void Recorder::record_queued(
    metrics::Phase phase,
    TimePoint intended,
    TimePoint started,
    Nanos next_think,
    const Finished& finished
) {
    record(phase, intended, started, next_think, finished);
    open(phase).by_type[finished.type].queued = true;
}

void Recorder::record_background(
    metrics::Phase phase, TimePoint start, TimePoint queued, const Finished& finished
) {
    metrics::IntervalSample& sample = open(phase);
    metrics::TransactionSample& type = sample.by_type[finished.type];
    type.background = true;
    count_end(sample, type, finished, finished.at - queued);
    if (!finished.record.empty()) {
        sample.background.push_back(
            {finished.type,
             to_seconds(queued - start),
             to_seconds(finished.at - start),
             finished.record}
        );
    }
}

void Recorder::skip(metrics::Phase phase, std::uint64_t arrivals) {
    open(phase).by_type[0].outcomes.skipped += arrivals;
}

void Recorder::cut_off_waiting(metrics::Phase phase) { ++open(phase).by_type[0].outcomes.cut_off; }

void Recorder::connect_error(metrics::Phase phase) { ++open(phase).connect_errors; }

void Recorder::reconnect(metrics::Phase phase) { ++open(phase).reconnects; }

std::vector<metrics::IntervalSample> Recorder::take(std::uint64_t second) {
    std::vector<metrics::IntervalSample> taken;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        if (std::exchange(used_[i], false)) {
            samples_[i].second = second;
            samples_[i].cycles = samples_[i].lag.count();  // every finished transaction has one
            taken.push_back(std::exchange(samples_[i], {}));
        }
    }
    return taken;
}

}  // namespace oltpsim::engine
