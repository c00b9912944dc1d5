// Puts the shards' seconds together: per target and phase, in order, with totals, rounds and outages.
// Thread: the supervisor's.
#pragma once

#include "metrics/run_sink.hpp"
#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace oltpsim::phases {

class Collector {
public:
    /// `targets`: plan indices in step order; `shards`: how many there are, numbered from 0.
    Collector(
        std::vector<std::uint32_t> targets,
        std::size_t shards,
        const plan::PhasePlan& phases,
        metrics::RunSink& sink
    );

    void add(std::vector<metrics::IntervalSample> samples, metrics::ShardSample loop);
    /// That shard has sent its last second.
    void shard_done(std::uint32_t shard);
    /// Moves the totals into the outcome's targets. `sample_seconds`: as elapsed.
    void finish(metrics::StepOutcome& outcome);
    std::uint64_t committed(std::size_t position, metrics::Phase phase) const;
    /// The precondition ends after so many seconds, none of which has been collected in full. No further round is judged.
    void end_precondition(std::uint64_t seconds);
    /// Seconds of the precondition covered by whole rounds so far.
    std::uint64_t judged_seconds() const noexcept { return rounds_closed_ * round_seconds_; }
    /// Is every target that still answers steady over its last rounds? False while there are too few to say.
    bool all_steady() const;

private:
    void flush_complete();
    std::vector<metrics::IntervalSample> merged_by_target(
        std::uint64_t number, metrics::Phase phase, std::vector<metrics::IntervalSample>& samples
    ) const;
    void flush(std::uint64_t number, std::vector<metrics::IntervalSample> samples);
    bool due(metrics::Phase phase, std::uint64_t second) const noexcept;
    void add_to_round(std::size_t position, const metrics::IntervalSample& sample);
    void close_rounds(std::uint64_t upto);

    std::vector<std::uint32_t> targets_;
    std::map<std::uint32_t, std::size_t> positions_;
    std::map<std::uint32_t, std::uint64_t> live_;  ///< shard → seconds delivered
    std::uint64_t precondition_seconds_, sample_seconds_;
    std::uint64_t round_seconds_;
    metrics::RunSink& sink_;
    std::map<std::uint64_t, std::vector<metrics::IntervalSample>> pending_;  ///< by second
    std::vector<std::array<metrics::IntervalSample, metrics::kPhaseCount>> totals_;
    std::vector<metrics::LatencyHistogram> round_;  ///< open round, by position
    std::vector<std::vector<metrics::RoundPoint>> rounds_;
    std::uint64_t rounds_closed_ = 0;
    bool rounds_over_ = false;
    std::vector<metrics::IntervalSample> ended_in_sample_;  ///< by position
    std::vector<double> outage_seconds_, trailing_silence_;
    std::vector<metrics::BoundedSeries> precondition_tps_;
    std::vector<metrics::BlockRecorder> blocks_;
    std::map<std::uint32_t, metrics::ShardSample> loops_;  ///< sample phase, by shard
    std::map<std::uint32_t, std::uint64_t> loop_seconds_;
};

}  // namespace oltpsim::phases
