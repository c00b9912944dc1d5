// The part of TargetSlice that opens sessions and notes their coming and going.
#include "engine/event_loop.hpp"
#include "engine/target_slice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::engine {
namespace {

constexpr std::size_t kConcurrentOpens = 128;

// Errors that no second attempt can cure while nothing has ever worked.
bool hopeless(db::ErrorClass cls) {
    switch (cls) {
        case db::ErrorClass::auth_failed:
        case db::ErrorClass::tls_failed:
        case db::ErrorClass::permission_denied:
        case db::ErrorClass::schema_mismatch:
        case db::ErrorClass::bad_argument:
        case db::ErrorClass::unsupported: return true;
        default: return false;
    }
}

}  // namespace

void TargetSlice::connect() {
    last_refill_ = loop_.now();
    for (auto& lane : lanes_) {
        lane->start();
    }
    admit_connects(loop_.now());
}

// Staged start: a token bucket at the plan's rate, slowed down while the server refuses, and never more than
// kConcurrentOpens under way, so that an accept queue cannot overflow.
void TargetSlice::admit_connects(TimePoint now) {
    const double ceiling = std::max(1.0, connect_rate_ * 0.05);
    connect_tokens_ =
        std::min(ceiling, connect_tokens_ + to_seconds(now - last_refill_) * connect_rate_);
    last_refill_ = now;
    if (connect_queue_.empty()) {
        return;
    }
    auto opening =
        static_cast<std::size_t>(std::count_if(lanes_.begin(), lanes_.end(), [](const auto& lane) {
            return lane->opening();
        }));
    while (!connect_queue_.empty() && connect_tokens_ >= 1 && opening < kConcurrentOpens) {
        connect_tokens_ -= 1;
        ++opening;
        Lane* lane = connect_queue_.front();
        connect_queue_.pop_front();
        lane->admit();
    }
}

bool TargetSlice::connect_failed(Lane& lane) {
    last_connect_error_ = lane.last_error();
    const TimePoint now = loop_.now();
    const auto cls = static_cast<std::size_t>(last_connect_error_.cls);
    if (!ever_connected_ && hopeless(last_connect_error_.cls)) {
        if (!std::exchange(refused_, true)) {
            notice(SliceNotice::Kind::refused, "refused", last_connect_error_.describe());
        }
        return false;
    }
    if (begun_) {
        recorder_.connect_error(schedule_.phase_of(now));
    }
    if (now - last_refusal_ > std::chrono::milliseconds{100}) {
        connect_rate_ = std::max(1.0, connect_rate_ * 0.7);
        last_refusal_ = now;
    }
    if (!std::exchange(error_seen_[cls], true)) {
        notice(
            SliceNotice::Kind::event,
            "connect_error",
            fmt::format(
                "{} ({} of {} sessions open, connecting at {:.0f}/s)",
                last_connect_error_.describe(),
                up_,
                lanes_.size(),
                connect_rate_
            )
        );
    }
    return true;
}

void TargetSlice::lane_up(Lane&) {
    ++up_;
    ++opened_;
    ever_connected_ = true;
    connect_rate_ = std::min(config_.connects_per_second, connect_rate_ * 1.01);
    if (begun_) {
        recorder_.reconnect(schedule_.phase_of(loop_.now()));
        if (all_down_since_ != TimePoint::max()) {
            const double seconds =
                to_seconds(loop_.now() - std::exchange(all_down_since_, TimePoint::max()));
            notice(
                SliceNotice::Kind::event,
                "outage_end",
                fmt::format("a session is open again after {:.1f} s", seconds)
            );
        }
        return;
    }
    if (up_ == lanes_.size()) {
        notice(SliceNotice::Kind::connected);
    } else if (up_ % std::max<std::size_t>(1, lanes_.size() / 50) == 0) {
        notice(SliceNotice::Kind::connecting);
    }
}

void TargetSlice::lane_down(Lane& lane) {
    --up_;
    last_connect_error_ = lane.last_error();
    if (up_ == 0 && begun_ && !finished_) {
        all_down_since_ = loop_.now();
        notice(
            SliceNotice::Kind::event,
            "outage_start",
            "every session is lost: " + last_connect_error_.describe()
        );
    }
    pump();
}

}  // namespace oltpsim::engine
