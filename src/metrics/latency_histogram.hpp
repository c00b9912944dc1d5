// Latency histogram: HdrHistogram's layout (lowest 1 ns, 3 significant digits), pages allocated on first use.
// A value's bucket is at most 1/1024 of the value wide, so relative error is below 0.1 % from 1 µs to 1 h.
#pragma once

#include "core/clock.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace oltpsim::metrics {

/// Counts of nanosecond values. Single writer; moved out whole, so readers never see a torn one.
class LatencyHistogram {
public:
    /// HdrHistogram: 2048 sub-buckets for 3 digits; each further bucket adds 1024 counts.
    static constexpr unsigned kSubBucketBits = 11;
    static constexpr std::uint32_t kPageSize = 1u << (kSubBucketBits - 1);
    /// Highest value with a bucket of its own: 4.5 days would need more pages than anyone waits; 2^43 ns is 2.4 h.
    static constexpr unsigned kMaxBits = 43;
    static constexpr std::uint64_t kHighest = (1ULL << kMaxBits) - 1;
    static constexpr std::uint32_t kPages = kMaxBits - kSubBucketBits + 2;
    static constexpr std::uint32_t kLength = kPages * kPageSize;

    LatencyHistogram() = default;
    /// Moving leaves the source empty and ready to record again.
    LatencyHistogram(LatencyHistogram&& other) noexcept;
    LatencyHistogram& operator=(LatencyHistogram&& other) noexcept;
    LatencyHistogram(const LatencyHistogram& other);
    LatencyHistogram& operator=(const LatencyHistogram& other);
    ~LatencyHistogram() = default;

    /// Records one value; negative counts as 0. Values above kHighest go into the last bucket and are counted in saturated();
    /// maximum() and sum stay exact. Cost: a few ns.
    void record(Nanos value) noexcept {
        const auto raw = value.count() < 0 ? 0ULL : static_cast<std::uint64_t>(value.count());
        record_raw(raw, 1);
    }
    /// The same value `times` times. Inline: this is the hot path of every transaction.
    void record_raw(std::uint64_t nanos, std::uint64_t times) {
        // One comparison finds all that is rare: a new extreme, a value above kHighest, the first value.
        std::uint64_t counted = nanos;
        if (nanos - min_ >= usual_) [[unlikely]] {
            if (times == 0) {
                return;
            }
            counted = extend(nanos, times);
        }
        const std::uint32_t index = bucket_of(counted);
        auto& page = pages_[index / kPageSize];
        if (!page) [[unlikely]] {
            add_page(index / kPageSize);
        }
        (*page)[index % kPageSize] += times;
        count_ += times;
        add_to_sum(static_cast<Sum>(nanos) * times);
    }
    /// Adds all of other's values: the same as having recorded them here.
    void merge(const LatencyHistogram& other);
    /// Forgets all values and keeps the pages for the next ones.
    void clear() noexcept;

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t saturated() const noexcept { return saturated_; }
    bool empty() const noexcept { return count_ == 0; }
    /// Exact. Precondition: !empty().
    Nanos minimum() const noexcept { return Nanos{static_cast<std::int64_t>(min_)}; }
    Nanos maximum() const noexcept { return Nanos{static_cast<std::int64_t>(max_)}; }
    /// Exact sum ÷ count, in ns. Precondition: !empty().
    double mean() const noexcept {
        return static_cast<double>(whole_sum()) / static_cast<double>(count_);
    }
    long double sum() const noexcept { return static_cast<long double>(whole_sum()); }
    /// Smallest value v such that at least q of all values are ≤ v's bucket; bucket midpoint, clipped to [min, max],
    /// so min ≤ p50 ≤ p95 ≤ p99 ≤ max always. The highest rank, and any rank among saturated values, reads as the
    /// exact maximum. q in [0, 1]. Precondition: !empty().
    Nanos quantile(double q) const noexcept;

    /// Raw layout for the HdrHistogram log: index → count, index < kLength.
    std::uint64_t count_at(std::uint32_t index) const noexcept {
        const auto& page = pages_[index / kPageSize];
        return page ? (*page)[index % kPageSize] : 0;
    }
    /// Highest used index + 1; 0 if empty.
    std::uint32_t used_length() const noexcept { return empty() ? 0 : index_of(max_) + 1; }
    /// HdrHistogram's index for lowest 1 and 3 digits; values above kHighest share the last index.
    /// Source: HdrHistogram AbstractHistogram.countsArrayIndex.
    static std::uint32_t index_of(std::uint64_t nanos) noexcept {
        return bucket_of(std::min(nanos, kHighest));
    }
    static std::uint64_t lowest_of(std::uint32_t index) noexcept;  ///< lowest value of the bucket
    static std::uint64_t width_of(std::uint32_t index) noexcept;   ///< number of values in it
    /// Bytes held, pages included.
    std::size_t memory_bytes() const noexcept;

private:
    using Page = std::array<std::uint64_t, kPageSize>;
    __extension__ using Sum = unsigned __int128;

    /// index_of() of a value that is not above kHighest. A double holds such a value exactly, and its exponent followed by
    /// the first ten bits of its mantissa count up just as HdrHistogram's indices do: no search for the highest bit, which
    /// costs several times as much on processors where that instruction is microcode.
    static std::uint32_t bucket_of(std::uint64_t value) noexcept {
        constexpr unsigned kMantissaBits = 52, kDigitBits = kSubBucketBits - 1;
        constexpr std::uint64_t kOffset = (1023ULL + kDigitBits - 1) << kDigitBits;
        const auto bits =
            std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(value)));
        const std::uint64_t index = (bits >> (kMantissaBits - kDigitBits)) - kOffset;
        return static_cast<std::uint32_t>(value < kPageSize ? value : index);
    }
    /// Takes a value outside [min_, min_ + usual_) into the numbers that are rarely touched; returns the value to count
    /// it under.
    std::uint64_t extend(std::uint64_t nanos, std::uint64_t times) noexcept;
    void find_usual() noexcept;
    void add_to_sum(Sum added) noexcept {
        const auto low = static_cast<std::uint64_t>(added);
        const auto high = static_cast<std::uint64_t>(added >> 64);
        sum_low_ += low;
        if (sum_low_ < low || high != 0) [[unlikely]] {
            sum_high_ += high + (sum_low_ < low ? 1 : 0);
        }
    }
    Sum whole_sum() const noexcept { return (static_cast<Sum>(sum_high_) << 64) | sum_low_; }
    void add_page(std::uint32_t page);
    void forget_numbers() noexcept;

    std::array<std::unique_ptr<Page>, kPages> pages_;
    std::uint64_t count_ = 0;
    std::uint64_t saturated_ = 0;
    std::uint64_t min_ = ~0ULL;
    std::uint64_t max_ = 0;
    std::uint64_t usual_ =
        0;  ///< values of [min_, min_ + usual_) change no number but counts and sum
    std::uint64_t sum_low_ = 0;
    std::uint64_t sum_high_ = 0;  ///< stored on a carry only: stores are what recording costs
};

}  // namespace oltpsim::metrics
