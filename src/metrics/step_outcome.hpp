// What a finished step leaves behind, still as histograms and counts; results turns it into figures.
#pragma once

#include "metrics/bounded_series.hpp"
#include "metrics/interval_sample.hpp"
#include "metrics/sample_blocks.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::metrics {

/// One round of the steady-state rule (5 min, a tenth of a shorter precondition, or as the plan states).
struct RoundPoint {
    double seconds = 0;
    double tps = 0;
    double mean_ms = 0;
    double p99_ms = 0;
    bool empty = true;  ///< no commit in the round
};

struct TargetOutcome {
    std::uint32_t target = 0;
    std::string product, version, session_isolation;
    std::map<std::string, std::string> settings;
    bool tls = false;
    bool same_host = false;    ///< reached by socket, loopback or an own address
    std::string state = "ok";  ///< ok | failed | short
    std::string failure;
    std::array<IntervalSample, kPhaseCount> totals;  ///< by phase
    std::vector<RoundPoint> precondition_rounds;
    BoundedSeries precondition_tps;          ///< for the cross-check of the verdict
    std::vector<SampleBlock> sample_blocks;  ///< the sample in time order, for uncertainty
    IntervalSample ended_in_sample;  ///< ends alone: those within its seconds, of whatever phase
    double outage_seconds = 0;       ///< whole seconds of the sample without a commit of any phase
    double trailing_silence_s = 0;   ///< those of them at the very end of the sample
    std::optional<std::uint64_t> server_commits;
    std::uint64_t committed_all_phases = 0;
};

struct StepOutcome {
    std::string started_at;            ///< UTC, of the common start
    std::string state = "finished";    ///< finished | interrupted | failed
    double precondition_seconds = 0;   ///< as elapsed
    double round_seconds = 0;          ///< of the steady-state rule
    bool ended_by_steadiness = false;  ///< the precondition, before its ceiling
    double sample_seconds = 0;
    std::vector<TargetOutcome> targets;  ///< in step order
    std::vector<ShardSample> shards;     ///< sample phase, merged per shard
    std::vector<std::string> notes;
};

}  // namespace oltpsim::metrics
