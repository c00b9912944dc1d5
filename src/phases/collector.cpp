#include "phases/collector.hpp"

#include "metrics/steady_state.hpp"

#include <algorithm>
#include <utility>

namespace oltpsim::phases {
namespace {

std::uint64_t whole_seconds(Nanos n) {
    return static_cast<std::uint64_t>((n + Nanos{999'999'999}) / std::chrono::seconds{1});
}

void add_loop(metrics::ShardSample& total, const metrics::ShardSample& one) {
    total.shard = one.shard;
    total.utilisation += one.utilisation;
    total.run_delay_share += one.run_delay_share;
    total.wakeups += one.wakeups;
    total.events += one.events;
    total.involuntary_switches += one.involuntary_switches;
    total.hold.merge(one.hold);
}

}  // namespace

Collector::Collector(
    std::vector<std::uint32_t> targets,
    std::size_t shards,
    const plan::PhasePlan& phases,
    metrics::RunSink& sink
)
    : targets_(std::move(targets)),
      precondition_seconds_(whole_seconds(phases.precondition_limit())),
      sample_seconds_(whole_seconds(phases.sample)),
      round_seconds_(whole_seconds(phases.round_length())),
      sink_(sink),
      totals_(targets_.size()),
      round_(targets_.size()),
      rounds_(targets_.size()),
      ended_in_sample_(targets_.size()),
      outage_seconds_(targets_.size(), 0.0),
      trailing_silence_(targets_.size(), 0.0),
      precondition_tps_(targets_.size()) {
    blocks_.reserve(targets_.size());
    for (std::size_t shard = 0; shard < shards; ++shard) {
        live_[static_cast<std::uint32_t>(shard)] = 0;
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        positions_[targets_[i]] = i;
        blocks_.emplace_back(sample_seconds_
        );  // each its own: a copy would not have its memory yet
        for (std::size_t p = 0; p < metrics::kPhaseCount; ++p) {
            totals_[i][p].target = targets_[i];
            totals_[i][p].phase = static_cast<metrics::Phase>(p);
        }
    }
}

void Collector::add(std::vector<metrics::IntervalSample> samples, metrics::ShardSample loop) {
    auto& second = pending_[loop.second];
    std::move(samples.begin(), samples.end(), std::back_inserter(second));
    live_[loop.shard] = loop.second + 1;
    if (loop.second >= precondition_seconds_ &&
        loop.second < precondition_seconds_ + sample_seconds_) {
        add_loop(loops_[loop.shard], loop);
        ++loop_seconds_[loop.shard];
    }
    sink_.on_shard(loop);
    flush_complete();
}

void Collector::shard_done(std::uint32_t shard) {
    live_.erase(shard);
    flush_complete();
}

// A second is complete when every shard still at work has delivered it.
void Collector::flush_complete() {
    while (!pending_.empty()) {
        const std::uint64_t number = pending_.begin()->first;
        const bool waiting = std::any_of(live_.begin(), live_.end(), [number](const auto& shard) {
            return shard.second <= number;
        });
        if (waiting) {
            return;
        }
        flush(number, std::move(pending_.begin()->second));
        pending_.erase(pending_.begin());
    }
}

bool Collector::due(metrics::Phase phase, std::uint64_t second) const noexcept {
    switch (phase) {
        case metrics::Phase::warm: return false;
        case metrics::Phase::precondition: return second < precondition_seconds_;
        case metrics::Phase::sample:
            return second >= precondition_seconds_ &&
                   second < precondition_seconds_ + sample_seconds_;
    }
    return false;
}

// Takes the samples of this phase out of `samples`. A target that no shard tells of has an empty one.
std::vector<metrics::IntervalSample> Collector::merged_by_target(
    std::uint64_t number, metrics::Phase phase, std::vector<metrics::IntervalSample>& samples
) const {
    std::vector<metrics::IntervalSample> merged(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        merged[i].target = targets_[i];
        merged[i].phase = phase;
        merged[i].second = number;
    }
    for (auto& sample : samples) {
        if (sample.phase != phase) {
            continue;
        }
        auto& whole = merged[positions_.at(sample.target)];
        if (whole.by_type.empty()) {
            whole = std::move(sample);  // most targets live on one shard
            continue;
        }
        whole.merge(sample);
        whole.background.insert(
            whole.background.end(), sample.background.begin(), sample.background.end()
        );
    }
    return merged;
}

void Collector::flush(std::uint64_t number, std::vector<metrics::IntervalSample> samples) {
    using metrics::Phase;
    std::vector<std::uint64_t> commits(targets_.size(), 0);  // in this second, of any phase
    for (const Phase phase : {Phase::warm, Phase::precondition, Phase::sample}) {
        const bool any = std::any_of(samples.begin(), samples.end(), [phase](const auto& sample) {
            return sample.phase == phase;
        });
        const bool expected = due(phase, number);
        if (!any && !expected) {
            continue;
        }
        const auto merged = merged_by_target(number, phase, samples);
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            totals_[i][static_cast<std::size_t>(phase)].merge(merged[i]);
            if (phase == Phase::precondition) {
                add_to_round(i, merged[i]);
            }
            if (phase == Phase::precondition && expected) {
                precondition_tps_[i].add(static_cast<double>(merged[i].committed()));
            }
            if (due(Phase::sample, number)) {
                ended_in_sample_[i].add_ends(merged[i]);
                commits[i] += merged[i].committed();
            }
            // The sample comes last: by now `commits` holds those of all phases.
            if (phase == Phase::sample && number >= precondition_seconds_) {
                blocks_[i].add(
                    number - precondition_seconds_, merged[i].merged_response(), commits[i]
                );
            }
            if (phase == Phase::sample && expected) {
                const bool silent = commits[i] == 0;
                outage_seconds_[i] += silent ? 1 : 0;
                trailing_silence_[i] = silent ? trailing_silence_[i] + 1 : 0;
            }
        }
        sink_.on_second(number, phase, merged);
    }
    close_rounds(std::min(number + 1, precondition_seconds_));
}

