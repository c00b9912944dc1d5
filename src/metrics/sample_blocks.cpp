// Blocks of seconds.
#include "metrics/sample_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace oltpsim::metrics {
namespace {

SampleBlock compact(const LatencyHistogram& histogram) {
    SampleBlock block;
    block.count = histogram.count();
    block.sum_ns = static_cast<double>(histogram.sum());
    for (std::uint32_t i = 0; i < histogram.used_length(); ++i) {
        if (const std::uint64_t times = histogram.count_at(i); times > 0) {
            block.bins.emplace_back(
                i, static_cast<std::uint32_t>(std::min<std::uint64_t>(times, 0xffffffffU))
            );
        }
    }
    return block;
}

}  // namespace

SampleBlock joined(const SampleBlock& first, const SampleBlock& second) {
    SampleBlock both{
        first.seconds + second.seconds,
        first.count + second.count,
        first.ended + second.ended,
        first.sum_ns + second.sum_ns,
        {}
    };
    both.bins.reserve(first.bins.size() + second.bins.size());
    auto a = first.bins.begin();
    auto b = second.bins.begin();
    while (a != first.bins.end() || b != second.bins.end()) {
        if (b == second.bins.end() || (a != first.bins.end() && a->first < b->first)) {
            both.bins.push_back(*a++);
        } else if (a == first.bins.end() || b->first < a->first) {
            both.bins.push_back(*b++);
        } else {
            both.bins.emplace_back(a->first, a->second + b->second);
            ++a;
            ++b;
        }
    }
    return both;
}

BlockRecorder::BlockRecorder(std::uint64_t seconds)
    : seconds_(std::max<std::uint64_t>(seconds, 1)),
      block_seconds_((seconds_ + kMostBlocks - 1) / kMostBlocks) {}

void BlockRecorder::add(std::uint64_t second, const LatencyHistogram& response) {
    const std::uint64_t block = std::min(second, seconds_ - 1) / block_seconds_;
    while (current_ < block) {
        close();
    }
    open_.merge(response);
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
