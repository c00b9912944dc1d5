// Open loop: arrivals at a constant or Poisson rate, each timed from its scheduled moment whatever the system does.
#pragma once

#include "core/rng.hpp"
#include "db/io_loop.hpp"
#include "plan/run_plan.hpp"

namespace oltpsim::engine {

class EventLoop;
class TargetSlice;

/// Schedules arrivals exactly: the n-th constant arrival is at start + n/rate, late firing never shifts the next.
class Arrivals final : public db::IoHandler {
public:
    Arrivals(
        EventLoop& loop, TargetSlice& slice, plan::Arrival kind, double rate, std::uint64_t seed
    );
    ~Arrivals() override;
    void begin(TimePoint start, TimePoint end);
    void cut_short(TimePoint end) noexcept { end_ = std::min(end_, end); }
    bool open() const noexcept { return kind_ != plan::Arrival::closed; }

    void on_ready(std::uint32_t, TimePoint) override {}
    void on_timer(TimePoint now) override;

private:
    TimePoint following(TimePoint scheduled);

    EventLoop& loop_;
    TargetSlice& slice_;
    plan::Arrival kind_;
    double rate_;
    Rng rng_;
    TimePoint start_{};
    TimePoint next_{};
    TimePoint end_{};
    std::uint64_t count_ = 0;
};

}  // namespace oltpsim::engine
