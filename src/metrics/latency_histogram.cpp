// Everything of the histogram that is not on the recording path.
#include "metrics/latency_histogram.hpp"

#include <cmath>
#include <limits>

namespace oltpsim::metrics {

LatencyHistogram::LatencyHistogram(LatencyHistogram&& other) noexcept
    : pages_(std::move(other.pages_)),
      count_(other.count_),
      saturated_(other.saturated_),
      min_(other.min_),
      max_(other.max_),
      usual_(other.usual_),
      sum_low_(other.sum_low_),
      sum_high_(other.sum_high_) {
    other.forget_numbers();
}

LatencyHistogram& LatencyHistogram::operator=(LatencyHistogram&& other) noexcept {
    if (this == &other) {
        return *this;
    }
    pages_ = std::move(other.pages_);
    count_ = other.count_;
    saturated_ = other.saturated_;
    min_ = other.min_;
    max_ = other.max_;
    usual_ = other.usual_;
    sum_low_ = other.sum_low_;
    sum_high_ = other.sum_high_;
    other.forget_numbers();
    return *this;
}

LatencyHistogram::LatencyHistogram(const LatencyHistogram& other) { merge(other); }

LatencyHistogram& LatencyHistogram::operator=(const LatencyHistogram& other) {
    if (this != &other) {
        clear();
        merge(other);
    }
    return *this;
}

std::uint64_t LatencyHistogram::extend(std::uint64_t nanos, std::uint64_t times) noexcept {
    if (nanos > kHighest) {
        saturated_ += times;
    }
    min_ = std::min(min_, nanos);
    max_ = std::max(max_, nanos);
    find_usual();
    return std::min(nanos, kHighest);
}

// Saturated values are counted apart, so they are never usual.
void LatencyHistogram::find_usual() noexcept {
    usual_ = min_ > kHighest ? 0 : std::min(max_, kHighest) - min_ + 1;
}

void LatencyHistogram::add_page(std::uint32_t page) { pages_[page] = std::make_unique<Page>(); }

void LatencyHistogram::forget_numbers() noexcept {
    count_ = 0;
    saturated_ = 0;
    min_ = std::numeric_limits<std::uint64_t>::max();
    max_ = 0;
    usual_ = 0;
    sum_low_ = 0;
    sum_high_ = 0;
}

void LatencyHistogram::clear() noexcept {
    for (auto& page : pages_) {
        if (page) {
            page->fill(0);
        }
    }
    forget_numbers();
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
    if (other.empty()) {
        return;
    }
    for (std::uint32_t p = 0; p < kPages; ++p) {
        if (!other.pages_[p]) {
            continue;
        }
        if (!pages_[p]) {
            add_page(p);
        }
        Page& into = *pages_[p];
        const Page& from = *other.pages_[p];
        for (std::uint32_t i = 0; i < kPageSize; ++i) {
            into[i] += from[i];
        }
    }
    count_ += other.count_;
    saturated_ += other.saturated_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    find_usual();
    add_to_sum(other.whole_sum());
}

std::uint64_t LatencyHistogram::lowest_of(std::uint32_t index) noexcept {
    if (index < 2 * kPageSize) {
        return index;
    }
    const std::uint32_t bucket = index / kPageSize - 1;
    return static_cast<std::uint64_t>(index % kPageSize + kPageSize) << bucket;
}

std::uint64_t LatencyHistogram::width_of(std::uint32_t index) noexcept {
    return index < 2 * kPageSize ? 1 : 1ULL << (index / kPageSize - 1);
}

Nanos LatencyHistogram::quantile(double q) const noexcept {
    // The product is rounded: 0.07·100 must mean rank 7, not 8.
    const double exact = std::clamp(q, 0.0, 1.0) * static_cast<double>(count_);
    const double rounded_down = exact * (1.0 - 2.0 * std::numeric_limits<double>::epsilon());
    const auto rank = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::ceil(rounded_down)), 1, std::max<std::uint64_t>(count_, 1)
    );
    if (rank > count_ - std::max<std::uint64_t>(saturated_, 1)) {
        return maximum();
    }
    std::uint64_t seen = 0;
    for (std::uint32_t p = 0; p < kPages; ++p) {
        if (!pages_[p]) {
            continue;
        }
        for (std::uint32_t i = 0; i < kPageSize; ++i) {
            seen += (*pages_[p])[i];
            if (seen >= rank) {
                const std::uint32_t index = p * kPageSize + i;
                const std::uint64_t middle = lowest_of(index) + width_of(index) / 2;
                return Nanos{static_cast<std::int64_t>(std::clamp(middle, min_, max_))};
            }
        }
    }
    return maximum();
}

std::size_t LatencyHistogram::memory_bytes() const noexcept {
    std::size_t bytes = sizeof *this;
    for (const auto& page : pages_) {
        bytes += page ? sizeof(Page) : 0;
    }
    return bytes;
}

}  // namespace oltpsim::metrics
