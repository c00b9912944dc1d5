// Distributions by formula. Where versions of sysbench differ, each has its own function.
#include "workloads/sysbench/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::workloads::sysbench {
namespace {

std::uint64_t size_of(std::int64_t low, std::int64_t high) noexcept {
    return static_cast<std::uint64_t>(high - low) + 1;
}

// (e^x − 1)/x and log(1 + x)/x, both 1 at x = 0, without loss of digits near it.
double growth_ratio(double x) { return std::fabs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2; }
double log_ratio(double x) { return std::fabs(x) > 1e-8 ? std::log1p(x) / x : 1 - x / 2; }

}  // namespace

std::string_view to_string(DistributionKind kind) noexcept {
    switch (kind) {
        case DistributionKind::uniform: return "uniform";
        case DistributionKind::gaussian: return "gaussian";
        case DistributionKind::gaussian_05: return "gaussian (sysbench 0.5)";
        case DistributionKind::special: return "special (sysbench 1.0)";
        case DistributionKind::special_05: return "special (sysbench 0.5)";
        case DistributionKind::pareto: return "pareto";
        case DistributionKind::zipfian: return "zipfian";
    }
    return "uniform";
}

Distribution::Distribution(const DistributionShape& shape, std::uint64_t usual_size)
    : shape_(shape) {
    if (shape_.kind == DistributionKind::pareto) {
        pareto_power_ = std::log(shape_.pareto_h) / std::log(1 - shape_.pareto_h);
    }
    if (shape_.kind == DistributionKind::zipfian) {
        const double second = std::exp(-shape_.zipfian_exponent * std::log(2.0));
        zipf_shortcut_ = 2 - hat_integral_inverse(hat_integral(2.5) - second);
        zipf_first_ = hat_integral(1.5) - 1;
        zipf_usual_size_ = static_cast<double>(usual_size);
        zipf_usual_last_ = hat_integral(zipf_usual_size_ + 0.5);
    }
}

std::int64_t Distribution::draw(Rng& rng, std::int64_t low, std::int64_t high) const {
    switch (shape_.kind) {
        case DistributionKind::uniform: return rng.between(low, high);
        case DistributionKind::gaussian: return draw_gaussian(rng, low, high);
        case DistributionKind::gaussian_05: return draw_gaussian_05(rng, low, high);
        case DistributionKind::special: return draw_special(rng, low, high);
        case DistributionKind::special_05: return draw_special_05(rng, low, high);
        case DistributionKind::pareto: {
            const auto size = static_cast<double>(size_of(low, high));
            return low + static_cast<std::int64_t>(size * std::pow(rng.unit(), pareto_power_));
        }
        case DistributionKind::zipfian: return draw_zipfian(rng, low, high);
    }
    return low;
}

std::int64_t Distribution::draw_gaussian(Rng& rng, std::int64_t low, std::int64_t high) const {
    double sum = 0;
    for (std::uint32_t i = 0; i < shape_.iterations; ++i) {
        sum += rng.unit();
    }
    const auto size = static_cast<double>(size_of(low, high));
    return low + static_cast<std::int64_t>(sum * size / shape_.iterations);
}

std::int64_t Distribution::draw_gaussian_05(Rng& rng, std::int64_t low, std::int64_t high) const {
    const std::uint64_t size = size_of(low, high);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < shape_.iterations; ++i) {
        sum += rng.below(size);
    }
    return low + static_cast<std::int64_t>(sum / shape_.iterations);
}

// Version 1.0 reuses the draw that chose the band as the place within it. That draw is already known to be in the upper
// rand_spec_res % of [0, 1), so the lower part of the band is never hit: kept, because it is what 1.0 measures.
std::int64_t Distribution::draw_special(Rng& rng, std::int64_t low, std::int64_t high) const {
    const auto span = static_cast<double>(high - low);
    const double place = rng.unit();
    if (place * 100 < 100.0 - shape_.special_share) {
        double sum = 0;
        for (std::uint32_t i = 0; i < shape_.iterations; ++i) {
            sum += rng.unit();
        }
        return low + static_cast<std::int64_t>(sum * span / shape_.iterations);
    }
    const double width = span * shape_.special_percent / 100;
    const double start = span / 2 - width / 2;
    return std::min(high, low + static_cast<std::int64_t>(start + place * (width + 1)));
}

std::int64_t Distribution::draw_special_05(Rng& rng, std::int64_t low, std::int64_t high) const {
    const std::uint64_t size = size_of(low, high);
    const std::uint64_t parts = 100 / (100 - shape_.special_share);
    const std::uint64_t place = rng.below(size * parts);
    if (place < size) {
        return draw_gaussian_05(rng, low, high);
    }
    const std::uint64_t width = std::max<std::uint64_t>(1, size * shape_.special_percent / 100);
    const std::uint64_t start = size / 2 - size * shape_.special_percent / 200;
    return low + static_cast<std::int64_t>(start + place % width);
}

// Rejection-inversion, W. Hörmann and G. Derflinger 1996: draws under the hat H, whose inverse is known, and rejects the
// surplus. Value number r has mass proportional to r^−exponent; the lowest value is the most frequent.
std::int64_t Distribution::draw_zipfian(Rng& rng, std::int64_t low, std::int64_t high) const {
    const auto size = static_cast<double>(size_of(low, high));
    const double last = size == zipf_usual_size_ ? zipf_usual_last_ : hat_integral(size + 0.5);
    while (true) {
        const double area = last + rng.unit() * (zipf_first_ - last);
        const double x = hat_integral_inverse(area);
        const double rank = std::clamp(std::floor(x + 0.5), 1.0, size);
        if (rank - x <= zipf_shortcut_ ||
            area >=
                hat_integral(rank + 0.5) - std::exp(-shape_.zipfian_exponent * std::log(rank))) {
            return low + static_cast<std::int64_t>(rank) - 1;
        }
    }
}

// ∫ t^−e dt from 1 to x, which is log x for e = 1.
double Distribution::hat_integral(double x) const {
    const double log_x = std::log(x);
    return growth_ratio((1 - shape_.zipfian_exponent) * log_x) * log_x;
}

double Distribution::hat_integral_inverse(double y) const {
    const double t = std::max(-1.0, y * (1 - shape_.zipfian_exponent));
    return std::exp(log_ratio(t) * y);
}

}  // namespace oltpsim::workloads::sysbench
