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

double law_allowance(const ClosedLoop& loop) {
    if (loop.cycles == 0 || loop.clients == 0 || loop.seconds <= 0) {
        return kLawLimit;
    }
    const double cycle =
        to_seconds(loop.busy_total + loop.think_total) / static_cast<double>(loop.cycles);
    const double edges = std::sqrt(2.0 / static_cast<double>(loop.clients)) * cycle / loop.seconds;
    return kLawLimit + 3.0 * edges;
}

}  // namespace oltpsim::metrics
