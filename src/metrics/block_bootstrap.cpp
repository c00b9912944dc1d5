// Cumulative counts per block; a percentile of a draw is then a binary search.
#include "metrics/block_bootstrap.hpp"

#include "core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oltpsim::metrics {
namespace {

constexpr std::uint64_t kSeed =
    0x6f6c7470;  // any constant: the same blocks always give the same interval
// A percentile that is printed comes from the whole histogram: nothing is known more exactly than its buckets.
constexpr double kBucketWidth = 1.0 / 1024;

/// All blocks over the bins that occur. Shape: cumulative[block * bins + bin].
struct Table {
    std::vector<std::uint32_t> number;
    std::vector<std::uint64_t> cumulative;
    std::size_t blocks = 0;

    std::uint64_t up_to(std::size_t block, std::size_t bin) const {
        return cumulative[block * number.size() + bin];
    }
    /// `weights`: how often each block was drawn.
    std::uint64_t up_to(std::span<const std::uint32_t> weights, std::size_t bin) const {
        std::uint64_t sum = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            sum += weights[b] * up_to(b, bin);
        }
        return sum;
    }
};

Table table_of(std::span<const SampleBlock> blocks) {
    Table table;
    table.blocks = blocks.size();
    std::vector<std::vector<BinCounts::Bin>> counts;
    for (const auto& block : blocks) {
        counts.push_back(block.responses.bins());
        for (const auto& bin : counts.back()) {
            table.number.push_back(bin.number);
        }
    }
    std::sort(table.number.begin(), table.number.end());
    table.number.erase(std::unique(table.number.begin(), table.number.end()), table.number.end());
    table.cumulative.reserve(table.number.size() * blocks.size());
    for (const auto& bins : counts) {
        auto next = bins.begin();
        std::uint64_t sum = 0;
        for (const std::uint32_t number : table.number) {
            if (next != bins.end() && next->number == number) {
                sum += (next++)->count;
            }
            table.cumulative.push_back(sum);
        }
    }
    return table;
}

/// A rank and the bin it lies in.
struct Rank {
    double rank = 0;
    std::size_t bin = 0;
};

Rank rank_of(const Table& table, std::span<const std::uint32_t> weights, double quantile) {
    std::size_t high = table.number.size() - 1;
    const auto total = static_cast<double>(table.up_to(weights, high));
    Rank found{std::max(1.0, std::ceil(quantile * total - 1e-9)), 0};
    while (found.bin < high) {
        const std::size_t middle = (found.bin + high) / 2;
        if (static_cast<double>(table.up_to(weights, middle)) >= found.rank) {
            high = middle;
        } else {
            found.bin = middle + 1;
        }
    }
    return found;
}

/// The values of a bin are taken as spread evenly over it: bins are wider than what is to be told apart.
double percentile_ms(const Table& table, std::span<const std::uint32_t> weights, double quantile) {
    const auto [rank, bin] = rank_of(table, weights, quantile);
    const auto below = static_cast<double>(bin > 0 ? table.up_to(weights, bin - 1) : 0);
    const double inside = static_cast<double>(table.up_to(weights, bin)) - below;
    const std::uint32_t number = table.number[bin];
    return (BinCounts::lowest_ns(number) +
            BinCounts::width_ns(number) * (rank - below - 0.5) / inside) *
           1e-6;
}

/// Per block: transactions above the 99th percentile of all, and all. Empty without transactions.
std::vector<RatioPoint> slow_shares(std::span<const SampleBlock> blocks) {
    const Table table = table_of(blocks);
    if (table.number.empty()) {
        return {};
    }
    const std::vector<std::uint32_t> once(blocks.size(), 1);
    const std::size_t fast_bins = rank_of(table, once, 0.99).bin;
    std::vector<RatioPoint> slow;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const std::uint64_t below = fast_bins > 0 ? table.up_to(b, fast_bins - 1) : 0;
        const auto count = static_cast<double>(blocks[b].count);
        slow.push_back({count - static_cast<double>(below), count});
    }
    return slow;
}

}  // namespace

std::size_t independent_count(std::span<const SampleBlock> blocks) {
    const auto slow = slow_shares(blocks);
    return slow.empty() || blocks.size() < kFewestBatches
               ? 0
               : batches_for(slow).value_or(kFewestBatches);
}

double left_correlation(std::span<const SampleBlock> blocks) {
    const auto known = batch_means(slow_shares(blocks));
    return known ? std::clamp(known->lag1.value_or(0), 0.0, 0.8) : 0;
}

std::vector<SampleBlock> joined_to(std::span<const SampleBlock> blocks, std::size_t count) {
    std::vector<SampleBlock> longer(count);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        SampleBlock& into = longer[b * count / blocks.size()];
        into = joined(into, blocks[b]);
    }
    return longer;
}

std::vector<std::vector<double>> draw_percentiles(
    std::span<const SampleBlock> blocks, std::span<const double> quantiles, std::size_t draws
) {
    const Table table = table_of(blocks);
    if (table.number.empty()) {
        return {};
    }
    std::vector<std::vector<double>> rows(quantiles.size());
    Rng rng(seed_of(kSeed, blocks.size()));
    std::vector<std::uint32_t> weights(blocks.size());
    for (std::size_t draw = 0; draw < draws; ++draw) {
        std::fill(weights.begin(), weights.end(), 0);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            ++weights[rng.below(blocks.size())];
        }
        std::uint64_t drawn = 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            drawn += weights[b] * blocks[b].count;
        }
        if (drawn == 0) {
            continue;  // only blocks without a transaction: says nothing about latency
        }
        for (std::size_t q = 0; q < quantiles.size(); ++q) {
            rows[q].push_back(percentile_ms(table, weights, quantiles[q]));
        }
    }
    return rows;
}

std::optional<Uncertainty> interval_of_draws(
    std::vector<double> draws, double estimate, std::size_t blocks, double correlation
) {
    if (draws.size() < 40 || blocks < 2) {
        return std::nullopt;
    }
    std::sort(draws.begin(), draws.end());
    const auto at = [&](double share) {
        return draws[static_cast<std::size_t>(share * static_cast<double>(draws.size() - 1))];
    };
    const double mean =
        std::accumulate(draws.begin(), draws.end(), 0.0) / static_cast<double>(draws.size());
    double squares = 0;
    for (const double draw : draws) {
        squares += (draw - mean) * (draw - mean);
    }
    const auto k = static_cast<double>(blocks);
    // As for batch means: what correlation is left between blocks widens the interval.
    const double small_sample = std::sqrt(k / (k - 1) * (1 + correlation) / (1 - correlation));
    const double wider = small_sample * student_t(0.95, k - 1) / student_t(0.95, 1e6);
    const double least = estimate * kBucketWidth / 2;
    Uncertainty known;
    known.standard_error =
        std::max(least / 2, small_sample * std::sqrt(squares / static_cast<double>(draws.size())));
    known.low = estimate - std::max(least, (estimate - at(0.025)) * wider);
    known.high = estimate + std::max(least, (at(0.975) - estimate) * wider);
    known.batches = static_cast<std::uint32_t>(blocks);
    known.lag1 = correlation;
    return known;
}

}  // namespace oltpsim::metrics
