// The supervisor: an Asio loop on the caller's thread. Shards post to it; it decides the common moments.
#include "phases/run_step.hpp"

#include "engine/shard.hpp"
#include "engine/sizing.hpp"
#include "phases/collector.hpp"
#include "phases/commit_counters.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <semaphore>
#include <set>

namespace oltpsim::phases {
namespace {

constexpr Nanos kLeadTime =
    std::chrono::milliseconds{50};  // from "all connected" to the common start
constexpr Nanos kAfterGrace =
    std::chrono::seconds{10};  // shards that are still not done by then are given up

// A virtual world runs faster than its seconds can be written: it may be this many ahead, so that memory stays constant.
constexpr std::ptrdiff_t kSecondsAhead = 64;

/// What the supervisor knows of one target while the step runs.
struct TargetState {
    std::uint32_t shares = 0;
    std::uint32_t settled = 0;                      ///< shares that are connected, late or refused
    std::map<std::uint32_t, std::uint32_t> open;    ///< sessions up, by share
    std::map<std::uint32_t, std::uint64_t> opened;  ///< sessions opened in all, by share
    std::uint32_t wanted = 0;
    std::string refused;           ///< why sign-in cannot work
    std::set<std::uint32_t> down;  ///< shares in an outage now
    std::string last_trouble;
};

class Supervisor {
public:
    Supervisor(
        const plan::RunPlan& plan,
        const plan::StepPlan& step,
        std::span<const std::shared_ptr<const workload::Workload>> bound,
        std::span<const TargetReady> ready,
        metrics::RunSink& sink,
        StopToken& stop
    )
        : plan_(plan),
          step_(step),
          ready_(ready),
          sink_(sink),
          stop_(stop),
          timer_(io_),
          counters_(plan) {
        for (const std::uint32_t target : step.targets) {
            if (ready[target].failure.empty()) {
                live_.targets.push_back(target);
            }
        }
        build_shards(bound);
    }

    metrics::StepOutcome run();

private:
    void build_shards(std::span<const std::shared_ptr<const workload::Workload>> bound);
    engine::ShardOutput outputs_of(std::uint32_t shard);
    void on_notice(const engine::SliceNotice& notice);
    void settle(TargetState& state);
    void begin();
    void announce(const char* phase, Nanos after);
    void on_stop(int level);
    void shard_done(std::uint32_t shard);
    void emit(std::string kind, std::string target, std::string detail);
    metrics::StepOutcome finish();
    void judge(metrics::TargetOutcome& target, const TargetState& state) const;
    Nanos elapsed_sample() const;
    bool is_virtual() const noexcept { return plan_.virtual_clock; }

    const plan::RunPlan& plan_;
    const plan::StepPlan& step_;
    plan::StepPlan live_;
    std::span<const TargetReady> ready_;
    metrics::RunSink& sink_;
    StopToken& stop_;
    boost::asio::io_context io_{1};
    boost::asio::steady_timer timer_;
    CommitCounters counters_;
    std::vector<std::unique_ptr<engine::Shard>> shards_;
    std::unique_ptr<Collector> collector_;
    std::counting_semaphore<> slots_{kSecondsAhead};
    std::map<std::uint32_t, TargetState> states_;
    std::size_t unsettled_ = 0;
    std::size_t running_ = 0;
    TimePoint start_ = TimePoint::max();
    TimePoint cut_at_ = TimePoint::max();
    std::string started_at_;
    std::vector<std::string> notes_;
    std::exception_ptr crash_;
    bool begun_ = false;
    bool gave_up_ = false;
};

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
    collector_ = std::make_unique<Collector>(
        step_.targets, shards_.size(), plan_.phases.precondition, plan_.phases.sample, sink_
    );
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
        shard->begin(start_, phases.precondition, phases.sample, phases.grace);
    }
    if (is_virtual()) {
        return;  // a virtual world keeps no appointments with ours
    }
    if (phases.precondition > Nanos::zero()) {
        emit("phase", "", "precondition starts");
    }
    timer_.expires_at(start_ + phases.precondition);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) {
            emit("phase", "", "sample starts");
        }
        timer_.expires_at(
            start_ + plan_.phases.precondition + plan_.phases.sample + plan_.phases.grace +
            kAfterGrace
        );
        timer_.async_wait([this](const boost::system::error_code& failed) {
            if (!failed) {
                gave_up_ = true;
                io_.stop();
            }
        });
    });
}

