#include "engine/target_slice.hpp"

#include "engine/event_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oltpsim::engine {
namespace {

constexpr std::size_t kConcurrentOpens = 128;
constexpr Nanos kStuckLimit = std::chrono::seconds{5};
constexpr Nanos kFirstPenalty = std::chrono::milliseconds{10};
constexpr Nanos kLongestPenalty = std::chrono::seconds{1};

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

// TPC-C r5.11 §5.2.5.4: negative exponential, truncated at ten times its mean.
Nanos exponential(Nanos mean, Rng& rng) {
    const double factor = std::min(-std::log1p(-rng.unit()), 10.0);
    return Nanos{static_cast<std::int64_t>(factor * static_cast<double>(mean.count()))};
}

}  // namespace

void VirtualClient::fire(TimePoint) { slice->start_client(*this); }

TargetSlice::TargetSlice(
    EventLoop& loop, SliceConfig config, std::function<void(SliceNotice)> notify
)
    : loop_(loop),
      config_(std::move(config)),
      notify_(std::move(notify)),
      transaction_seed_(seed_of(config_.plan->seed, 0x7a5ULL, config_.target->index)),
      rng_(seed_of(transaction_seed_, 0x51ceULL, config_.share)),
      recorder_(config_.target->index, config_.workload->transactions().size()),
      clients_(std::make_unique<VirtualClient[]>(config_.clients)),
      arrivals_(
          loop,
          *this,
          config_.plan->arrival,
          config_.rate,
          seed_of(transaction_seed_, 0xa221ULL, config_.share)
      ),
      short_thinks_(loop),
      connect_rate_(config_.connects_per_second) {
    for (std::uint32_t i = 0; i < config_.clients; ++i) {
        clients_[i].slice = this;
        clients_[i].id = config_.first_client + i;
    }
    const db::Driver& driver = *config_.target->driver;
    const bool blocking = driver.info().io_model == db::IoModel::blocking;
    lanes_.reserve(config_.connections);
    for (std::uint32_t i = 0; i < config_.connections; ++i) {
        auto connection = driver.make_connection(
            config_.target->endpoint(),
            config_.plan->session,
            config_.workload->statements(),
            blocking ? nullptr : &loop
        );
        auto thread =
            blocking ? std::make_unique<BlockingThread>(config_.plan->batch_scheduling) : nullptr;
        lanes_.push_back(std::make_unique<Lane>(*this, std::move(connection), std::move(thread)));
    }
}

TargetSlice::~TargetSlice() {
    for (auto& lane : lanes_) {
        if (lane->stuck()) {
            static_cast<void>(lane.release()
            );  // its thread sits inside a library call that never returned
        }
    }
}

bool TargetSlice::has_stuck_lane() const noexcept {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) {
        return lane->stuck();
    });
}

void TargetSlice::report_late() {
    if (!connects_settled()) {
        const std::string why = last_connect_error_.operation.empty()
                                    ? "still connecting"
                                    : last_connect_error_.describe();
        notice(
            SliceNotice::Kind::late,
            "late",
            fmt::format("{} of {} sessions open: {}", up_, lanes_.size(), why)
        );
    }
}

void TargetSlice::notice(SliceNotice::Kind kind, std::string event_kind, std::string detail) {
    notify_(
        {kind,
         config_.target->index,
         config_.share,
         up_,
         static_cast<std::uint32_t>(lanes_.size()),
         opened_,
         std::move(event_kind),
         std::move(detail)}
    );
}

// --- connections -----------------------------------------------------------------------------------------------

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

// --- clients ---------------------------------------------------------------------------------------------------

void TargetSlice::begin(const Schedule& schedule) {
    schedule_ = schedule;
    begun_ = true;
    if (refused_ || up_ == 0) {
        all_down_since_ = schedule.start;
    }
    if (refused_) {
        check_finished();
        return;
    }
    arrivals_.begin(schedule.start, schedule.end);
    const bool open_loop = arrivals_.open();
    for (std::uint32_t i = 0; i < config_.clients; ++i) {
        VirtualClient& client = clients_[i];
        if (open_loop) {
            client.state = ClientState::idle;
            idle_.push_back(&client);
            continue;
        }
        // Each client begins in the middle of its thinking, as in the steady state, so there is no stampede.
        schedule_next(client, schedule.start, Nanos::zero());
    }
}