void Collector::add_to_round(std::size_t position, const metrics::IntervalSample& sample) {
    round_[position].merge(sample.merged_response());
}

void Collector::close_rounds(std::uint64_t upto) {
    if (rounds_over_ || round_seconds_ == 0 || upto < (rounds_closed_ + 1) * round_seconds_) {
        return;
    }
    ++rounds_closed_;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const metrics::LatencyHistogram histogram = std::exchange(round_[i], {});
        metrics::RoundPoint point;
        point.seconds = static_cast<double>(round_seconds_);
        point.tps = static_cast<double>(histogram.count()) / point.seconds;
        point.empty = histogram.empty();
        if (!point.empty) {
            point.mean_ms = histogram.mean() * 1e-6;
            point.p99_ms = to_millis(histogram.quantile(0.99));
        }
        rounds_[i].push_back(point);
    }
}

void Collector::end_precondition(std::uint64_t seconds) {
    precondition_seconds_ = std::min(precondition_seconds_, seconds);
    rounds_over_ = true;
}

bool Collector::all_steady() const {
    bool any = false;
    for (const auto& rounds : rounds_) {
        const bool silent = std::all_of(rounds.begin(), rounds.end(), [](const auto& round) {
            return round.empty;
        });
        if (silent) {
            continue;  // a target that never answered would hold up the others for ever
        }
        const auto verdict = metrics::judge_steady(rounds);
        if (!verdict || !verdict->steady) {
            return false;
        }
        any = true;
    }
    return any;
}

std::uint64_t Collector::committed(std::size_t position, metrics::Phase phase) const {
    return totals_[position][static_cast<std::size_t>(phase)].committed();
}

void Collector::finish(metrics::StepOutcome& outcome) {
    outcome.round_seconds = static_cast<double>(round_seconds_);
    while (!pending_.empty()) {
        flush(pending_.begin()->first, std::move(pending_.begin()->second));
        pending_.erase(pending_.begin());
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        metrics::TargetOutcome& target = outcome.targets[i];
        for (const auto& total : totals_[i]) {
            target.committed_all_phases += total.database_commits();
        }
        target.totals = std::move(totals_[i]);
        target.precondition_rounds = std::move(rounds_[i]);
        target.precondition_tps = std::move(precondition_tps_[i]);
        target.sample_blocks = blocks_[i].finish(outcome.sample_seconds);
        target.ended_in_sample = std::move(ended_in_sample_[i]);
        target.outage_seconds = outage_seconds_[i];
        target.trailing_silence_s = trailing_silence_[i];
    }
    for (auto& [shard, total] : loops_) {
        const auto seconds = static_cast<double>(loop_seconds_[shard]);
        total.utilisation /= seconds;
        total.run_delay_share /= seconds;
        outcome.shards.push_back(std::move(total));
    }
}

}  // namespace oltpsim::phases
