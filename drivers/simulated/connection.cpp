// A session with a simulated database.
#include "drivers/simulated/connection.hpp"

#include <utility>

namespace oltpsim::drivers::simulated {
namespace {

// A workload that keeps rows reads columns by number; so many are there, each the number 1.
constexpr std::uint32_t kColumns = 32;

}  // namespace

SimulatedConnection::SimulatedConnection(
    const Behaviour& behaviour,
    std::shared_ptr<TargetState> state,
    const db::SessionOptions& options,
    db::IoLoop& loop
)
    : Connection(options, &loop),
      behaviour_(behaviour),
      state_(std::move(state)),
      rng_(seed_of(behaviour.seed, state_->own(), state_->join(commits_))) {}

SimulatedConnection::~SimulatedConnection() {
    loop_->cancel_timer(*this);
    state_->leave(commits_);
}

void SimulatedConnection::fail(db::ErrorClass cls, const char* operation, const char* message) {
    db::DbError error;
    error.cls = cls;
    error.operation = operation;
    error.message = message;
    set_error(std::move(error));
    if (db::poisons_connection(cls)) {
        open_ = false;
    }
}

void SimulatedConnection::abort(db::ErrorClass why) noexcept {
    loop_->cancel_timer(*this);
    open_ = false;
    clear_transaction_flag();
    if (busy()) {
        answer_ = Answer::none;
        fail(why, "wait", "ended by the client");
        complete(loop_->now());
    }
}

void SimulatedConnection::close() noexcept {
    if (busy()) {
        abort(db::ErrorClass::cancelled);
    }
    open_ = false;
    clear_transaction_flag();
}

db::Connection::Step SimulatedConnection::begin_open() {
    open_ = false;
    const TimePoint now = loop_->now();
    origin_ = state_->origin(now);
    if (behaviour_.connect_failure) {
        failure_ = *behaviour_.connect_failure;
        return answer_after(behaviour_.connect_latency, Answer::failure);
    }
    if (!state_->accept(now, behaviour_.connects_per_second)) {
        failure_ = behaviour_.refusal;
        return answer_after(behaviour_.connect_latency, Answer::failure);
    }
    return answer_after(behaviour_.connect_latency, Answer::opened);
}

db::Connection::Step SimulatedConnection::begin_commands(std::span<const db::Command> commands) {
    if (!open_) {
        fail(db::ErrorClass::connection_lost, "start", "the session is closed");
        return Step::done;
    }
    const db::Command& command = commands.front();
    const bool empty_commit = command.kind == db::CommandKind::commit && !touched_;
    touched_ = command.kind == db::CommandKind::execute && in_transaction();
    if (empty_commit) {
        return Step::done;  // such as the engine's warm-up: it has nothing to wait for or to fail
    }
    if (command.kind == db::CommandKind::execute) {
        fill_rows(command);
    }
    const bool autocommit = command.kind == db::CommandKind::execute && !in_transaction();
    const bool ends = command.kind == db::CommandKind::commit || autocommit;
    if (!behaviour_.per_statement && !ends) {
        return Step::done;
    }
    Answer answer = ends ? Answer::commit : Answer::plain;
    const bool fails = behaviour_.error_rate > 0 && command.kind != db::CommandKind::rollback &&
                       rng_.unit() < behaviour_.error_rate;
    if (fails) {
        answer = Answer::failure;
        failure_ = behaviour_.error_class;
    }
    return answer_after(behaviour_.draw_latency(rng_, loop_->now() - origin_), answer);
}

void SimulatedConnection::fill_rows(const db::Command& command) {
    db::ResultSet& result = result_slot(0);
    const db::Statement& statement = *command.statement;
    if (statement.rows == db::RowUse::none) {
        result.set_affected(statement.writes ? 1 : 0);
        return;
    }
    result.count_rows(behaviour_.rows);
    if (statement.rows == db::RowUse::keep) {
        result.set_columns(kColumns);
        for (std::uint64_t cell = 0; cell < behaviour_.rows * kColumns; ++cell) {
            result.add_cell(db::Value::integer(1));
        }
    }
}

db::Connection::Step SimulatedConnection::answer_after(Nanos latency, Answer answer) {
    const TimePoint now = loop_->now();
    const Nanos due = behaviour_.release(now + latency - origin_);
    if (origin_ + due <= now) {
        give(answer);
        return Step::done;
    }
    answer_ = answer;
    loop_->call_at(origin_ + due, *this);
    return Step::pending;
}

void SimulatedConnection::on_timer(TimePoint now) {
    if (answer_ == Answer::none) {
        return;
    }
    give(std::exchange(answer_, Answer::none));
    complete(now);
}

void SimulatedConnection::give(Answer answer) {
    switch (answer) {
        case Answer::none:
        case Answer::plain: break;
        case Answer::opened: open_ = true; break;
        case Answer::commit: commits_.add(); break;
        case Answer::failure: fail(failure_, open_ ? "run" : "connect", "simulated"); break;
    }
}

}  // namespace oltpsim::drivers::simulated
