// The sample cut into consecutive blocks of time, each with a compact histogram: what uncertainty is worked out from.
// Memory is bounded whatever the sample's length. Thread: one owner.
#pragma once

#include "metrics/latency_histogram.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace oltpsim::metrics {

/// How many values fell into which bin, ascending, in about two bytes a bin: a VM's blocks of three hours take 120 kB instead of 2 MB.
/// A bin is eight buckets of LatencyHistogram, at most 1/128 of its value wide.
class BinCounts {
public:
    static constexpr std::uint32_t kBucketsPerBin = 8;
    struct Bin {
        std::uint32_t number;
        std::uint64_t count;
    };

    BinCounts() = default;
    explicit BinCounts(const LatencyHistogram& histogram) { assign(histogram); }
    /// Takes memory for so many bytes of bins now, not when they come.
    void reserve(std::size_t bytes);
    void assign(const LatencyHistogram& histogram);
    /// Shape: ascending numbers, no zero counts.
    std::vector<Bin> bins() const;
    /// Adds all of other's values.
    void merge(const BinCounts& other);

    std::size_t memory_bytes() const noexcept { return bytes_.capacity(); }

    static double lowest_ns(std::uint32_t bin) noexcept;  ///< lowest value of the bin
    static double width_ns(std::uint32_t bin) noexcept;   ///< number of values in it

private:
    /// `before`: number of the last bin appended, 0 at first.
    void append(const Bin& bin, std::uint32_t before);

    std::vector<std::uint8_t> bytes_;  ///< per bin two varints: distance to the one before, count
};

/// One stretch of a target's sample: committed transactions and their response times.
struct SampleBlock {
    double seconds = 0;
    std::uint64_t count = 0;
    std::uint64_t ended = 0;  ///< commits within its seconds, of whatever phase
    double sum_ns = 0;
    BinCounts responses;
};

/// Two stretches as one.
SampleBlock joined(const SampleBlock& first, const SampleBlock& second);

/// Gathers seconds into at most kMostBlocks blocks of equal length.
class BlockRecorder {
public:
    static constexpr std::size_t kMostBlocks = 60;  ///< twice the most batches ever taken

    /// `seconds`: whole seconds of the sample, for the length of a block. Memory for usual blocks is taken here, so that a run
    /// does not grow for hours.
    explicit BlockRecorder(std::uint64_t seconds);

    /// Adds the response times of the `second`-th second of the sample, seconds in order, and the commits of whatever phase that
    /// came in it. Later ones go into the last block.
    void add(std::uint64_t second, const LatencyHistogram& response, std::uint64_t ended = 0);
    /// Moves the blocks out. Shape: `seconds_run` ÷ block length, rounded up; the last may be shorter.
    std::vector<SampleBlock> finish(double seconds_run);

private:
    void close();

    std::uint64_t seconds_;
    std::uint64_t block_seconds_;
    std::uint64_t current_ = 0;  ///< number of the open block; those before are closed
    LatencyHistogram open_;
    std::uint64_t ended_ = 0;  ///< of the open block
    std::vector<SampleBlock> blocks_;
};

}  // namespace oltpsim::metrics
