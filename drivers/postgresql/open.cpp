// Opening and closing of a measured session: PQconnectStart/PQconnectPoll on the loop.
#include "drivers/postgresql/connection.hpp"

#include <libpq-fe.h>

namespace oltpsim::drivers::postgresql {

PgConnection::PgConnection(
    const db::Endpoint& endpoint,
    const db::SessionOptions& options,
    const db::StatementSet& statements,
    db::IoLoop& loop
)
    : Connection(options, &loop),
      params_(endpoint, options, SessionUse::measured),
      statements_(statements),
      fast_path_(uses_fast_path(endpoint.url)),
      pipelined_(options.pipelining != db::Pipelining::off) {}

PgConnection::~PgConnection() { drop(); }

db::Connection::Step PgConnection::begin_open() {
    drop();
    last_words_.clear();
    prepared_.assign(statements_.size() + kControls, false);
    const auto [keys, values] = params_.arrays();
    conn_ = PQconnectStartParams(keys.data(), values.data(), 0);
    if (conn_ == nullptr) {
        set_error(own_error(db::ErrorClass::other, "connect", "out of memory"));
        return Step::done;
    }
    if (PQstatus(conn_) == CONNECTION_BAD) {
        set_error(connect_error(conn_));
        drop();
        return Step::done;
    }
    last_words_.listen(conn_);
    PQsetErrorVerbosity(conn_, PQERRORS_VERBOSE);  // the only way to a failed sign-in's SQLSTATE
    state_ = State::connecting;
    watch_socket(db::kWritable);
    return Step::pending;
}

void PgConnection::continue_open(int wants, TimePoint now) {
    switch (wants) {
        case PGRES_POLLING_READING: watch_socket(db::kReadable); return;
        case PGRES_POLLING_WRITING: watch_socket(db::kWritable); return;
        case PGRES_POLLING_OK: session_ready(now); return;
        default:
            set_error(connect_error(conn_));
            drop();
            complete(now);
            return;
    }
}

void PgConnection::session_ready(TimePoint now) {
    PQsetErrorVerbosity(conn_, PQERRORS_DEFAULT);
    PQsetnonblocking(conn_, 1);
    if (fast_path_ && PQsslInUse(conn_) == 0 && PQgssEncInUse(conn_) == 0) {
        wire_ = std::make_unique<WireChannel>(PQsocket(conn_), prepared_.size(), audit_);
        if (options_.audit_arrivals) {
            audit_.begin(PQsocket(conn_));
        }
    } else if (pipelined_) {
        PQenterPipelineMode(conn_);
    }
    // Name resolution inside libpq blocks. From now on this session reconnects by address, so that a dead
    // name server cannot stop the loop in the middle of a sample.
    const char* address = PQhostaddr(conn_);
    const char* host = PQhost(conn_);
    if (address != nullptr && *address != '\0' && host != nullptr && *host != '/') {
        params_.set("hostaddr", address);
    }
    state_ = State::idle;
    watch_socket(db::kReadable);
    complete(now);
}

void PgConnection::watch_socket(std::uint32_t events) {
    const int fd = PQsocket(conn_);
    if (fd == watched_fd_ && events == watched_events_) {
        return;
    }
    if (fd != watched_fd_) {
        unwatch_socket();
    }
    loop_->watch(fd, events | kPeerClosed, *this);
    watched_fd_ = fd;
    watched_events_ = events;
}

void PgConnection::unwatch_socket() noexcept {
    if (watched_fd_ >= 0) {
        loop_->unwatch(watched_fd_);
        watched_fd_ = -1;
        watched_events_ = 0;
    }
}

void PgConnection::drop() noexcept {
    unwatch_socket();
    wire_.reset();
    audit_.end();
    if (conn_ != nullptr) {
        PQfinish(conn_);
        conn_ = nullptr;
    }
    state_ = State::closed;
}

void PgConnection::abort(db::ErrorClass why) noexcept {
    const bool opening = state_ == State::connecting;
    const bool in_flight = opening || state_ == State::busy;
    if (in_flight) {
        const Reply reply = opening ? Reply{} : unanswered();
        set_error(
            own_error(
                why,
                opening ? "connect" : operation_name(reply),
                opening ? "no session within the time limit"
                        : "stopped before an answer came; the session was closed"
            ),
            reply.command
        );
    }
    drop();
    if (!in_flight || !db::poisons_connection(why)) {
        clear_transaction_flag();  // otherwise the base does, after it has noted what was lost
    }
    if (in_flight) {
        complete(loop_->now());
    }
}

void PgConnection::close() noexcept {
    if (state_ == State::connecting || state_ == State::busy) {
        abort(db::ErrorClass::cancelled);
    } else {
        drop();
        clear_transaction_flag();
    }
}

}  // namespace oltpsim::drivers::postgresql
