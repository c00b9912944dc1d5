// Receiving: pass 1 of a wake-up. Reads what has arrived, and completes when the last answer is in.
#include "drivers/postgresql/connection.hpp"
#include "drivers/postgresql/pg_result.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string_view>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::uint32_t kError = 8;  // EPOLLERR
constexpr int kMostReads = 100'000;  // of what a socket's buffer can hold, with room to spare

}  // namespace

void PgConnection::on_ready(std::uint32_t events, TimePoint now) {
    switch (state_) {
        case State::closed: return;
        case State::connecting:
            // libpq may close this socket and open another, even with the same number.
            unwatch_socket();
            continue_open(static_cast<int>(PQconnectPoll(conn_)), now);
            return;
        case State::idle: wire_ ? listen_while_idle() : notice_while_idle(events); return;
        case State::busy: wire_ ? receive_own(events, now) : receive(events, now); return;
    }
}

void PgConnection::receive(std::uint32_t events, TimePoint now) {
    if ((events & (kPeerClosed | db::kHangUp | kError)) != 0) {
        receive_last(now);
        return;
    }
    const bool only_writable = events == db::kWritable;
    if (!only_writable && PQconsumeInput(conn_) == 0) {
        lost(now);
        return;
    }
    if ((watched_events_ & db::kWritable) != 0 && !flush()) {
        lost(now);
        return;
    }
    drain(now);
}

// The other side has closed: nothing more will come than what is in the socket now.
void PgConnection::receive_last(TimePoint now) {
    unwatch_socket();
    for (int i = 0; i < kMostReads && PQconsumeInput(conn_) == 1; ++i) {
    }
    drain(now);
    if (state_ == State::busy) {
        lost(now);
    } else {
        drop();
    }
}

void PgConnection::drain(TimePoint now) {
    while (PQisBusy(conn_) == 0) {
        const Result result{PQgetResult(conn_)};
        if (!result) {
            if (!end_of_reply(now)) {
                return;
            }
            continue;
        }
        if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) {
            finish(now);
            return;
        }
        take(result.get());
        if (!ok() && db::poisons_connection(error().cls)) {
            drop();
            complete(now);
            return;
        }
    }
}

// libpq's null result: one answer is complete. Returns whether to go on reading.
bool PgConnection::end_of_reply(TimePoint now) {
    if (pipelined_) {
        if (++reply_ <= replies_.size()) {
            return true;
        }
        lost(now);  // more answers than questions: not a server we understand
        return false;
    }
    const bool go_on = replies_[0].prepare && ok();
    if (!go_on) {
        finish(now);
        return false;
    }
    replies_.clear();
    prepared_[handle_of(commands_[0])] = true;
    if (!send_command(0) || !flush()) {
        lost(now);
    }
    return false;
}

void PgConnection::take(const PGresult* result) {
    const Reply reply = current_reply();
    const auto status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
        if (!reply.prepare && ok()) {
            take_rows(result, reply.command);
        }
        return;
    }
    if (reply.prepare) {
        prepared_[handle_of(commands_[reply.command])] = false;
    }
    if (!ok() || status == PGRES_PIPELINE_ABORTED) {
        return;  // the first error is the one that counts
    }
    if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
        set_error(result_error(result, conn_, operation_name(reply)), reply.command);
        return;
    }
    // COPY and the like leave the session in a state that we do not serve.
    set_error(
        own_error(
            db::ErrorClass::connection_lost,
            operation_name(reply),
            "this kind of statement cannot run here"
        ),
        reply.command
    );
}

void PgConnection::take_rows(const PGresult* result, std::uint32_t index) {
    const db::Command& command = commands_[index];
    if (command.kind == db::CommandKind::execute) {
        if (auto wrong = rows_.read(result, command.statement->rows, result_slot(index))) {
            set_error(
                own_error(db::ErrorClass::unsupported, command.statement->name, std::move(*wrong)),
                index
            );
        }
        return;
    }
    const std::string_view tag = PQcmdStatus(const_cast<PGresult*>(result));
    if (command.kind == db::CommandKind::commit && tag == "ROLLBACK") {
        set_error(own_error(db::ErrorClass::other, "COMMIT", kRolledBack), index);
    }
}

void PgConnection::finish(TimePoint now) {
    state_ = State::idle;
    if (ok() && unsent_) {
        set_error(std::move(*unsent_), unsent_index_);
    }
    if (!ok() && outside_transaction()) {
        clear_transaction_flag();
    }
    complete(now);
}

PgConnection::Reply PgConnection::unanswered() const noexcept {
    for (std::size_t i = answered(); i < replies_.size(); ++i) {
        if (commands_[replies_[i].command].kind == db::CommandKind::commit) {
            return {replies_[i].command, false};
        }
    }
    return current_reply();
}

// The connection broke. Answers that arrived before are still in libpq's buffer, often with the server's reason.
void PgConnection::lost(TimePoint now) {
    const std::size_t most = 2 * replies_.size() + 2;
    for (std::size_t i = 0; ok() && i < most && (PQisBusy(conn_) == 0 || PQsocket(conn_) < 0);
         ++i) {
        const Result result{PQgetResult(conn_)};
        if (result) {
            take(result.get());
        } else if (pipelined_) {
            ++reply_;
        } else {
            break;
        }
    }
    if (ok()) {
        const Reply reply = unanswered();
        db::DbError error = call_error(conn_, operation_name(reply));
        error.cls = db::ErrorClass::connection_lost;
        last_words_.add_to(error);
        set_error(std::move(error), reply.command);
    }
    drop();
    complete(now);
}

// Nothing was asked: settings that changed, a notice, or the end of the session, which the next command reports.
// Rare, so the loop is left first each time: over TLS the end comes as data, and libpq closes the socket at once.
void PgConnection::notice_while_idle(std::uint32_t events) {
    const bool over = (events & (kPeerClosed | db::kHangUp | kError)) != 0;
    unwatch_socket();
    const bool alive = PQconsumeInput(conn_) == 1;
    (void)PQisBusy(conn_);  // parses; notices go to last_words_
    if (over || !alive || PQstatus(conn_) == CONNECTION_BAD) {
        drop();
    } else {
        watch_socket(db::kReadable);
    }
}

}  // namespace oltpsim::drivers::postgresql
