// How sure a percentile is: whole blocks of time are drawn again and again, their histograms merged, the percentile recomputed.
// Pure and repeatable. Source: block bootstrap (Künsch 1989), blocks long enough that neighbours do not depend on each other.
#pragma once

#include "metrics/batch_means.hpp"
#include "metrics/sample_blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace oltpsim::metrics {

inline constexpr std::size_t kBootstrapDraws = 2000;

/// How many blocks these should be joined to, so that the share of slow transactions (above the 99th percentile) in
/// neighbours is uncorrelated: 10 to 30. 0 with fewer than ten blocks or without a transaction.
std::size_t independent_count(std::span<const SampleBlock> blocks);
/// What correlation of neighbours is left in these blocks, by the same share: 0 to 0.8.
double left_correlation(std::span<const SampleBlock> blocks);
/// Neighbours joined into `count` blocks of as equal length as whole blocks allow.
std::vector<SampleBlock> joined_to(std::span<const SampleBlock> blocks, std::size_t count);

/// Percentiles of each draw, in ms. Shape: one row per quantile of `draws` values; empty without blocks or transactions.
/// Two targets with equally many blocks are drawn alike, so their rows may be combined draw by draw.
std::vector<std::vector<double>> draw_percentiles(
    std::span<const SampleBlock> blocks,
    std::span<const double> quantiles,
    std::size_t draws = kBootstrapDraws
);

/// The 95 % interval that the draws give to `estimate`, widened for the number of blocks (percentile bootstrap is too
/// narrow with few) and for the `correlation` left between them. nullopt without draws or with fewer than two blocks.
std::optional<Uncertainty> interval_of_draws(
    std::vector<double> draws, double estimate, std::size_t blocks, double correlation = 0
);

}  // namespace oltpsim::metrics
