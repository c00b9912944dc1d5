// Blocks of seconds.
#include "metrics/sample_blocks.hpp"

#include "metrics/varint.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace oltpsim::metrics {
namespace {

SampleBlock compact(const LatencyHistogram& histogram) {
    SampleBlock block;
    block.count = histogram.count();
    block.sum_ns = static_cast<double>(histogram.sum());
    block.responses = BinCounts(histogram);
    return block;
}

}  // namespace

BinCounts::BinCounts(const std::vector<Bin>& bins) {
    std::uint32_t before = 0;
    for (const auto& bin : bins) {
        put_varint(bytes_, bin.number - before);
        put_varint(bytes_, static_cast<std::int64_t>(bin.count));
        before = bin.number;
    }
    bytes_.shrink_to_fit();
}

BinCounts::BinCounts(const LatencyHistogram& histogram) {
    std::vector<Bin> bins;
    for (std::uint32_t i = 0; i < histogram.used_length(); ++i) {
        const std::uint64_t times = histogram.count_at(i);
        if (times == 0) {
            continue;
        }
        if (bins.empty() || bins.back().number != i / kBucketsPerBin) {
            bins.push_back({i / kBucketsPerBin, 0});
        }
        bins.back().count += times;
    }
    *this = BinCounts(bins);
}

std::vector<BinCounts::Bin> BinCounts::bins() const {
    std::vector<Bin> bins;
    VarintReader reader(bytes_);
    std::uint32_t number = 0;
    while (!reader.at_end()) {
        number += static_cast<std::uint32_t>(*reader.next());
        bins.push_back({number, static_cast<std::uint64_t>(*reader.next())});
    }
    return bins;
}

void BinCounts::merge(const BinCounts& other) {
    const auto first = bins();
    const auto second = other.bins();
    std::vector<Bin> both;
    both.reserve(first.size() + second.size());
    std::merge(
        first.begin(),
        first.end(),
        second.begin(),
        second.end(),
        std::back_inserter(both),
        [](const Bin& a, const Bin& b) { return a.number < b.number; }
    );
    std::size_t kept = 0;
    for (std::size_t i = 1; i < both.size(); ++i) {
        if (both[i].number == both[kept].number) {
            both[kept].count += both[i].count;
        } else {
            both[++kept] = both[i];
        }
    }
    both.resize(std::min(both.size(), kept + 1));
    *this = BinCounts(both);
}

double BinCounts::lowest_ns(std::uint32_t bin) noexcept {
    return static_cast<double>(LatencyHistogram::lowest_of(bin * kBucketsPerBin));
}

double BinCounts::width_ns(std::uint32_t bin) noexcept {
    return static_cast<double>(kBucketsPerBin * LatencyHistogram::width_of(bin * kBucketsPerBin));
}

SampleBlock joined(const SampleBlock& first, const SampleBlock& second) {
    SampleBlock both = first;
    both.seconds += second.seconds;
    both.count += second.count;
    both.ended += second.ended;
    both.sum_ns += second.sum_ns;
    both.responses.merge(second.responses);
    return both;
}

BlockRecorder::BlockRecorder(std::uint64_t seconds)
    : seconds_(std::max<std::uint64_t>(seconds, 1)),
      block_seconds_((seconds_ + kMostBlocks - 1) / kMostBlocks) {}

void BlockRecorder::add(
    std::uint64_t second, const LatencyHistogram& response, std::uint64_t ended
) {
    const std::uint64_t block = std::min(second, seconds_ - 1) / block_seconds_;
    while (current_ < block) {
        close();
    }
    open_.merge(response);
    ended_ += ended;
}

void BlockRecorder::close() {
    blocks_.push_back(compact(open_));
    blocks_.back().ended = std::exchange(ended_, 0);
    open_.clear();
    ++current_;
}

std::vector<SampleBlock> BlockRecorder::finish(double seconds_run) {
    const auto length = static_cast<double>(block_seconds_);
    const auto wanted = static_cast<std::size_t>(std::max(0.0, std::ceil(seconds_run / length)));
    if (!open_.empty() || blocks_.size() < wanted) {
        close();
    }
    // A step that was cut short: what came after its end belongs to its last block.
    while (blocks_.size() > wanted && blocks_.size() > 1) {
        SampleBlock last = std::move(blocks_.back());
        blocks_.pop_back();
        blocks_.back() = joined(blocks_.back(), last);
    }
    blocks_.resize(wanted);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        blocks_[i].seconds = std::min(length, seconds_run - length * static_cast<double>(i));
    }
    return std::move(blocks_);
}

}  // namespace oltpsim::metrics
