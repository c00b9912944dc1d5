// The sample cut into consecutive blocks of time, each with a compact histogram: what uncertainty is worked out from.
// Memory is bounded whatever the sample's length. Thread: one owner.
#pragma once

#include "metrics/latency_histogram.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace oltpsim::metrics {

/// One stretch of a target's sample: committed transactions and their response times.
struct SampleBlock {
    double seconds = 0;
    std::uint64_t count = 0;
    std::uint64_t ended = 0;  ///< commits within its seconds, of whatever phase
    double sum_ns = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        bins;  ///< LatencyHistogram index → count, ascending, no zeros
};

/// Two stretches as one.
SampleBlock joined(const SampleBlock& first, const SampleBlock& second);

/// Gathers seconds into at most kMostBlocks blocks of equal length.
class BlockRecorder {
public:
    static constexpr std::size_t kMostBlocks = 120;

    /// `seconds`: whole seconds of the sample, for the length of a block.
    explicit BlockRecorder(std::uint64_t seconds);

    /// Adds the response times of the `second`-th second of the sample, seconds in order. Later ones go into the last block.
    void add(std::uint64_t second, const LatencyHistogram& response);
    /// Adds commits of whatever phase that came in that second, after add() of the same second.
    void add_ended(std::uint64_t commits) noexcept { ended_ += commits; }
    /// Moves the blocks out. Shape: `seconds_run` ÷ block length, rounded up; the last may be shorter.
    std::vector<SampleBlock> finish(double seconds_run);

private:
    void close();

    std::uint64_t seconds_;
    std::uint64_t block_seconds_;
    std::uint64_t current_ = 0;  ///< number of the open block
    LatencyHistogram open_;
    std::uint64_t ended_ = 0;  ///< of the open block
    std::vector<SampleBlock> blocks_;
};

}  // namespace oltpsim::metrics
