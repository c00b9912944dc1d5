// See connection.hpp.
#include "drivers/mysql/connection.hpp"

#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/fast_channel.hpp"
#include "drivers/mysql/library_channel.hpp"
#include "drivers/mysql/sql_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mysql.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace oltpsim::drivers::mysql {
namespace {

// START TRANSACTION READ ONLY: MySQL 5.6.5, MariaDB 10.0.
constexpr unsigned long kReadOnlySince = 50605;
constexpr std::string_view kQuit("\x01\x00\x00\x00\x01", 5);

}  // namespace

MysqlConnection::MysqlConnection(
    Settings settings,
    db::Secret password,
    const db::SessionOptions& options,
    const db::StatementSet& statements,
    db::IoLoop* loop
)
    : Connection(options, loop),
      settings_(std::move(settings)),
      password_(std::move(password)),
      statements_(statements) {}

MysqlConnection::~MysqlConnection() { drop(false); }

void MysqlConnection::watch(std::uint32_t events) {
    if (events != watched_events_) {
        loop_->watch(watched_fd_, events, *this);
        watched_events_ = events;
    }
}

void MysqlConnection::unwatch() noexcept {
    if (watched_fd_ >= 0) {
        loop_->unwatch(watched_fd_);
        if (owns_watched_fd_) {
            ::close(watched_fd_);
        }
    }
    watched_fd_ = -1;
    owns_watched_fd_ = false;
    watched_events_ = 0;
}

// Statement objects of the library must outlive its handle, and the handle its socket's place in the loop.
void MysqlConnection::drop(bool politely) noexcept {
    unwatch();
    if (politely && is_plain_ && handle_ != nullptr) {
        // The library would wait for room in the socket; a goodbye is not worth that.
        [[maybe_unused]] const auto sent = ::send(
            mysql_get_socket(handle_.get()), kQuit.data(), kQuit.size(), MSG_NOSIGNAL | MSG_DONTWAIT
        );
    }
    if (politely && !is_plain_ && handle_ != nullptr) {
        ::shutdown(mysql_get_socket(handle_.get()), SHUT_RD);
        handle_.reset();
    }
    sign_in_ = nullptr;
    background_ = nullptr;
    close_at_once(std::move(handle_));
    handle_ = nullptr;
    channel_ = nullptr;
    command_ = nullptr;
    stage_ = Stage::closed;
    clear_transaction_flag();
}

void MysqlConnection::close() noexcept { drop(stage_ == Stage::idle); }

void MysqlConnection::abort(db::ErrorClass why) noexcept {
    const bool in_flight = stage_ != Stage::idle && stage_ != Stage::closed;
    db::DbError error;
    if (in_flight) {
        error.cls = why;
        error.operation = operation();
        error.message = settings_.place();
    }
    drop(false);
    if (in_flight) {
        set_error(std::move(error));
        complete(loop_->now());
    }
}

// --- opening ---

db::Connection::Step MysqlConnection::begin_open() {
    drop(false);
    lost_reason_.clear();
    stage_ = Stage::signing_in;
    if (!sign_in_blocks(settings_)) {
        sign_in_ = std::make_unique<SignIn>(settings_, password_, options_);
        return watch_sign_in(sign_in_->start());
    }
    try {
        background_ = std::make_unique<BackgroundSignIn>(settings_, password_, options_);
    } catch (const std::system_error& failure) {
        db::DbError error;
        error.cls = db::ErrorClass::connect_failed;
        error.operation = "connect";
        error.message = fmt::format("{}: {}", settings_.place(), failure.what());
        return refuse(std::move(error));
    }
    watched_fd_ = background_->fd();
    watch(db::kReadable);
    return Step::pending;
}

db::Connection::Step MysqlConnection::refuse(db::DbError error) {
    set_error(std::move(error));
    drop(false);
    return Step::done;
}

// While the library connects it may change to another address, and so to another socket of the same number:
// the watch is set anew for each wait.
db::Connection::Step MysqlConnection::watch_sign_in(std::uint32_t events) {
    if (events != 0) {
        watched_fd_ = sign_in_->fd();
        watch(events);
        return Step::pending;
    }
    if (sign_in_->error()) {
        return refuse(*sign_in_->error());
    }
    return signed_in(sign_in_->take());
}

db::Connection::Step MysqlConnection::finish_background() {
    auto outcome = background_->take();
    if (!outcome) {
        return refuse(outcome.error());
    }
    return signed_in(std::move(*outcome));
}

db::Connection::Step MysqlConnection::signed_in(Handle handle) {
    handle_ = std::move(handle);
    sign_in_ = nullptr;
    background_ = nullptr;
    read_only_transactions_ = mysql_get_server_version(handle_.get()) >= kReadOnlySince;
    is_plain_ = mysql_get_ssl_cipher(handle_.get()) == nullptr;
    uses_.assign(statements_.size(), Use{});
    const int fd = mysql_get_socket(handle_.get());
    const bool uses_own_reader = is_plain_ && settings_.fast_path;
    // The library closes its socket by itself when the server is gone; a duplicate stays to be unwatched.
    owns_watched_fd_ = !uses_own_reader;
    watched_fd_ = uses_own_reader ? fd : ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (watched_fd_ < 0) {
        db::DbError error;
        error.cls = db::ErrorClass::connect_failed;
        error.operation = "connect";
        error.message = "no file descriptor is left";
        return refuse(std::move(error));
    }
    if (uses_own_reader) {
        channel_ = std::make_unique<FastChannel>(fd, statements_.size(), deprecates_eof(*handle_));
    } else {
        channel_ = std::make_unique<LibraryChannel>(*handle_, statements_.size());
    }
    stage_ = Stage::idle;
    watch(db::kReadable);
    return Step::done;
}

// --- commands ---

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
