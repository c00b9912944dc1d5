#include "engine/lane.hpp"

#include "engine/event_loop.hpp"
#include "engine/target_slice.hpp"

#include <algorithm>
#include <utility>

namespace oltpsim::engine {
namespace {

constexpr Nanos kFirstBackOff = std::chrono::milliseconds{100};
constexpr Nanos kLongestBackOff = std::chrono::seconds{5};

// Full jitter over the upper half: spreads reconnect storms without ever retrying at once.
Nanos jittered(Nanos base, std::uint32_t doublings, Nanos limit, Rng& rng) {
    const auto scaled = base * (std::int64_t{1} << std::min(doublings, 20U));
    const Nanos ceiling = std::min(scaled, limit);
    return ceiling / 2 +
           Nanos{static_cast<std::int64_t>(rng.unit() * static_cast<double>(ceiling.count()) / 2)};
}

}  // namespace

Lane::Lane(
    TargetSlice& slice,
    std::unique_ptr<db::Connection> connection,
    std::unique_ptr<BlockingThread> thread
)
    : slice_(slice),
      connection_(std::move(connection)),
      thread_(std::move(thread)),
      session_(*connection_),
      jitter_(slice.next_lane_seed()) {}

Lane::~Lane() {
    slice_.loop().cancel_timer(*this);
    if (!is_blocking()) {
        slice_.loop().forget(*connection_);
    }
    serving_ = {};
    connection_->close();
}

void Lane::start() {
    serving_ = serve();
    serving_.start();
}

void Lane::resume() {
    if (const auto coroutine = std::exchange(parked_, nullptr)) {
        coroutine.resume();
    }
}

void Lane::assign(VirtualClient& client) {
    client_ = &client;
    resume();
}

void Lane::admit() { resume(); }

void Lane::fire(TimePoint) { resume(); }

void Lane::on_timer(TimePoint) { resume(); }

Lane::Park Lane::until_admitted() {
    slice_.ask_to_connect(*this);
    return {*this, false};
}

Lane::Park Lane::until_assigned() {
    client_ = slice_.take_waiter();
    if (client_ == nullptr) {
        slice_.pool().push_free(*this);
    }
    return {*this, client_ != nullptr};
}

Lane::Park Lane::pause(Nanos duration) {
    if (duration <= Nanos::zero()) {
        return {*this, true};
    }
    slice_.loop().call_at(slice_.loop().refresh() + duration, *this);
    return {*this, false};
}

Lane::Park Lane::back_off() {
    const Nanos wait = jittered(kFirstBackOff, open_failures_, kLongestBackOff, jitter_);
    auto& wheel = slice_.loop().wheel();
    wheel.park(*this, wheel.tick_up(slice_.loop().refresh() + wait));
    return {*this, false};
}

// A driver that answers without ever waiting would keep the loop to itself: let others in between.
Lane::Park Lane::yield_if_hogging() {
    const std::uint64_t pass = slice_.loop().pass();
    const bool hogging = std::exchange(last_pass_, pass) == pass && !is_blocking();
    if (hogging) {
        slice_.loop().call_at(slice_.loop().now(), *this);
    }
    return {*this, !hogging};
}

Task<bool> Lane::serve() {
    bool serving = true;
    while (serving) {
        co_await until_admitted();
        const bool opened = co_await open();
        if (!opened) {
            if (!slice_.connect_failed(*this)) {
                break;  // hopeless (wrong password, no such database): the slice has reported it
            }
            ++open_failures_;
            co_await back_off();
            continue;
        }
        open_failures_ = 0;
        up_ = true;
        slice_.lane_up(*this);
        while (connection_->is_open()) {
            co_await until_assigned();
            co_await transact();
            co_await yield_if_hogging();
        }
        up_ = false;
        slice_.lane_down(*this);
    }
    co_return serving;
}

Task<bool> Lane::open() {
    aborted_ = false;
    opening_ = true;
    if (is_blocking()) {
        on_thread_ = true;
        co_await hop_to(*thread_);
    }
    connection_->close();
    const bool connected = co_await session_.open();
    bool ok = connected;
    if (connected) {
        const bool answers = co_await warm();
        ok = answers;
    }
    if (!ok) {
        last_error_ = connection_->error();
        connection_->close();
    }
    if (is_blocking()) {
        co_await hop_back(slice_.loop());
        on_thread_ = false;
    }
    opening_ = false;
    co_return ok;
}

// One empty transaction: proves that the session answers before the common start.
Task<bool> Lane::warm() {
    const bool begun = co_await session_.begin_read_only();
    if (!begun) {
        co_return false;
    }
    const bool ended = co_await session_.commit();
    co_return ended;
}

Task<bool> Lane::transact() {
    VirtualClient& client = *client_;
    const plan::RetryPolicy& policy = slice_.retries();
    Finished finished;
    finished.acquired = slice_.loop().now();
    static_cast<void>(connection_->take_arrival_delay());  // of what came before
    client.state = ClientState::running;
    bool again = true;
    for (std::uint32_t tries = 1; again; ++tries) {
        const bool ok = co_await attempt(finished);
        again = !ok && finished.end == Finished::End::failed &&
                slice_.workload().retryable(finished.error) && tries < policy.max_tries &&
                connection_->is_open() && !aborted_;
        if (again) {
            ++finished.retries;
            if (policy.mode == plan::RetryPolicy::Mode::jitter) {
                const Nanos wait =
                    jittered(policy.base_backoff, tries - 1, policy.max_backoff, jitter_);
                co_await pause(wait);
            }
        }
    }
    if (aborted_ && finished.end == Finished::End::failed) {
        finished.end = Finished::End::cut_off;
    }
    client_ = nullptr;
    finished.client_delay = connection_->take_arrival_delay();
    if (client.background) {
        finished.record = session_.take_record();
    }
    slice_.finished(client, finished, last_error_);
    co_return true;
}

// One try of the client's transaction. The same (seed, target, client, index) gives the same content each time.
Task<bool> Lane::attempt(Finished& finished) {
    const workload::ClientContext context = slice_.context_of(*client_);
    const workload::Workload& workload = slice_.workload();
    rng_ = Rng(seed_of(slice_.transaction_seed(), context.client, context.txn_index));
    finished.type = workload.choose(context, rng_);
    if (client_->background) {
        finished.type = slice_.background_type();
    }
    if (is_blocking()) {
        on_thread_ = true;
        co_await hop_to(*thread_);
    }
    const workload::TxnStatus status =
        co_await workload.run(finished.type, session_, context, rng_);
    finished.at = connection_->finished_at();
    if (status == workload::TxnStatus::failed) {
        last_error_ = connection_->error();
        finished.error = last_error_.cls;
        finished.ambiguous_commit = connection_->lost_in_commit();
    }
    if (connection_->in_transaction() && connection_->is_open()) {
        co_await session_.rollback();
        finished.at = connection_->finished_at();
    }
    if (is_blocking()) {
        co_await hop_back(slice_.loop());
        on_thread_ = false;
    }
    switch (status) {
        case workload::TxnStatus::committed: finished.end = Finished::End::committed; break;
        case workload::TxnStatus::rolled_back_by_design:
            finished.end = Finished::End::rolled_back_by_design;
            break;
        case workload::TxnStatus::failed: finished.end = Finished::End::failed; break;
    }
    co_return status != workload::TxnStatus::failed;
}

void Lane::enforce_deadline(TimePoint now) {
    if (!is_blocking() && connection_->busy() && now > connection_->deadline()) {
        connection_->abort(
            opening_ ? db::ErrorClass::connect_failed : db::ErrorClass::statement_timeout
        );
    }
}

void Lane::abort() {
    aborted_ = true;
    if (is_blocking()) {
        if (on_thread_) {
            connection_->abort(db::ErrorClass::cancelled);
        }
    } else if (connection_->busy()) {
        connection_->abort(db::ErrorClass::cancelled);
    } else if (client_ != nullptr) {
        slice_.loop().cancel_timer(*this);
        resume();  // in a retry pause
    }
}

}  // namespace oltpsim::engine
