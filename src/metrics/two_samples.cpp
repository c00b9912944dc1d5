// Arithmetic of two_samples.hpp.
#include "metrics/two_samples.hpp"

#include "metrics/batch_means.hpp"

#include <cmath>

namespace oltpsim::metrics {

std::optional<Measured> over_runs(std::span<const double> runs) {
    if (runs.size() < 2) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(runs.size());
    Measured found;
    for (const double run : runs) {
        found.value += run / n;
    }
    double squares = 0;
    for (const double run : runs) {
        squares += (run - found.value) * (run - found.value);
    }
    found.standard_error = std::sqrt(squares / (n - 1) / n);
    found.freedom = n - 1;
    return found;
}

std::optional<RatioTest> test_ratio(const Measured& a, const Measured& b) {
    if (!(a.value > 0) || !(b.value > 0)) {
        return std::nullopt;
    }
    const double of_a = std::pow(a.standard_error / a.value, 2);
    const double of_b = std::pow(b.standard_error / b.value, 2);
    const double variance = of_a + of_b;
    if (!(variance > 0) || !std::isfinite(variance) || a.freedom <= 0 || b.freedom <= 0) {
        return std::nullopt;
    }
    // Welch–Satterthwaite.
    const double freedom =
        variance * variance / (of_a * of_a / a.freedom + of_b * of_b / b.freedom);
    const double difference = std::log(b.value / a.value);
    const double error = std::sqrt(variance);
    const double half = student_t(0.95, freedom) * error;
    return RatioTest{
        b.value / a.value,
        std::exp(difference - half),
        std::exp(difference + half),
        student_p_value(difference / error, freedom)
    };
}

Finding judge(const RatioTest& test, double margin) {
    if (test.low > 1 - margin && test.high < 1 + margin) {
        return Finding::same;
    }
    return test.p_value < 0.05 ? Finding::different : Finding::undecided;
}

}  // namespace oltpsim::metrics
