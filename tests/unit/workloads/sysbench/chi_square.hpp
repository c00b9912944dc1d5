// Chi-square tests on counts, expressed as a z value (Wilson and Hilferty 1931), so that one limit fits all sizes.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace oltpsim::test {

using Counts = std::vector<std::uint64_t>;

/// How many standard deviations chi-square lies above what chance gives with `df` degrees of freedom.
inline double z_of(double chi_square, double df) {
    const double spread = 2.0 / (9.0 * df);
    return (std::cbrt(chi_square / df) - (1 - spread)) / std::sqrt(spread);
}

/// Do counts follow these probabilities? Neighbouring values are pooled until 10 are expected.
inline double fit_z(const Counts& counts, const std::vector<double>& probability) {
    double total = 0;
    for (const auto count : counts) {
        total += static_cast<double>(count);
    }
    double chi = 0, df = -1, seen = 0, expected = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        seen += static_cast<double>(counts[i]);
        expected += probability[i] * total;
        if (expected >= 10) {
            chi += (seen - expected) * (seen - expected) / expected;
            df += 1;
            seen = expected = 0;
        }
    }
    return z_of(chi, df);
}

/// Can two samples come from one distribution? Neighbouring values are pooled until both together hold 20.
inline double same_z(const Counts& a, const Counts& b) {
    double total_a = 0, total_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        total_a += static_cast<double>(a[i]);
        total_b += static_cast<double>(b[i]);
    }
    double chi = 0, df = -1, in_a = 0, in_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        in_a += static_cast<double>(a[i]);
        in_b += static_cast<double>(b[i]);
        if (in_a + in_b >= 20) {
            const double gap =
                std::sqrt(total_b / total_a) * in_a - std::sqrt(total_a / total_b) * in_b;
            chi += gap * gap / (in_a + in_b);
            df += 1;
            in_a = in_b = 0;
        }
    }
    return z_of(chi, df);
}

}  // namespace oltpsim::test
