// A series of one value per second whose memory is bounded: when it is full, neighbours are averaged in pairs.
// Thread: one owner.
#pragma once

#include <cstddef>
#include <vector>

namespace oltpsim::metrics {

class BoundedSeries {
public:
    static constexpr std::size_t kMostPoints = 2000;

    /// The next second's value.
    void add(double value);
    /// Averages over step_s() seconds each, oldest first. Seconds that do not fill a point yet are left out.
    const std::vector<double>& points() const noexcept { return points_; }
    double step_s() const noexcept { return static_cast<double>(step_); }

private:
    std::vector<double> points_;
    std::size_t step_ = 1;
    std::size_t pending_ = 0;  ///< seconds in sum_
    double sum_ = 0;
};

}  // namespace oltpsim::metrics
