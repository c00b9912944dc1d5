#include "engine/arrivals.hpp"

#include "engine/event_loop.hpp"
#include "engine/target_slice.hpp"

#include <cmath>

namespace oltpsim::engine {

Arrivals::Arrivals(
    EventLoop& loop, TargetSlice& slice, plan::Arrival kind, double rate, std::uint64_t seed
)
    : loop_(loop), slice_(slice), kind_(kind), rate_(rate), rng_(seed) {}

Arrivals::~Arrivals() { loop_.cancel_timer(*this); }

void Arrivals::begin(TimePoint start, TimePoint end) {
    if (!open() || rate_ <= 0) {
        return;
    }
    start_ = start;
    end_ = end;
    // Shares of one target must not arrive in step with each other: a random phase within the first gap.
    start_ += from_seconds(rng_.unit() / rate_);
    next_ = start_;
    loop_.call_at(next_, *this);
}

TimePoint Arrivals::following(TimePoint scheduled) {
    if (kind_ == plan::Arrival::constant) {
        return start_ + from_seconds(static_cast<double>(++count_) / rate_);
    }
    return scheduled + from_seconds(-std::log1p(-rng_.unit()) / rate_);
}

void Arrivals::on_timer(TimePoint now) {
    while (next_ <= now && next_ < end_) {
        const TimePoint scheduled = next_;
        next_ = following(scheduled);
        slice_.arrive(scheduled);
    }
    if (next_ < end_) {
        loop_.call_at(next_, *this);
    }
}

}  // namespace oltpsim::engine
