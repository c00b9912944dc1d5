// Synthetic series with known properties, for known-answer tests of statistics. Repeatable: everything from a seed.
#pragma once

#include "core/rng.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace oltpsim::support {

inline double normal(Rng& rng) {
    const double radius = std::sqrt(-2 * std::log(1 - rng.unit()));
    return radius * std::cos(2 * std::numbers::pi * rng.unit());
}

/// First-order autoregressive series of the given mean and standard deviation, in its stationary state from the start.
inline std::vector<double> ar1(
    Rng& rng, std::size_t length, double mean, double deviation, double correlation
) {
    std::vector<double> series(length);
    const double fresh = std::sqrt(1 - correlation * correlation);
    double state = normal(rng);
    for (double& value : series) {
        value = mean + deviation * state;
        state = correlation * state + fresh * normal(rng);
    }
    return series;
}

}  // namespace oltpsim::support
