// Sequencing of command groups: the part that is the same for every driver.
#include "db/connection.hpp"

#include <utility>

namespace oltpsim::db {

// For what ends without waiting: the loop's stamp may be older than the start of it.
TimePoint Connection::read_clock() const noexcept {
    return loop_ != nullptr && loop_->is_virtual() ? loop_->now() : steady_now();
}

void Connection::arm_deadline(Nanos limit) noexcept {
    // Blocking drivers hand the limit to their library; the loop's sweep is for asynchronous ones.
    deadline_ =
        loop_ == nullptr || limit == Nanos::zero() ? TimePoint::max() : loop_->now() + limit;
}

void Connection::end_operation() noexcept {
    busy_ = false;
    pending_ = false;
    deadline_ = TimePoint::max();
}

bool Connection::open() {
    ok_ = true;
    busy_ = true;
    group_ = {};
    first_ = current_ = in_flight_ = 0;
    in_transaction_ = false;
    lost_in_commit_ = false;
    arm_deadline(options_.connect_timeout);
    pending_ = true;
    if (begin_open() == Step::pending) {
        return false;
    }
    finished_at_ = read_clock();
    end_operation();
    return true;
}

bool Connection::start(std::span<const Command> commands, bool one_batch) {
    ok_ = true;
    busy_ = true;
    group_ = commands;
    lost_in_commit_ = false;
    first_ = current_ = in_flight_ = 0;
    one_batch_ = one_batch && batches();
    if (results_.size() < commands.size()) {
        results_.resize(commands.size());
    }
    for (std::size_t i = 0; i < commands.size(); ++i) {
        results_[i].clear();
    }
    return advance();
}

// Starts what comes next until something is pending. True when the whole group is over.
bool Connection::advance() {
    while (ok_ && current_ < group_.size()) {
        first_ = current_;
        in_flight_ = one_batch_ ? group_.size() - current_ : 1;
        arm_deadline(options_.statement_timeout);
        pending_ = true;
        if (begin_commands(group_.subspan(first_, in_flight_)) == Step::pending) {
            return false;
        }
        end_batch();
    }
    finished_at_ = read_clock();
    end_operation();
    return true;
}

// Accounts for the batch that was in flight: transaction state, and where the group goes on.
void Connection::end_batch() {
    pending_ = false;
    const std::size_t done = ok_ ? in_flight_ : current_ - first_;
    for (std::size_t i = first_; i < first_ + done; ++i) {
        switch (group_[i].kind) {
            case CommandKind::begin:
            case CommandKind::begin_read_only: in_transaction_ = true; break;
            case CommandKind::commit:
            case CommandKind::rollback: in_transaction_ = false; break;
            case CommandKind::execute: break;
        }
    }
    if (ok_) {
        current_ = first_ + in_flight_;
    } else if (poisons_connection(error_.cls)) {
        in_transaction_ = false;
    }
    in_flight_ = 0;
}

void Connection::complete(TimePoint at) {
    if (!pending_) {
        return;
    }
    pending_ = false;
    finished_at_ = at;
    if (audit_.is_on()) [[unlikely]] {
        audit_.stamped(at);
    }
    deadline_ = TimePoint::max();
    loop_->enqueue(*this);
}

void Connection::proceed() {
    if (in_flight_ > 0) {
        end_batch();
        if (ok_ && current_ < group_.size() && !advance()) {
            return;
        }
    }
    end_operation();
    if (auto waiter = std::exchange(waiter_, nullptr)) {
        waiter.resume();
    }
}

// Would the command at current_ have made changes permanent? Looked up while the group is alive.
bool Connection::commits_now() const noexcept {
    if (current_ >= group_.size()) {
        return false;
    }
    bool in_transaction = in_transaction_;
    for (std::size_t i = first_; i < current_; ++i) {
        in_transaction = in_transaction || group_[i].kind == CommandKind::begin;
    }
    const Command& failed = group_[current_];
    return failed.kind == CommandKind::commit ||
           (failed.kind == CommandKind::execute && !in_transaction && failed.statement->writes);
}

void Connection::set_error(DbError error, std::size_t index) {
    ok_ = false;
    current_ = first_ + index;
    error_ = std::move(error);
    lost_in_commit_ = poisons_connection(error_.cls) && commits_now();
}

}  // namespace oltpsim::db
