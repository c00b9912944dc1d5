// Life of a session: sign-in on the loop or off it, its place in the loop, its end.
#include "drivers/mysql/connection.hpp"
#include "drivers/mysql/fast_channel.hpp"
#include "drivers/mysql/library_channel.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mysql.h>
#include <sys/socket.h>
#include <unistd.h>

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
    audit_.end();
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
        channel_ =
            std::make_unique<FastChannel>(fd, statements_.size(), deprecates_eof(*handle_), audit_);
        if (options_.audit_arrivals) {
            audit_.begin(fd);
        }
    } else {
        channel_ = std::make_unique<LibraryChannel>(*handle_, statements_.size());
    }
    stage_ = Stage::idle;
    watch(db::kReadable);
    return Step::done;
}

}  // namespace oltpsim::drivers::mysql
