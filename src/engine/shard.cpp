#include "engine/shard.hpp"

#include <algorithm>
#include <utility>

namespace oltpsim::engine {
namespace {
constexpr Nanos kSweep = std::chrono::milliseconds{10};
constexpr Nanos kSecond = std::chrono::seconds{1};
}  // namespace

/// Calls back at each period; the callee may re-park it or not.
class Shard::Ticker final : public WheelTimer {
public:
    Ticker(EventLoop& loop, std::function<void(TimePoint)> call)
        : loop_(loop), call_(std::move(call)) {}
    void at(TimePoint when) { loop_.wheel().park(*this, loop_.wheel().tick_up(when)); }
    void fire(TimePoint now) override { call_(now); }

private:
    EventLoop& loop_;
    std::function<void(TimePoint)> call_;
};

Shard::Shard(
    std::uint32_t index,
    std::vector<SliceConfig> slices,
    EventLoop::ClockKind clock,
    Nanos connect_window,
    bool batch_scheduling,
    ShardOutput output
)
    : index_(index),
      configs_(std::move(slices)),
      connect_window_(connect_window),
      batch_scheduling_(batch_scheduling),
      output_(std::move(output)),
      loop_(clock) {}

Shard::~Shard() { stop(); }

bool Shard::stop() {
    if (thread_.joinable()) {
        loop_.stop();
        thread_.join();
    }
    return !stuck_;
}

void Shard::connect() {
    thread_ = std::thread([this] { thread_main(); });
}

void Shard::thread_main() {
    try {
        if (batch_scheduling_ && !use_batch_scheduling()) {
            batch_refused_.store(true);
        }
        usage_reader_ = std::make_unique<ThreadUsageReader>();
        sweeper_ = std::make_unique<Ticker>(loop_, [this](TimePoint now) { sweep(now); });
        seconds_ = std::make_unique<Ticker>(loop_, [this](TimePoint) { end_second(); });
        for (auto& config : configs_) {
            slices_.push_back(std::make_unique<TargetSlice>(loop_, config, output_.notice));
        }
        connect_started_ = loop_.refresh();
        for (auto& slice : slices_) {
            slice->connect();
        }
        sweep(loop_.now());
        loop_.run();
        loop_.wheel().clear();
        for (auto& slice : slices_) {
            if (slice->has_stuck_lane()) {
                stuck_ = true;
                static_cast<void>(slice.release());
            }
        }
        slices_.clear();
    } catch (...) {
        output_.crashed(std::current_exception());
    }
}

bool Shard::connects_settled() const {
    return std::all_of(slices_.begin(), slices_.end(), [](const auto& slice) {
        return slice->connects_settled();
    });
}

void Shard::sweep(TimePoint now) {
    bool all_finished = true;
    for (auto& slice : slices_) {
        slice->sweep(now);
        all_finished = all_finished && slice->finished();
    }
    if (begun_ && all_finished) {
        end_second();
        return;
    }
    if (!begun_ && !window_over_ && now - connect_started_ >= connect_window_) {
        window_over_ = true;
        for (auto& slice : slices_) {
            slice->report_late();
        }
    }
    // A virtual world must not run on while the supervisor thinks about the common start.
    if (begun_ || !loop_.is_virtual() || (!connects_settled() && !window_over_)) {
        sweeper_->at(now + kSweep);
    }
}

void Shard::begin(TimePoint start, Nanos precondition, Nanos sample, Nanos grace) {
    loop_.post([=, this] {
        const TimePoint base = loop_.is_virtual() ? loop_.now() + kSweep : start;
        const Schedule schedule{
            base,
            base + precondition,
            base + precondition + sample,
            base + precondition + sample + grace
        };
        start_seconds(schedule);
        for (auto& slice : slices_) {
            slice->begin(schedule);
        }
        if (!sweeper_->parked()) {
            sweeper_->at(loop_.now() + kSweep);
        }
    });
}

void Shard::start_seconds(const Schedule& schedule) {
    start_ = schedule.start;
    begun_ = true;
    second_ = 0;
    last_measure_ = loop_.now();
    last_usage_ = usage_reader_->read();
    static_cast<void>(loop_.take_counters());
    seconds_->at(start_ + kSecond);
}

void Shard::cut_short(Nanos after, Nanos grace) {
    loop_.post([=, this] {
        const TimePoint end = std::max(loop_.refresh(), start_ + after);
        for (auto& slice : slices_) {
            slice->cut_short(end, end + grace);
        }
    });
}

void Shard::begin_sample(Nanos after, Nanos sample, Nanos grace) {
    loop_.post([=, this] {
        const TimePoint begins = start_ + after;
        for (auto& slice : slices_) {
            slice->begin_sample(begins, begins + sample, begins + sample + grace);
        }
    });
}

metrics::ShardSample Shard::measure_loop() {
    metrics::ShardSample sample;
    sample.shard = index_;
    sample.second = second_;
    LoopCounters counters = loop_.take_counters();
    sample.wakeups = counters.wakeups;
    sample.events = counters.events;
    sample.hold = std::move(counters.hold);
    sample.utilisation = sample.run_delay_share = -1;
    const TimePoint now = steady_now();
    const auto usage = usage_reader_->read();
    if (usage && last_usage_ && !loop_.is_virtual()) {
        const double wall = to_seconds(now - last_measure_);
        sample.utilisation = to_seconds(usage->on_cpu - last_usage_->on_cpu) / wall;
        sample.run_delay_share = to_seconds(usage->run_delay - last_usage_->run_delay) / wall;
        sample.involuntary_switches =
            usage->involuntary_switches - last_usage_->involuntary_switches;
    }
    last_measure_ = loop_.is_virtual() ? loop_.now() : now;
    last_usage_ = usage;
    return sample;
}

// Also called before the second is full, once everything has finished.
void Shard::end_second() {
    if (done_) {
        return;
    }
    std::vector<metrics::IntervalSample> samples;
    bool all_finished = true;
    for (auto& slice : slices_) {
        all_finished = all_finished && slice->finished();
        for (auto& sample : slice->take_samples(second_)) {
            samples.push_back(std::move(sample));
        }
    }
    output_.second(std::move(samples), measure_loop());
    ++second_;
    if (all_finished) {
        done_ = true;
        output_.done();
    } else {
        seconds_->at(start_ + kSecond * static_cast<std::int64_t>(second_ + 1));
    }
}

}  // namespace oltpsim::engine
