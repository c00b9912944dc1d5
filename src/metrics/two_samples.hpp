// Is B different from A, and by how much: Welch's test on the logarithm, so that the answer is a ratio with its interval.
// Pure. Source: Welch 1947; two one-sided tests for equivalence (Schuirmann 1987), read off the interval.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace oltpsim::metrics {

/// A figure, its standard error, and the degrees of freedom behind that (batches − 1, or runs − 1).
struct Measured {
    double value = 0;
    double standard_error = 0;
    double freedom = 0;
};

/// The mean of several runs of the same thing: the run is the unit. nullopt with fewer than two.
std::optional<Measured> over_runs(std::span<const double> runs);

struct RatioTest {
    double ratio = 1;  ///< B ÷ A
    double low = 1;    ///< 95 % interval of the ratio
    double high = 1;
    double p_value = 1;  ///< of "no difference"
};

/// nullopt when a value is not above 0 or nothing is known of both spreads.
std::optional<RatioTest> test_ratio(const Measured& a, const Measured& b);

enum class Finding : std::uint8_t {
    different,  ///< p < 0.05 and the margin is not known to hold
    same,       ///< the whole interval lies within the margin, whatever p says
    undecided,  ///< neither: the interval is too wide to tell
};

/// `margin`: what counts as no difference in practice, as a share (0.01 for 1 %).
Finding judge(const RatioTest& test, double margin);

/// Margins below which nobody would choose another array.
inline constexpr double kTpsMargin = 0.01;
inline constexpr double kMeanMargin = 0.05;
inline constexpr double kPercentileMargin = 0.10;

}  // namespace oltpsim::metrics
