// One target's share on one shard: its clients, its connections, its recorder. Everything a transaction touches
// is in here and belongs to one thread. Decisions 0003, 0004, 0006, 0007.
#pragma once

#include "engine/arrivals.hpp"
#include "engine/lane.hpp"
#include "engine/pool.hpp"
#include "engine/recorder.hpp"
#include "engine/schedule.hpp"
#include "engine/short_thinks.hpp"
#include "plan/run_plan.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::engine {

class EventLoop;

/// What a slice is made of. Shares of one target over several shards add up to the plan's numbers.
struct SliceConfig {
    const plan::RunPlan* plan = nullptr;
    const plan::TargetPlan* target = nullptr;
    std::shared_ptr<const workload::Workload> workload;
    std::uint32_t share = 0;  ///< 0-based number of this share of the target
    std::uint32_t first_client = 0;
    std::uint32_t clients = 0;
    std::uint32_t connections = 0;
    double rate = 0;  ///< open loop: this share's arrivals per second
    double connects_per_second = 0;
    std::uint64_t max_transactions = 0;
};

/// What a slice tells its shard; forwarded to the supervisor.
struct SliceNotice {
    enum class Kind : std::uint8_t {
        connecting,  ///< one more session is open (before the start)
        connected,   ///< all are
        late,        ///< the connect window is over and some are not
        refused,     ///< sign-in cannot succeed: detail says why
        event,       ///< a line for the event log
        finished,    ///< nothing runs any more
    };
    Kind kind = Kind::event;
    std::uint32_t target = 0;
    std::uint32_t share = 0;
    std::uint32_t open = 0;  ///< sessions up now
    std::uint32_t wanted = 0;
    std::uint64_t opened = 0;  ///< sessions opened so far, again-opened ones included
    std::string event_kind;
    std::string detail;
};

/// Thread: the shard's.
class TargetSlice {
public:
    TargetSlice(EventLoop& loop, SliceConfig config, std::function<void(SliceNotice)> notify);
    ~TargetSlice();
    TargetSlice(const TargetSlice&) = delete;
    TargetSlice& operator=(const TargetSlice&) = delete;

    /// Starts opening sessions at the staged rate.
    void connect();
    /// The common start is known: clients go.
    void begin(const Schedule& schedule);
    /// A new end (Ctrl-C): nothing new starts after it.
    void cut_short(TimePoint end, TimePoint last_call);
    /// An earlier sample than the schedule had, with everything after it.
    void begin_sample(TimePoint begins, TimePoint end, TimePoint last_call);
    /// Every few ms: staged connects, deadlines, end of phases.
    void sweep(TimePoint now);
    /// Moves out what was recorded since the last call; one element per phase with content.
    std::vector<metrics::IntervalSample> take_samples(std::uint64_t second) {
        return recorder_.take(second);
    }
    bool finished() const noexcept { return finished_; }
    bool has_stuck_lane() const noexcept;
    /// Every session open, or hope given up.
    bool connects_settled() const noexcept { return refused_ || up_ == lanes_.size(); }
    /// The connect window is over: says so unless settled.
    void report_late();

    // --- lanes ---
    EventLoop& loop() noexcept { return loop_; }
    Pool& pool() noexcept { return pool_; }
    const workload::Workload& workload() const noexcept { return *config_.workload; }
    const plan::RetryPolicy& retries() const noexcept { return config_.plan->retries; }
    workload::ClientContext context_of(const VirtualClient& client) const noexcept {
        return {client.id, config_.target->clients, client.txn_index};
    }
    /// Type under which queued work is counted. Precondition: the workload queues.
    std::uint32_t background_type() const noexcept {
        return static_cast<std::uint32_t>(background_type_);
    }
    std::uint64_t transaction_seed() const noexcept { return transaction_seed_; }
    std::uint64_t next_lane_seed() noexcept {
        return seed_of(transaction_seed_, 0x1a4eULL, lane_seeds_++);
    }
    void ask_to_connect(Lane& lane) { connect_queue_.push_back(&lane); }
    /// False when trying again cannot help.
    bool connect_failed(Lane& lane);
    void lane_up(Lane& lane);
    void lane_down(Lane& lane);
    VirtualClient* take_waiter() noexcept { return pool_.pop_waiter(); }
    void finished(VirtualClient& client, const Finished& finished, const db::DbError& error);

    // --- clients ---
    /// The client's think time is over, or its arrival has come.
    void start_client(VirtualClient& client);
    /// An arrival of the open loop.
    void arrive(TimePoint scheduled);

private:
    void schedule_next(VirtualClient& client, TimePoint from, Nanos penalty);
    void admit_connects(TimePoint now);
    void fail_hopeless_waiters(TimePoint now);
    void end_phases(TimePoint now);
    void cut_off_rest();
    void give_up_stuck(TimePoint now);
    void check_finished();
    void notice(SliceNotice::Kind kind, std::string event_kind = {}, std::string detail = {});
    Nanos draw_think(const VirtualClient& client);
    void launch(VirtualClient& client);
    void pump();
    bool may_start() noexcept;
    bool answer_at_once(VirtualClient& client);
    void queue_work(const VirtualClient& client, TimePoint now);
    void finished_background(
        VirtualClient& job, const Finished& finished, const db::DbError& error
    );
    void note_error(const Finished& finished, const db::DbError& error);
    void settle(VirtualClient& client) noexcept;
    bool load_is_over(TimePoint intended) const noexcept {
        return intended >= schedule_.end && measured_ == 0;
    }

    EventLoop& loop_;
    SliceConfig config_;
    std::function<void(SliceNotice)> notify_;
    std::uint64_t transaction_seed_;
    std::uint64_t lane_seeds_ = 0;
    Rng rng_;  ///< think times and coins; transactions have their own
    Recorder recorder_;
    Schedule schedule_;
    Pool pool_;
    std::unique_ptr<VirtualClient[]> clients_;
    int background_type_ = -1;               ///< -1: no type of the workload is deferred
    std::deque<VirtualClient> jobs_;         ///< queued work, addresses stay
    std::vector<VirtualClient*> free_jobs_;  ///< those of them in no use
    std::vector<VirtualClient*> idle_;       ///< open loop: clients without an arrival
    std::deque<TimePoint> backlog_;          ///< open loop: arrivals without a client
    Arrivals arrivals_;
    ShortThinks short_thinks_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::deque<Lane*> connect_queue_;
    double connect_rate_;
    double connect_tokens_ = 1;
    TimePoint last_refill_{};
    TimePoint last_refusal_{};
    TimePoint all_down_since_ = TimePoint::max();
    db::DbError last_connect_error_;
    std::uint32_t up_ = 0;
    std::uint32_t running_ = 0;  ///< clients waiting or running
    std::uint32_t measured_ =
        0;  ///< those of them whose transaction belongs to the sample or before
    std::uint64_t started_ = 0;
    std::uint64_t opened_ = 0;
    std::array<bool, metrics::kErrorSlots> error_seen_{};
    bool ever_connected_ = false;
    bool begun_ = false;
    bool cut_ = false;
    bool capped_ = false;
    bool refused_ = false;
    bool finished_ = false;
};

}  // namespace oltpsim::engine
