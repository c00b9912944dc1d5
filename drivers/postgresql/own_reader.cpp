// A session without libpq in between: a group is queued, sent at once, and read as one response.
// Sequence: Parse [Describe] when new, Bind, Execute for each command, one Sync; BEGIN and the like as a simple Query
// where groups are single commands. Columns are described once, with the PREPARE, not with each execution.
#include "drivers/postgresql/connection.hpp"

#include <libpq-fe.h>

#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::uint32_t kNotReading = ~std::uint32_t{db::kWritable};

const Parameters& no_parameters() {
    static const Parameters none;
    return none;
}

}  // namespace

bool PgConnection::begin_own() {
    wire_->begin();
    for (std::uint32_t i = 0; i < commands_.size(); ++i) {
        if (!queue(i)) {
            if (i == 0) {
                return false;
            }
            unsent_index_ = i;  // what came before it runs and is answered
            break;
        }
    }
    if (pipelined_ || !is_control(commands_[0])) {
        wire_->sync();
    }
    if (send_queued()) {
        return true;
    }
    // The server's farewell may be waiting in the socket.
    if (wire_->receive_idle() == WireChannel::State::ended) {
        last_words_.note(wire_->parser().failure()->error);
    }
    db::DbError error = own_error(
        db::ErrorClass::connection_lost, operation_name(unanswered()), wire_->violation()
    );
    last_words_.add_to(error);
    set_error(std::move(error), unanswered().command);
    drop();
    return false;
}

// False: a parameter is at fault (unsent_); nothing of this command is queued.
bool PgConnection::queue(std::uint32_t index) {
    const db::Command& command = commands_[index];
    if (!is_control(command)) {
        if (auto bound = bound_.bind(*command.statement, command.params); !bound) {
            unsent_ = bound.error();
            return false;
        }
    } else if (!pipelined_) {
        replies_.push_back({index, false});
        wire_->query(
            control_sql(command), command.kind == db::CommandKind::commit, result_slot(index)
        );
        return true;
    }
    queue_execute(index);
    return true;
}

void PgConnection::queue_execute(std::uint32_t index) {
    const db::Command& command = commands_[index];
    const bool control = is_control(command);
    const db::RowUse use = control ? db::RowUse::none : command.statement->rows;
    const Parameters& params = control ? no_parameters() : bound_;
    if (!control && !command.statement->prepare) {
        replies_.push_back({index, false});
        wire_->execute_once(command.statement->sql, params, use, result_slot(index));
        return;
    }
    const std::size_t handle = handle_of(command);
    if (!prepared_[handle]) {
        replies_.push_back({index, true});
        wire_->prepare(
            handle,
            control ? std::string_view{control_sql(command)}
                    : std::string_view{command.statement->sql},
            params,
            use == db::RowUse::keep
        );
        prepared_[handle] = true;  // true for what follows in this group; taken back if it fails
    }
    replies_.push_back({index, false});
    wire_->execute(
        handle, params, use, command.kind == db::CommandKind::commit, result_slot(index)
    );
}

bool PgConnection::send_queued() {
    if (!wire_->send()) {
        return false;
    }
    watch_socket(
        wire_->has_unsent() ? std::uint32_t{db::kReadable} | std::uint32_t{db::kWritable}
                            : std::uint32_t{db::kReadable}
    );
    return true;
}

void PgConnection::receive_own(std::uint32_t events, TimePoint now) {
    if (wire_->has_unsent() && (events & db::kWritable) != 0 && !send_queued()) {
        lost_own(now);
        return;
    }
    if ((events & kNotReading) == 0) {
        return;
    }
    const auto state = wire_->receive();
    if (state == WireChannel::State::more) {
        return;
    }
    if (state == WireChannel::State::broken) {
        lost_own(now);
        return;
    }
    if (const auto& failure = wire_->parser().failure()) {
        take_failure(*failure);
    }
    if (state == WireChannel::State::ended) {
        drop();
        complete(now);
    } else {
        finish(now);
    }
}

void PgConnection::take_failure(const ResponseParser::Failure& failure) {
    // A farewell may come before any answer is due, and after the last one.
    const Reply at =
        failure.answer < replies_.size() ? replies_[failure.answer] : Reply{unanswered()};
    db::DbError error = failure.error;
    error.operation = operation_name(at);
    set_error(std::move(error), at.command);
    for (std::size_t i = failure.answer; i < replies_.size(); ++i) {
        if (replies_[i].prepare) {
            prepared_[handle_of(commands_[replies_[i].command])] = false;
        }
    }
}

// The session broke: what the server said before counts, else whom it failed is who has no answer.
void PgConnection::lost_own(TimePoint now) {
    if (const auto& failure = wire_->parser().failure()) {
        take_failure(*failure);
    } else {
        const Reply reply = unanswered();
        db::DbError error =
            own_error(db::ErrorClass::connection_lost, operation_name(reply), wire_->violation());
        last_words_.add_to(error);
        set_error(std::move(error), reply.command);
    }
    drop();
    complete(now);
}

// Nothing was asked: settings that changed, a notice, or the end of the session, which the next command reports.
void PgConnection::listen_while_idle() {
    const auto state = wire_->receive_idle();
    if (state == WireChannel::State::ended) {
        last_words_.note(wire_->parser().failure()->error);
    }
    if (state != WireChannel::State::more) {
        drop();
    }
}

bool PgConnection::outside_transaction() const noexcept {
    return wire_ ? wire_->parser().idle() : PQtransactionStatus(conn_) == PQTRANS_IDLE;
}

}  // namespace oltpsim::drivers::postgresql
