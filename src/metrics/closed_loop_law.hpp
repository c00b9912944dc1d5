// The law every closed loop obeys: X·(R + Z) = N. A result that breaks it contradicts itself.
#pragma once

#include "core/clock.hpp"

#include <cstdint>
#include <optional>

namespace oltpsim::metrics {

/// What one set of clients did in a closed-loop window. Transactions count whatever their end.
struct ClosedLoop {
    std::uint64_t cycles = 0;   ///< finished transactions
    Nanos busy_total{};         ///< Σ response times of them
    Nanos think_total{};        ///< Σ delays belonging to them
    std::uint64_t clients = 0;  ///< N
    double seconds = 0;         ///< length of the window

    ClosedLoop& operator+=(const ClosedLoop& other) noexcept;
};

/// X·(R+Z)/N − 1 with X = cycles ÷ seconds, R = busy_total ÷ cycles, Z = think_total ÷ cycles.
/// nullopt when there are no cycles, no clients or no time. Source: Little's law for a closed system.
std::optional<double> law_residual(const ClosedLoop& loop);

/// The largest |residual| that the numbers may show: 0.5 %, plus three standard deviations of what the window's two edges
/// explain. Each client is caught somewhere inside a cycle at either edge, so the residual's standard deviation
/// is at most sqrt(2/N)·(R+Z)/T; that is nothing in an hour, and much in a second.
inline constexpr double kLawLimit = 0.005;
double law_allowance(const ClosedLoop& loop);

}  // namespace oltpsim::metrics
