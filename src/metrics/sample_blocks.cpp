// Blocks of seconds.
#include "metrics/sample_blocks.hpp"

#include "metrics/varint.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace oltpsim::metrics {
namespace {

constexpr std::size_t kUsualBytes = 2048;  // about 900 bins: latencies over seven octaves

}  // namespace

void BinCounts::reserve(std::size_t bytes) {
    const std::size_t used = bytes_.size();
    bytes_.resize(std::max(used, bytes));  // written to: reserved memory alone is not there yet
    bytes_.resize(used);
}

void BinCounts::append(const Bin& bin, std::uint32_t before) {
    put_varint(bytes_, bin.number - before);
    put_varint(bytes_, static_cast<std::int64_t>(bin.count));
}

void BinCounts::assign(const LatencyHistogram& histogram) {
    bytes_.clear();
    std::uint32_t before = 0;
    const std::uint32_t length = histogram.used_length();
    for (std::uint32_t i = 0; i < length;) {
        Bin bin{i / kBucketsPerBin, 0};
        for (; i < length && i / kBucketsPerBin == bin.number; ++i) {
            bin.count += histogram.count_at(i);
        }
        if (bin.count > 0) {
            append(bin, std::exchange(before, bin.number));
        }
    }
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
    bytes_.clear();
    std::uint32_t before = 0;
    for (auto a = first.begin(), b = second.begin(); a != first.end() || b != second.end();) {
        const bool from_first = b == second.end() || (a != first.end() && a->number <= b->number);
        const bool from_both = from_first && b != second.end() && a->number == b->number;
        Bin bin = from_first ? *a++ : *b++;
        bin.count += from_both ? (b++)->count : 0;
        append(bin, std::exchange(before, bin.number));
    }
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
      block_seconds_((seconds_ + kMostBlocks - 1) / kMostBlocks),
      blocks_((seconds_ + block_seconds_ - 1) / block_seconds_) {
    for (auto& block : blocks_) {
        block.responses.reserve(kUsualBytes);
    }
}

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
    if (current_ == blocks_.size()) {
        blocks_.emplace_back();
    }
    SampleBlock& block = blocks_[current_++];
    block.count = open_.count();
    block.sum_ns = static_cast<double>(open_.sum());
    block.ended = std::exchange(ended_, 0);
    block.responses.assign(open_);
    open_.clear();
}

std::vector<SampleBlock> BlockRecorder::finish(double seconds_run) {
    const auto length = static_cast<double>(block_seconds_);
    const auto wanted = static_cast<std::size_t>(std::max(0.0, std::ceil(seconds_run / length)));
    if (!open_.empty() || current_ < wanted) {
        close();
    }
    blocks_.resize(current_);
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