void TargetSlice::cut_short(TimePoint end, TimePoint last_call) {
    schedule_.end = std::min(schedule_.end, end);
    schedule_.last_call = std::min(schedule_.last_call, last_call);
    arrivals_.cut_short(schedule_.end);
    check_finished();
}

void TargetSlice::settle(VirtualClient& client) noexcept {
    --running_;
    measured_ -= std::exchange(client.measured, false) ? 1 : 0;
}

bool TargetSlice::may_start() noexcept {
    if (config_.max_transactions != 0 && started_ >= config_.max_transactions) {
        capped_ = true;
        return false;
    }
    ++started_;
    return true;
}

Nanos TargetSlice::draw_think(const VirtualClient& client) {
    if (config_.plan->think_time) {
        return exponential(*config_.plan->think_time, rng_);
    }
    if (config_.workload->mean_pacing() == Nanos::zero()) {
        return Nanos::zero();
    }
    const workload::ClientContext context = context_of(client);
    Rng next(seed_of(transaction_seed_, context.client, context.txn_index));
    const std::uint32_t type = config_.workload->choose(context, next);
    const std::uint32_t last = client.last_type == VirtualClient::kNoType ? type : client.last_type;
    return config_.workload->pacing(last, rng_).after + config_.workload->pacing(type, rng_).before;
}

// Parks the client until its next transaction, `from` being the end of the last one.
void TargetSlice::schedule_next(VirtualClient& client, TimePoint from, Nanos penalty) {
    if (arrivals_.open()) {
        client.state = ClientState::idle;
        client.think = Nanos::zero();
        if (backlog_.empty()) {
            idle_.push_back(&client);
            return;
        }
        client.intended = backlog_.front();
        backlog_.pop_front();
        launch(client);
        return;
    }
    const Nanos think = draw_think(client) + penalty;
    client.intended = from + think;
    auto& wheel = loop_.wheel();
    std::uint64_t tick = 0;
    const bool at_once = think == Nanos::zero() && from <= loop_.now();
    const bool on_wheel = !at_once && think >= ShortThinks::kLimit;
    if (on_wheel) {
        tick = wheel.tick_unbiased(client.intended, rng_.unit());
        client.intended =
            wheel.time_of(tick);  // the tick is the plan, so it is no lag (decision 0013)
    }
    client.think = client.intended - from;
    if (load_is_over(client.intended)) {
        client.state = ClientState::done;
        return;
    }
    client.state = ClientState::parked;
    if (at_once) {
        launch(client);
    } else if (on_wheel) {
        wheel.park(client, tick);
    } else {
        short_thinks_.park(client);
    }
}

void TargetSlice::start_client(VirtualClient& client) {
    launch(client);
    pump();
}

// Puts the client in the queue for a connection; who calls this from a lane lets the lane take the next in line.
// After the end of the sample the load is kept up until the sample's last transaction has its answer, so that those are
// measured under the same load as all others; what starts then is in no figure (decision 0007).
void TargetSlice::launch(VirtualClient& client) {
    if (load_is_over(client.intended) || cut_ || !may_start()) {
        client.state = ClientState::done;
        check_finished();
        return;
    }
    ++running_;
    client.measured = client.intended < schedule_.end;
    measured_ += client.measured ? 1 : 0;
    client.started = std::max(loop_.refresh(), client.intended);
    pool_.push_waiter(client);
}

void TargetSlice::pump() {
    while (pool_.waiting() > 0) {
        Lane* lane = pool_.pop_free();
        if (lane == nullptr) {
            return;
        }
        lane->assign(*pool_.pop_waiter());
    }
}

