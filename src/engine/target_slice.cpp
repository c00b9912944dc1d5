// Life of a slice: what it is made of, its common start, its end. Its connections are in slice_connections.cpp, its clients
// in slice_clients.cpp.
#include "engine/target_slice.hpp"

#include "engine/event_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::engine {
namespace {

constexpr Nanos kStuckLimit = std::chrono::seconds{5};
constexpr std::uint32_t kAuditedOf =
    16;  // sessions whose replies the kernel stamps: one of so many

}  // namespace

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
    for (const workload::TransactionType& type : config_.workload->transactions()) {
        background_type_ = std::max(background_type_, type.background);
    }
    for (std::uint32_t i = 0; i < config_.clients; ++i) {
        clients_[i].slice = this;
        clients_[i].id = config_.first_client + i;
    }
    const db::Driver& driver = *config_.target->driver;
    const bool blocking = driver.info().io_model == db::IoModel::blocking;
    lanes_.reserve(config_.connections);
    for (std::uint32_t i = 0; i < config_.connections; ++i) {
        db::SessionOptions session = config_.plan->session;
        session.audit_arrivals = i % kAuditedOf == 0;
        auto connection = driver.make_connection(
            config_.target->endpoint(),
            session,
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
    // The start may have passed while the loop had no CPU: then clients wait already, and every lane is free.
    pump();
}

void TargetSlice::cut_short(TimePoint end, TimePoint last_call) {
    schedule_.end = std::min(schedule_.end, end);
    schedule_.last_call = std::min(schedule_.last_call, last_call);
    arrivals_.cut_short(schedule_.end);
    check_finished();
}

void TargetSlice::begin_sample(TimePoint begins, TimePoint end, TimePoint last_call) {
    schedule_.sample_start = std::min(schedule_.sample_start, begins);
    cut_short(end, last_call);
}

void TargetSlice::sweep(TimePoint now) {
    admit_connects(now);
    for (auto& lane : lanes_) {
        lane->enforce_deadline(now);
    }
    if (!begun_) {
        return;
    }
    fail_hopeless_waiters(now);
    pump();  // queued work does not start by itself
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
        end.type = client->background ? background_type() : 0;
        end.acquired = end.at = now;
        finished(*client, end, last_connect_error_);
    }
}

void TargetSlice::cut_off_rest() {
    cut_ = true;
    while (VirtualClient* client = pool_.pop_waiter()) {
        if (client->background) {
            Finished end;
            end.end = Finished::End::cut_off;
            end.type = background_type();
            recorder_.record_background(
                schedule_.phase_of(client->intended), schedule_.start, client->intended, end
            );
        } else {
            recorder_.cut_off_waiting(schedule_.phase_of(client->intended));
        }
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