void Supervisor::on_stop(int level) {
    emit("interrupted", "", level == 1 ? "finishing what is under way" : "stopping at once");
    if (!begun_) {
        io_.stop();
        return;
    }
    cut_at_ = std::min(cut_at_, steady_now());
    for (auto& shard : shards_) {
        shard->cut_short(level == 1 ? plan_.phases.grace : Nanos::zero());
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

Nanos Supervisor::elapsed_sample() const {
    if (!begun_) {
        return Nanos::zero();
    }
    if (cut_at_ == TimePoint::max()) {
        return plan_.phases.sample;
    }
    return std::clamp(
        cut_at_ - (start_ + plan_.phases.precondition), Nanos::zero(), plan_.phases.sample
    );
}

// A target that gave no answer at the end, or none at all, has failed; its row says so and why.
void Supervisor::judge(metrics::TargetOutcome& target, const TargetState& state) const {
    const auto& sample = target.totals[static_cast<std::size_t>(metrics::Phase::sample)];
    const std::string& pre_flight = ready_[target.target].failure;
    if (plan_.max_transactions > 0 && target.committed_all_phases >= plan_.max_transactions) {
        target.state = "short";
        target.failure = fmt::format(
            "max_transactions ({}) was reached before the end of the sample", plan_.max_transactions
        );
        return;
    }
    if (!pre_flight.empty()) {
        target.failure = pre_flight;
    } else if (!state.refused.empty()) {
        target.failure = state.refused;
    } else if (!begun_) {
        target.failure = "the step was stopped before its start";
    } else if (sample.committed() == 0 && elapsed_sample() > Nanos::zero()) {
        target.failure = "no transaction committed in the sample" +
                         (state.last_trouble.empty() ? std::string{} : "; " + state.last_trouble);
    } else if (!state.down.empty()) {
        target.failure = "not reachable at the end of the sample; " + state.last_trouble;
    } else if (sample.outcomes().cut_off > 0 && target.trailing_silence_s >= 1) {
        target.failure = fmt::format(
            "stopped answering: no commit in the last {:.0f} s of the sample, {} transactions "
            "still in flight after the grace",
            target.trailing_silence_s,
            sample.outcomes().cut_off
        );
    }
    if (!target.failure.empty()) {
        target.state = "failed";
    }
}

metrics::StepOutcome Supervisor::finish() {
    metrics::StepOutcome outcome;
    outcome.started_at = started_at_;
    outcome.sample_seconds = to_seconds(elapsed_sample());
    const Nanos to_sample =
        cut_at_ == TimePoint::max() ? plan_.phases.precondition : cut_at_ - start_;
    outcome.precondition_seconds =
        begun_ ? to_seconds(std::clamp(to_sample, Nanos::zero(), plan_.phases.precondition)) : 0;
    outcome.state = stop_.level() > 0 ? "interrupted" : begun_ ? "finished" : "failed";
    outcome.notes = notes_;
    if (gave_up_) {
        outcome.notes.emplace_back(
            "some connections did not end within the grace and were abandoned"
        );
    }
    outcome.targets.resize(step_.targets.size());
    for (std::size_t i = 0; i < step_.targets.size(); ++i) {
        metrics::TargetOutcome& target = outcome.targets[i];
        const TargetReady& ready = ready_[step_.targets[i]];
        target.target = step_.targets[i];
        target.product = ready.facts.product;
        target.version = ready.facts.version;
        target.settings = ready.facts.settings;
        target.session_isolation = ready.facts.session_isolation;
        target.tls = ready.facts.tls;
        target.same_host = ready.same_host;
    }
    collector_->finish(outcome);
    counters_.read_after(outcome);
    for (auto& target : outcome.targets) {
        if (target.server_commits) {
            std::uint64_t opened = 0;
            for (const auto& [share, count] : states_[target.target].opened) {
                opened += count;
            }
            const std::uint64_t sessions =
                opened * plan_.targets[target.target].driver->info().commits_per_session;
            target.server_commits =
                *target.server_commits - std::min(*target.server_commits, sessions);
        }
    }
    for (auto& target : outcome.targets) {
        judge(target, states_[target.target]);
        if (target.state == "failed" && ready_[target.target].failure.empty() &&
            states_[target.target].refused.empty()) {
            emit("target_failed", plan_.targets[target.target].name, target.failure);
        }
    }
    return outcome;
}

}  // namespace

Nanos connect_window(const plan::RunPlan& plan, std::uint32_t connections) {
    const double staged = static_cast<double>(connections) / plan.connects_per_second;
    return plan.session.connect_timeout + std::chrono::seconds{20} + from_seconds(2 * staged);
}

metrics::StepOutcome run_step(
    const plan::RunPlan& plan,
    const plan::StepPlan& step,
    std::span<const std::shared_ptr<const workload::Workload>> bound,
    std::span<const TargetReady> ready,
    metrics::RunSink& sink,
    StopToken& stop
) {
    Supervisor supervisor(plan, step, bound, ready, sink, stop);
    return supervisor.run();
}

}  // namespace oltpsim::phases