void TargetSlice::arrive(TimePoint scheduled) {
    if (!idle_.empty()) {
        VirtualClient& client = *idle_.back();
        idle_.pop_back();
        client.intended = scheduled;
        client.think = Nanos::zero();
        start_client(client);
    } else if (backlog_.size() < config_.plan->max_backlog) {
        backlog_.push_back(scheduled);
    } else {
        recorder_.skip(schedule_.phase_of(scheduled), 1);
    }
}

void TargetSlice::finished(
    VirtualClient& client, const Finished& finished, const db::DbError& error
) {
    const TimePoint intended = client.intended;
    settle(client);
    const TimePoint started = client.started;
    Nanos penalty{};
    if (finished.end == Finished::End::failed) {
        if (!std::exchange(error_seen_[static_cast<std::size_t>(finished.error)], true)) {
            notice(SliceNotice::Kind::event, "error", "first of its kind: " + error.describe());
        }
        if (!workload().retryable(finished.error)) {
            const auto scaled =
                kFirstPenalty * (std::int64_t{1} << std::min<unsigned>(client.failures, 10));
            penalty = std::min(Nanos{scaled}, kLongestPenalty);
            client.failures = static_cast<std::uint16_t>(std::min(client.failures + 1, 1000));
        }
    } else {
        client.failures = 0;
    }
    client.last_type = static_cast<std::uint16_t>(finished.type);
    ++client.txn_index;
    schedule_next(client, finished.at, penalty);
    recorder_.record(schedule_.phase_of(intended), intended, started, client.think, finished);
    check_finished();
}

// --- the clock -------------------------------------------------------------------------------------------------

void TargetSlice::sweep(TimePoint now) {
    admit_connects(now);
    for (auto& lane : lanes_) {
        lane->enforce_deadline(now);
    }
    if (!begun_) {
        return;
    }
    fail_hopeless_waiters(now);
    if (now >= schedule_.last_call && !cut_) {
        cut_off_rest();
    }
    give_up_stuck(now);
    check_finished();
}

// With every session down nobody may wait for ever: a client gives up at its deadline, is counted, and tries again.
void TargetSlice::fail_hopeless_waiters(TimePoint now) {
    const Nanos limit = config_.plan->session.statement_timeout;
    if (up_ > 0 || limit == Nanos::zero()) {
        return;
    }
    std::vector<VirtualClient*> given_up;
    while (pool_.front() != nullptr && pool_.front()->started + limit < now) {
        given_up.push_back(pool_.pop_waiter());
    }
    for (VirtualClient* client : given_up) {
        Finished end;
        end.end = Finished::End::failed;
        end.error = db::ErrorClass::connect_failed;
        end.acquired = end.at = now;
        finished(*client, end, last_connect_error_);
    }
}

void TargetSlice::cut_off_rest() {
    cut_ = true;
    while (VirtualClient* client = pool_.pop_waiter()) {
        recorder_.cut_off_waiting(schedule_.phase_of(client->intended));
        client->state = ClientState::done;
        settle(*client);
    }
    for (const TimePoint scheduled : backlog_) {
        recorder_.skip(schedule_.phase_of(scheduled), 1);
    }
    backlog_.clear();
    for (auto& lane : lanes_) {
        if (lane->busy()) {
            lane->abort();
        }
    }
}

// A blocking library that ignores its own time-outs must not hold up the end of the run.
void TargetSlice::give_up_stuck(TimePoint now) {
    if (!cut_ || now < schedule_.last_call + kStuckLimit || finished_) {
        return;
    }
    for (; measured_ > 0; --measured_) {
        recorder_.cut_off_waiting(metrics::Phase::sample);
    }
    running_ = 0;
    notice(
        SliceNotice::Kind::event,
        "stuck",
        "the client library did not come back from a call; its threads are abandoned"
    );
}

void TargetSlice::check_finished() {
    const bool over = refused_ || capped_ || loop_.now() >= schedule_.end;
    if (begun_ && !finished_ && over && running_ == 0 && backlog_.empty()) {
        finished_ = true;
        notice(SliceNotice::Kind::finished);
    }
}

}  // namespace oltpsim::engine
