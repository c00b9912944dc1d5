// sysbench's random number distributions, each as the version asked for defines it. Draws take 1 to 40 ns.
// Stateless: a draw is a function of the generator handed in. Thread: any.
#pragma once

#include "core/rng.hpp"

#include <cstdint>
#include <string_view>

namespace oltpsim::workloads::sysbench {

enum class DistributionKind : std::uint8_t {
    uniform,
    gaussian,     ///< sysbench 1.0 and later: mean of real numbers
    gaussian_05,  ///< sysbench 0.5: mean of whole numbers, rounded down
    special,  ///< sysbench 1.0: its central band holds only the upper rand_spec_res % of rand_spec_pct %
    special_05,  ///< sysbench 0.5: the whole central rand_spec_pct %
    pareto,
    zipfian,  ///< sysbench 1.1
};

/// Parameters with sysbench's defaults; each kind reads its own.
struct DistributionShape {
    DistributionKind kind = DistributionKind::uniform;
    std::uint32_t iterations = 12;  ///< rand_spec_iter
    std::uint32_t special_percent =
        1;  ///< rand_spec_pct: width of the central band, % of the values
    std::uint32_t special_share = 75;  ///< rand_spec_res: % of draws that fall into it; below 100
    double pareto_h = 0.2;
    double zipfian_exponent = 0.8;
};

/// Draws whole numbers from [low, high]. Source: sb_rand.c of sysbench 1.0.20 and of 1.1 (commit 3ceba0b), and
/// sysbench.c of branch 0.5. A range of one number gives that number (0.5 gave 0, which is no id).
class Distribution {
public:
    /// `usual_size`: number of values of the range drawn from most; others cost a little more with zipfian.
    Distribution(const DistributionShape& shape, std::uint64_t usual_size);

    /// Precondition: low ≤ high, both within 32 bits.
    std::int64_t draw(Rng& rng, std::int64_t low, std::int64_t high) const;

private:
    std::int64_t draw_gaussian(Rng& rng, std::int64_t low, std::int64_t high) const;
    std::int64_t draw_gaussian_05(Rng& rng, std::int64_t low, std::int64_t high) const;
    std::int64_t draw_special(Rng& rng, std::int64_t low, std::int64_t high) const;
    std::int64_t draw_special_05(Rng& rng, std::int64_t low, std::int64_t high) const;
    std::int64_t draw_zipfian(Rng& rng, std::int64_t low, std::int64_t high) const;
    double hat_integral(double x) const;
    double hat_integral_inverse(double y) const;

    DistributionShape shape_;
    double pareto_power_ = 0;
    double zipf_shortcut_ = 0;  ///< accept at once when the rounding distance is no larger
    double zipf_first_ = 0;     ///< integral below the first value, less its mass
    double zipf_usual_size_ = 0;
    double zipf_usual_last_ = 0;  ///< integral up to the last value of the usual range
};

/// Name for results, e.g. "special (sysbench 0.5: whole central 1 %)".
std::string_view to_string(DistributionKind kind) noexcept;

}  // namespace oltpsim::workloads::sysbench
