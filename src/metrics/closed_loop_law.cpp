// Arithmetic of closed_loop_law.hpp.
#include "metrics/closed_loop_law.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::metrics {

ClosedLoop& ClosedLoop::operator+=(const ClosedLoop& other) noexcept {
    cycles += other.cycles;
    busy_total += other.busy_total;
    think_total += other.think_total;
    clients += other.clients;
    seconds = std::max(seconds, other.seconds);
    return *this;
}

std::optional<double> law_residual(const ClosedLoop& loop) {
    if (loop.cycles == 0 || loop.clients == 0 || loop.seconds <= 0) {
        return std::nullopt;
    }
    const auto cycles = static_cast<double>(loop.cycles);
    const double rate = cycles / loop.seconds;
    const double response = to_seconds(loop.busy_total) / cycles;
    const double think = to_seconds(loop.think_total) / cycles;
    return rate * (response + think) / static_cast<double>(loop.clients) - 1.0;
}

double edge_deviation(const LatencyHistogram& response, double think_mean_s) {
    if (response.empty()) {
        return 0;
    }
    double r1 = 0, r2 = 0, r3 = 0;
    const auto count = static_cast<double>(response.count());
    for (std::uint32_t i = 0; i < response.used_length(); ++i) {
        const std::uint64_t times = response.count_at(i);
        if (times > 0) {
            const double share = static_cast<double>(times) / count;
            const double seconds = static_cast<double>(LatencyHistogram::lowest_of(i)) * 1e-9;
            r1 += share * seconds;
            r2 += share * seconds * seconds;
            r3 += share * seconds * seconds * seconds;
        }
    }
    const double z = think_mean_s;  // exponential: E[Z²] = 2z², E[Z³] = 6z³
    const double c1 = r1 + z;
    const double c2 = r2 + 2 * r1 * z + 2 * z * z;
    const double c3 = r3 + 3 * r2 * z + 6 * r1 * z * z + 6 * z * z * z;
    if (c1 <= 0) {
        return 0;
    }
    const double mean = c2 / (2 * c1);
    return std::sqrt(std::max(0.0, c3 / (3 * c1) - mean * mean));
}

double law_allowance(const ClosedLoop& loop, const LatencyHistogram& response) {
    if (loop.clients == 0 || loop.cycles == 0 || loop.seconds <= 0) {
        return kLawLimit;
    }
    const double think = to_seconds(loop.think_total) / static_cast<double>(loop.cycles);
    const double common = edge_deviation(response, 0);
    const double own =
        edge_deviation(response, think) / std::sqrt(static_cast<double>(loop.clients));
    return kLawLimit + 3.0 * std::sqrt(2.0) * std::hypot(common, own) / loop.seconds;
}

}  // namespace oltpsim::metrics
