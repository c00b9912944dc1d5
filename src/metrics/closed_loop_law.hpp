// The law every closed loop obeys: X·(R + Z) = N. A result that breaks it contradicts itself.
#pragma once

#include "core/clock.hpp"
#include "metrics/latency_histogram.hpp"

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

/// Standard deviation, in seconds, of what is left of a client's cycle at a moment picked at random: how far one edge of the
/// window may be off for one client. From the moments of the cycle, sqrt(E[C³]/3E[C] − (E[C²]/2E[C])²), with response times
/// as recorded and exponential thinking of the given mean. 0 when the histogram is empty. Source: renewal theory.
double edge_deviation(const LatencyHistogram& response, double think_mean_s);

/// The largest |residual| that sound numbers may show: 0.5 %, plus three standard deviations of what the window's two edges
/// explain: sqrt(2)/T times the edge deviation of the response times, which clients share because they wait for the same
/// disk and the same locks, and of the whole cycles ÷ sqrt(N), because clients think independently. That is nothing in an
/// hour, and much in a second.
inline constexpr double kLawLimit = 0.005;
double law_allowance(const ClosedLoop& loop, const LatencyHistogram& response);

}  // namespace oltpsim::metrics
