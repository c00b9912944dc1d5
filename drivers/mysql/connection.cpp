// Commands on a session: preparing when first used, making room, errors. Its life is in connection_life.cpp.
#include "drivers/mysql/connection.hpp"

#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/sql_text.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace oltpsim::drivers::mysql {

const char* MysqlConnection::text_of(db::CommandKind kind) const noexcept {
    switch (kind) {
        case db::CommandKind::begin: return "BEGIN";
        case db::CommandKind::begin_read_only:
            return read_only_transactions_ ? "START TRANSACTION READ ONLY" : "BEGIN";
        case db::CommandKind::commit: return "COMMIT";
        case db::CommandKind::rollback: return "ROLLBACK";
        case db::CommandKind::execute: break;
    }
    return "";
}

std::string MysqlConnection::operation() const {
    if (stage_ == Stage::signing_in || command_ == nullptr) {
        return "connect";
    }
    if (command_->kind != db::CommandKind::execute) {
        return text_of(command_->kind);
    }
    return fmt::format(
        "{} {}", stage_ == Stage::preparing ? "prepare" : "execute", command_->statement->name
    );
}

db::Connection::Step MysqlConnection::begin_commands(std::span<const db::Command> commands) {
    command_ = &commands.front();
    if (stage_ != Stage::idle) {
        db::DbError error;
        error.cls = db::ErrorClass::connection_lost;
        error.native = kServerLost;
        error.operation = operation();
        error.message = fmt::format(
            "{}: {}",
            settings_.place(),
            lost_reason_.empty() ? "the session is closed" : lost_reason_
        );
        set_error(std::move(error));
        return Step::done;
    }
    const bool finished = command_->kind == db::CommandKind::execute
                              ? start_statement()
                              : start_text(text_of(command_->kind), db::RowUse::none);
    return run(finished) ? Step::done : Step::pending;
}

bool MysqlConnection::start_text(std::string_view sql, db::RowUse use) {
    stage_ = Stage::text;
    return channel_->query(sql, use, result_slot(0));
}

bool MysqlConnection::start_statement() {
    const db::Statement& statement = *command_->statement;
    if (!statement.prepare || uses_[statement.id].unprepared) {
        return start_unprepared();
    }
    if (channel_->is_prepared(statement.id)) {
        return start_execute();
    }
    stage_ = Stage::preparing;
    return channel_->prepare(statement);
}

bool MysqlConnection::start_execute() {
    const db::Statement& statement = *command_->statement;
    stage_ = Stage::executing;
    uses_[statement.id].last = ++clock_;
    return channel_->execute(statement, command_->params, result_slot(0));
}

bool MysqlConnection::start_unprepared() {
    const db::Statement& statement = *command_->statement;
    sql_.clear();
    if (!append_sql(sql_, statement.sql, command_->params, channel_->backslash_escapes())) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation();
        error.message = "the number of parameters does not fit the statement";
        return fail(std::move(error));
    }
    return start_text(sql_, statement.rows);
}

// Goes from step to step until one is pending or the command is over.
bool MysqlConnection::run(bool finished) {
    while (finished) {
        if (stage_ == Stage::idle || stage_ == Stage::closed || step_done(finished)) {
            return true;
        }
    }
    watch(channel_->interest());
    return false;
}

// A step of the command has finished. True when that was the last; else starts the next and sets `finished`.
bool MysqlConnection::step_done(bool& finished) {
    if (!channel_->ok()) {
        if (stage_ == Stage::preparing && channel_->error().code == kMaxPreparedStatements) {
            return make_room(finished);
        }
        return fail();
    }
    if (stage_ == Stage::preparing) {
        finished = start_execute();
        return false;
    }
    if (stage_ == Stage::evicting) {
        finished = start_statement();
        return false;
    }
    stage_ = Stage::idle;
    command_ = nullptr;
    watch(db::kReadable);
    return true;
}

// The server prepares no more: gives up the statement used least recently, or goes on without preparing this one.
bool MysqlConnection::make_room(bool& finished) {
    std::uint32_t oldest = 0;
    bool found = false;
    for (std::uint32_t id = 0; id < uses_.size(); ++id) {
        if (channel_->is_prepared(id) && (!found || uses_[id].last < uses_[oldest].last)) {
            oldest = id;
            found = true;
        }
    }
    if (found) {
        stage_ = Stage::evicting;
        finished = channel_->discard(oldest);
        return false;
    }
    uses_[command_->statement->id].unprepared = true;
    finished = start_unprepared();
    return false;
}

bool MysqlConnection::fail() {
    const ChannelError& from = channel_->error();
    db::DbError error;
    error.cls = from.lost ? db::ErrorClass::connection_lost : classify(from.code, from.sqlstate);
    error.native = from.code;
    if (from.sqlstate != "00000") {
        error.set_sqlstate(from.sqlstate);
    }
    error.operation = operation();
    error.message =
        from.lost ? fmt::format("{}: {}", settings_.place(), from.message) : from.message;
    error.server_text = from.text;
    return fail(std::move(error));
}

bool MysqlConnection::fail(db::DbError error) {
    const bool unusable = db::poisons_connection(error.cls);
    set_error(std::move(error));
    if (unusable) {
        drop(false);
    } else {
        stage_ = Stage::idle;
        command_ = nullptr;
        watch(db::kReadable);
    }
    return true;
}

void MysqlConnection::on_ready(std::uint32_t events, TimePoint now) {
    switch (stage_) {
        case Stage::closed: return;
        case Stage::idle: lose_while_idle(); return;
        case Stage::signing_in:
            unwatch();
            if ((background_ ? finish_background() : watch_sign_in(sign_in_->resume(events))) ==
                Step::done) {
                complete(now);
            }
            return;
        default:
            if (run(channel_->resume(events))) {
                complete(now);
            }
            return;
    }
}

// Nothing was asked, so the server says goodbye, or is gone.
void MysqlConnection::lose_while_idle() {
    std::array<char, 512> bytes;
    const auto got = ::recv(watched_fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_PEEK);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    lost_reason_ = got > 0 ? "the server ended the session while it was idle"
                           : "the server closed the connection while it was idle";
    drop(false);
}

}  // namespace oltpsim::drivers::mysql
