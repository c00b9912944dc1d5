// The supervisor of one step: an Asio loop on the caller's thread. Shards post to it; it decides the common moments.
// Thread: made and run by one; whatever comes from shards and signals is posted.
#pragma once

#include "engine/shard.hpp"
#include "phases/collector.hpp"
#include "phases/commit_counters.hpp"
#include "phases/run_step.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <map>
#include <semaphore>
#include <set>

namespace oltpsim::phases {

// A virtual world runs faster than its seconds can be written: it may be this many ahead, so that memory stays constant.
inline constexpr std::ptrdiff_t kSecondsAhead = 64;
// Where its seconds decide when the precondition ends, it waits for each.
inline constexpr std::ptrdiff_t kStepByStep = 1;

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
          counters_(plan, bound),
          slots_(plan.phases.until_steady ? kStepByStep : kSecondsAhead),
          precondition_(plan.phases.precondition_limit()) {
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
    void wait_for_sample();
    void give_up_after_grace();
    void look_for_steadiness();
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
    std::counting_semaphore<> slots_;
    std::map<std::uint32_t, TargetState> states_;
    std::size_t unsettled_ = 0;
    std::size_t running_ = 0;
    Nanos precondition_{};        ///< as it will be; its ceiling until steadiness ends it
    std::uint64_t judged_s_ = 0;  ///< seconds whose rounds were looked at
    bool sample_fixed_ = false;
    TimePoint start_ = TimePoint::max();
    TimePoint cut_at_ = TimePoint::max();
    std::string started_at_;
    std::vector<std::string> notes_;
    std::exception_ptr crash_;
    bool begun_ = false;
    bool gave_up_ = false;
};

}  // namespace oltpsim::phases
