// Residuals of the ratio, batch by batch.
#include "metrics/batch_means.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace oltpsim::metrics {
namespace {

constexpr std::array<std::size_t, 4> kChoices{kMostBatches, 20, 15, kFewestBatches};
constexpr double kConfidence = 0.95;

struct Fit {
    double ratio = 0;
    double standard_error = 0;
    double lag1 = 0;
};

/// `count` batches of as equal length as whole points allow. Precondition: Σ weight > 0.
Fit fit(std::span<const RatioPoint> points, std::size_t count) {
    std::vector<RatioPoint> batches(count);
    RatioPoint all;
    for (std::size_t i = 0; i < points.size(); ++i) {
        RatioPoint& batch = batches[i * count / points.size()];
        batch.sum += points[i].sum;
        batch.weight += points[i].weight;
        all.sum += points[i].sum;
        all.weight += points[i].weight;
    }
    Fit found;
    found.ratio = all.sum / all.weight;
    double squares = 0;
    double products = 0;
    double before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double residual = batches[i].sum - found.ratio * batches[i].weight;
        squares += residual * residual;
        products += i > 0 ? residual * before : 0;
        before = residual;
    }
    const auto k = static_cast<double>(count);
    found.standard_error = std::sqrt(k / (k - 1) * squares) / all.weight;
    // Residuals sum up to 0, which alone makes neighbours look correlated by -1/k.
    found.lag1 = squares > 0 ? products / squares + 1 / k : 0;
    return found;
}

bool has_weight(std::span<const RatioPoint> points) {
    return std::any_of(points.begin(), points.end(), [](const auto& p) { return p.weight > 0; });
}

}  // namespace

std::optional<std::size_t> batches_for(std::span<const RatioPoint> points) {
    if (points.size() < kFewestBatches || !has_weight(points)) {
        return std::nullopt;
    }
    for (const std::size_t count : kChoices) {
        if (count <= points.size() &&
            fit(points, count).lag1 < 2 / std::sqrt(static_cast<double>(count))) {
            return count;
        }
    }
    return kFewestBatches;
}

std::optional<Uncertainty> batch_means(std::span<const RatioPoint> points) {
    const auto count = batches_for(points);
    if (!count) {
        return std::nullopt;
    }
    const Fit found = fit(points, *count);
    const auto k = static_cast<double>(*count);
    // Of a first-order process the variance of the mean is (1 + r)/(1 - r) times that of independent batches.
    const double left = std::clamp(found.lag1, 0.0, 0.8);
    Uncertainty known;
    known.standard_error = found.standard_error * std::sqrt((1 + left) / (1 - left));
    const double half = student_t(kConfidence, k - 1) * known.standard_error;
    known.low = found.ratio - half;
    known.high = found.ratio + half;
    known.batches = static_cast<std::uint32_t>(*count);
    known.lag1 = found.lag1;
    return known;
}

}  // namespace oltpsim::metrics
