// What happens while a step runs. See supervisor.hpp.
#include "phases/supervisor.hpp"

#include "engine/sizing.hpp"

#include <boost/asio/post.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::phases {
namespace {

constexpr Nanos kLeadTime =
    std::chrono::milliseconds{50};  // from "all connected" to the common start
constexpr Nanos kAfterGrace =
    std::chrono::seconds{10};  // shards that are still not done by then are given up

}  // namespace

void Supervisor::build_shards(std::span<const std::shared_ptr<const workload::Workload>> bound) {
    std::uint64_t connections = 0;
    std::uint32_t most = 0;
    for (const std::uint32_t target : live_.targets) {
        connections += plan_.targets[target].connections;
        most = std::max(most, plan_.targets[target].connections);
    }
    const unsigned loops = is_virtual() ? 1
                           : plan_.threads > 0
                               ? plan_.threads
                               : engine::loops_for(connections, engine::usable_cpus());
    auto parts = engine::partition(plan_, live_, bound, loops);
    for (const auto& part : parts) {
        for (const auto& slice : part) {
            ++states_[slice.target->index].shares;
            states_[slice.target->index].wanted += slice.connections;
        }
    }
    const auto clock =
        is_virtual() ? engine::EventLoop::ClockKind::simulated : engine::EventLoop::ClockKind::real;
    for (auto& part : parts) {
        const auto index = static_cast<std::uint32_t>(shards_.size());
        shards_.push_back(std::make_unique<engine::Shard>(
            index,
            std::move(part),
            clock,
            connect_window(plan_, most),
            plan_.batch_scheduling,
            outputs_of(index)
        ));
    }
    unsettled_ = states_.size();
    running_ = shards_.size();
    collector_ = std::make_unique<Collector>(step_.targets, shards_.size(), plan_.phases, sink_);
}

engine::ShardOutput Supervisor::outputs_of(std::uint32_t shard) {
    engine::ShardOutput output;
    output.notice = [this](engine::SliceNotice notice) {
        boost::asio::post(io_, [this, notice = std::move(notice)] { on_notice(notice); });
    };
    output.second =
        [this](std::vector<metrics::IntervalSample> samples, metrics::ShardSample loop) {
            if (is_virtual()) {
                slots_.acquire();
            }
            boost::asio::post(
                io_,
                [this, samples = std::move(samples), loop = std::move(loop)]() mutable {
                    collector_->add(std::move(samples), std::move(loop));
                    look_for_steadiness();
                    if (is_virtual()) {
                        slots_.release();
                    }
                }
            );
        };
    output.done = [this, shard] { boost::asio::post(io_, [this, shard] { shard_done(shard); }); };
    output.crashed = [this](std::exception_ptr crash) {
        boost::asio::post(io_, [this, crash] {
            crash_ = crash;
            io_.stop();
        });
    };
    return output;
}

void Supervisor::emit(std::string kind, std::string target, std::string detail) {
    metrics::RunEvent event;
    event.utc = utc_now();
    event.at_s = begun_ && !is_virtual() ? to_seconds(steady_now() - start_) : 0;
    event.step = step_.name;
    event.target = std::move(target);
    event.kind = std::move(kind);
    event.detail = std::move(detail);
    sink_.on_event(event);
}

void Supervisor::on_notice(const engine::SliceNotice& notice) {
    using Kind = engine::SliceNotice::Kind;
    TargetState& state = states_[notice.target];
    const std::string& name = plan_.targets[notice.target].name;
    state.open[notice.share] = notice.open;
    state.opened[notice.share] = notice.opened;
    switch (notice.kind) {
        case Kind::connecting:
        case Kind::connected: {
            std::uint32_t open = 0;
            for (const auto& [share, count] : state.open) {
                open += count;
            }
            sink_.on_connecting(notice.target, open, state.wanted);
            if (notice.kind == Kind::connected) {
                settle(state);
            }
            break;
        }
        case Kind::late:
            emit("late", name, notice.detail);
            state.last_trouble = notice.detail;
            settle(state);
            break;
        case Kind::refused:
            emit("target_failed", name, notice.detail);
            state.refused = notice.detail;
            settle(state);
            break;
        case Kind::event:
            emit(notice.event_kind, name, notice.detail);
            if (notice.event_kind == "outage_start") {
                state.down.insert(notice.share);
            } else if (notice.event_kind == "outage_end") {
                state.down.erase(notice.share);
            }
            state.last_trouble = notice.event_kind == "outage_end" ? std::string{} : notice.detail;
            break;
        case Kind::finished: break;
    }
}

void Supervisor::settle(TargetState& state) {
    if (!begun_ && ++state.settled == state.shares && --unsettled_ == 0) {
        begin();
    }
}

