// How sure a mean is, when the seconds it comes from depend on each other: non-overlapping batch means.
// Pure. Source: Schmeiser 1982 (10 to 30 batches); ratio form for means whose count varies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace oltpsim::metrics {

/// What is known of a figure beside its value: 95 % interval and standard error in the figure's unit.
struct Uncertainty {
    double low = 0;
    double high = 0;
    double standard_error = 0;
    std::uint32_t batches = 0;   ///< independent stretches of time behind it; freedom is one less
    std::optional<double> lag1;  ///< correlation of neighbouring batches; near 0 when long enough
};

/// A stretch of time: a sum and what it is divided by (commits and seconds, total latency and transactions).
struct RatioPoint {
    double sum = 0;
    double weight = 0;
};

/// Two-sided quantile of Student's t: |t| is below it with this confidence. freedom > 0, confidence in (0, 1).
double student_t(double confidence, double freedom);
/// Probability of a |t| at least this large when there is no difference.
double student_p_value(double t, double freedom);

inline constexpr std::size_t kMostBatches = 30;
inline constexpr std::size_t kFewestBatches = 10;

/// Batches a series should be cut into: the largest of 30, 20, 15, 10 whose neighbours are uncorrelated (r1 < 2/sqrt k); else 10.
/// nullopt with fewer than ten points.
std::optional<std::size_t> batches_for(std::span<const RatioPoint> points);

/// 95 % interval of Σ sum ÷ Σ weight over consecutive equal stretches. What correlation is left between ten batches widens it.
/// nullopt with fewer than ten points or without weight.
std::optional<Uncertainty> batch_means(std::span<const RatioPoint> points);

}  // namespace oltpsim::metrics
