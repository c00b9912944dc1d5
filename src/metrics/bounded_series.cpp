// Halves its resolution when full.
#include "metrics/bounded_series.hpp"

namespace oltpsim::metrics {

void BoundedSeries::add(double value) {
    sum_ += value;
    if (++pending_ < step_) {
        return;
    }
    points_.push_back(sum_ / static_cast<double>(step_));
    sum_ = 0;
    pending_ = 0;
    if (points_.size() < kMostPoints) {
        return;
    }
    for (std::size_t i = 0; i * 2 + 1 < points_.size(); ++i) {
        points_[i] = (points_[2 * i] + points_[2 * i + 1]) / 2;
    }
    points_.resize(points_.size() / 2);
    step_ *= 2;
}

}  // namespace oltpsim::metrics