void Supervisor::begin() {
    const bool hopeless = std::all_of(states_.begin(), states_.end(), [](const auto& s) {
        return !s.second.refused.empty();
    });
    if (hopeless || stop_.level() > 0) {
        io_.stop();
        return;
    }
    begun_ = true;
    start_ = steady_now() + kLeadTime;
    started_at_ = utc_now();
    const plan::PhasePlan& phases = plan_.phases;
    for (auto& shard : shards_) {
        shard->begin(start_, precondition_, phases.sample, phases.grace);
    }
    if (is_virtual()) {
        return;  // a virtual world keeps no appointments with ours
    }
    if (precondition_ > Nanos::zero()) {
        emit("phase", "", "precondition starts");
    }
    wait_for_sample();
}

// Also called anew when the precondition ends early: the wait before is then cancelled.
void Supervisor::wait_for_sample() {
    timer_.expires_at(start_ + precondition_);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) {
            emit("phase", "", "sample starts");
            sample_fixed_ = true;
            give_up_after_grace();
        }
    });
}

void Supervisor::give_up_after_grace() {
    const plan::PhasePlan& phases = plan_.phases;
    timer_.expires_at(start_ + precondition_ + phases.sample + phases.grace + kAfterGrace);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) {
            gave_up_ = true;
            io_.stop();
        }
    });
}

// until_steady: once the floor is over and every VM is steady at the end of a round, the sample begins at a whole second
// far enough ahead that every shard has learned of it.
void Supervisor::look_for_steadiness() {
    const plan::PhasePlan& phases = plan_.phases;
    const std::uint64_t judged = collector_->judged_seconds();
    const Nanos covered = std::chrono::seconds{judged};
    if (!phases.until_steady || sample_fixed_ || stop_.level() > 0 ||
        covered < phases.precondition || judged == judged_s_) {
        return;
    }
    judged_s_ = judged;
    if (!collector_->all_steady()) {
        return;
    }
    constexpr std::int64_t kSecondsAtOnce = 2;  // a shard may be that far ahead in virtual time
    const Nanos now = is_virtual() ? covered : steady_now() - start_;
    const Nanos after = std::chrono::seconds{now / std::chrono::seconds{1} + 1 + kSecondsAtOnce};
    if (after >= precondition_) {
        return;  // the ceiling comes first
    }
    sample_fixed_ = true;
    precondition_ = after;
    const auto seconds = static_cast<std::uint64_t>(after / std::chrono::seconds{1});
    collector_->end_precondition(seconds);
    for (auto& shard : shards_) {
        shard->begin_sample(after, phases.sample, phases.grace);
    }
    sink_.on_sample_start(seconds);
    emit("steady", "", fmt::format("every VM is steady after {} s; the sample follows", judged));
    if (!is_virtual()) {
        wait_for_sample();
    }
}

void Supervisor::on_stop(int level) {
    emit("interrupted", "", level == 1 ? "finishing what is under way" : "stopping at once");
    if (!begun_) {
        io_.stop();
        return;
    }
    // The first request finishes the second that runs, so that every interval is whole; the next one does not wait.
    const Nanos elapsed = std::max(Nanos::zero(), steady_now() - start_);
    const Nanos whole = std::chrono::seconds{elapsed / std::chrono::seconds{1} + 1};
    const Nanos after = level == 1 && !is_virtual() ? whole : Nanos::zero();
    cut_at_ = std::min(cut_at_, level == 1 && !is_virtual() ? start_ + whole : steady_now());
    for (auto& shard : shards_) {
        shard->cut_short(after, level == 1 ? plan_.phases.grace : Nanos::zero());
    }
}

void Supervisor::shard_done(std::uint32_t shard) {
    collector_->shard_done(shard);
    if (--running_ == 0) {
        io_.stop();
    }
}

metrics::StepOutcome Supervisor::run() {
    const auto work = boost::asio::make_work_guard(io_);
    stop_.on_request([this](int level) {
        boost::asio::post(io_, [this, level] { on_stop(level); });
    });
    counters_.read_before(live_.targets, ready_);
    for (auto& shard : shards_) {
        shard->connect();
    }
    if (!shards_.empty()) {
        io_.run();
    }
    slots_.release(kSecondsAhead);  // a shard that waits for a slot must see that it is over
    stop_.on_request({});
    for (auto& shard : shards_) {
        if (shard->batch_refused()) {
            notes_.emplace_back("the kernel refused SCHED_BATCH for the loop threads");
        }
        if (!shard->stop()) {
            static_cast<void>(shard.release());
        }
    }
    shards_.clear();
    io_.restart();
    io_.poll();  // what the shards still said while stopping
    if (crash_) {
        std::rethrow_exception(crash_);
    }
    return finish();
}

}  // namespace oltpsim::phases
