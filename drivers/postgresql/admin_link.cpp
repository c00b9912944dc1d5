// Blocking on top of non-blocking libpq.
#include "drivers/postgresql/admin_link.hpp"

#include "drivers/postgresql/pg_result.hpp"
#include "drivers/postgresql/rows.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

using db::ErrorClass;

// How long a server may take to answer a cancel request before the session is given up.
constexpr Nanos kCancelGrace = std::chrono::seconds{2};

struct FreeCancel {
    void operator()(PGcancel* cancel) const noexcept { PQfreeCancel(cancel); }
};

bool is_failure(ExecStatusType status) noexcept {
    return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

}  // namespace

AdminLink::~AdminLink() { drop(); }

void AdminLink::drop() noexcept {
    if (conn_ != nullptr) {
        PQfinish(conn_);
        conn_ = nullptr;
    }
}

db::Result<void> AdminLink::open(const ConnectParams& params, Nanos limit) {
    const auto [keys, values] = params.arrays();
    const TimePoint deadline = deadline_after(limit);
    conn_ = PQconnectStartParams(keys.data(), values.data(), 0);
    if (conn_ == nullptr) {
        return own_error(ErrorClass::other, "connect", "out of memory");
    }
    last_words_.listen(conn_);
    PQsetErrorVerbosity(conn_, PQERRORS_VERBOSE);  // the only way to a failed sign-in's SQLSTATE
    int wants = PQstatus(conn_) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (wants == PGRES_POLLING_READING || wants == PGRES_POLLING_WRITING) {
        const short events = wants == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        const Wake wake = socket_.wait(conn_, events, deadline);
        if (wake != Wake::ready) {
            return wake == Wake::interrupted
                       ? own_error(ErrorClass::cancelled, "connect", "interrupted")
                       : own_error(
                             ErrorClass::connect_failed,
                             "connect",
                             "no session within the time limit"
                         );
        }
        wants = static_cast<int>(PQconnectPoll(conn_));
    }
    if (wants != PGRES_POLLING_OK) {
        return connect_error(conn_);
    }
    PQsetErrorVerbosity(conn_, PQERRORS_DEFAULT);
    PQsetnonblocking(conn_, 1);
    return {};
}

db::Result<void> AdminLink::begin(std::string what, Nanos limit) {
    what_ = std::move(what);
    deadline_ = deadline_after(limit);
    interrupted_ = false;
    socket_.silence();
    if (conn_ == nullptr || PQstatus(conn_) == CONNECTION_BAD) {
        db::DbError error = own_error(ErrorClass::connection_lost, what_, "the session is closed");
        last_words_.add_to(error);
        return error;
    }
    return {};
}

// Asks the server to stop, on a connection and a thread of its own: PQcancel blocks until the server reacts.
void AdminLink::cancel_at_server() noexcept {
    std::unique_ptr<PGcancel, FreeCancel> cancel{PQgetCancel(conn_)};
    if (!cancel) {
        return;
    }
    try {
        std::thread([request = std::move(cancel)] {
            std::array<char, 256> text{};
            (void)PQcancel(request.get(), text.data(), static_cast<int>(text.size()));
        }).detach();
    } catch (const std::system_error&) {
        // No thread to be had: the session is closed after the grace time all the same.
    }
}

db::Result<void> AdminLink::wait(short events) {
    switch (socket_.wait(conn_, events, deadline_)) {
        case Wake::ready: return {};
        case Wake::interrupted:
            if (!interrupted_) {
                interrupted_ = true;
                deadline_ = std::min(deadline_, steady_now() + kCancelGrace);
                cancel_at_server();
            }
            return {};
        case Wake::timed_out: break;
    }
    const bool cancelled = interrupted_;
    if (!cancelled) {
        cancel_at_server();
    }
    drop();
    return cancelled ? own_error(
                           ErrorClass::cancelled,
                           what_,
                           "interrupted; the server did not answer, the session was closed"
                       )
                     : own_error(
                           ErrorClass::statement_timeout,
                           what_,
                           "no answer within the time limit; the session was closed"
                       );
}

db::Result<void> AdminLink::flush() {
    while (true) {
        const int left = PQflush(conn_);
        if (left == 0) {
            return {};
        }
        if (left < 0) {
            return call_error(conn_, what_);
        }
        if (auto waited = wait(POLLIN | POLLOUT); !waited) {
            return waited;
        }
        if (PQconsumeInput(conn_) == 0) {
            return call_error(conn_, what_);
        }
    }
}

// Reads to the end of the answer. The first error counts, else the last result.
db::Result<void> AdminLink::read_results(db::ResultSet& out) {
    std::optional<db::DbError> first;
    while (true) {
        while (PQisBusy(conn_) != 0) {
            if (auto waited = wait(POLLIN); !waited) {
                return waited;
            }
            if (PQconsumeInput(conn_) == 0 && PQsocket(conn_) < 0 && PQisBusy(conn_) != 0) {
                break;  // the socket is gone: PQgetResult says why, without waiting
            }
        }
        const Result result{PQgetResult(conn_)};
        if (!result) {
            break;
        }
        const auto status = PQresultStatus(result.get());
        if (is_failure(status)) {
            if (!first) {
                first = result_error(result.get(), conn_, what_);
            }
        } else if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT ||
                   status == PGRES_COPY_BOTH) {
            if (status == PGRES_COPY_IN && !first) {
                return {};
            }
            drop();
            return own_error(
                ErrorClass::unsupported, what_, "COPY cannot run here; the session was closed"
            );
        } else {
            read_text_rows(result.get(), out);
        }
    }
    if (!first) {
        return {};
    }
    if (interrupted_ && first->cls != ErrorClass::connection_lost) {
        first->cls = ErrorClass::cancelled;
    }
    if (db::poisons_connection(first->cls)) {
        drop();
    }
    return std::move(*first);
}

db::Result<db::ResultSet> AdminLink::run(const std::string& sql, std::string what, Nanos limit) {
    if (auto begun = begin(std::move(what), limit); !begun) {
        return begun.error();
    }
    const auto before = PQtransactionStatus(conn_);
    if (PQsendQuery(conn_, sql.c_str()) != 1) {
        return call_error(conn_, what_);
    }
    if (auto sent = flush(); !sent) {
        return sent.error();
    }
    db::ResultSet rows;
    if (auto read = read_results(rows); !read) {
        return read.error();
    }
    const bool over = PQtransactionStatus(conn_) == PQTRANS_IDLE;
    const bool committed =
        before == PQTRANS_IDLE || (before == PQTRANS_INTRANS && sql != "ROLLBACK");
    own_commits_ += over && committed ? 1 : 0;
    return rows;
}

db::Result<void> AdminLink::start_copy(const std::string& sql, std::string what) {
    if (auto begun = begin(std::move(what), Nanos::zero()); !begun) {
        return begun;
    }
    if (PQsendQuery(conn_, sql.c_str()) != 1) {
        return call_error(conn_, what_);
    }
    if (auto sent = flush(); !sent) {
        return sent;
    }
    db::ResultSet none;
    return read_results(none);
}

db::Result<void> AdminLink::send_copy(std::string_view bytes) {
    if (conn_ == nullptr) {
        return own_error(ErrorClass::connection_lost, what_, "the session is closed");
    }
    if (interrupted_ || socket_.silence()) {
        interrupted_ = true;
        return own_error(ErrorClass::cancelled, what_, "interrupted");
    }
    if (PQputCopyData(conn_, bytes.data(), static_cast<int>(bytes.size())) != 1) {
        return call_error(conn_, what_);
    }
    if (auto sent = flush(); !sent) {
        return sent;
    }
    if (PQconsumeInput(conn_) == 0) {
        return call_error(conn_, what_);
    }
    return {};
}

db::Result<void> AdminLink::end_copy() {
    if (conn_ == nullptr) {
        return own_error(ErrorClass::connection_lost, what_, "the session is closed");
    }
    if (PQputCopyEnd(conn_, nullptr) != 1) {
        return call_error(conn_, what_);
    }
    if (auto sent = flush(); !sent) {
        return sent;
    }
    db::ResultSet none;
    if (auto read = read_results(none); !read) {
        return read;
    }
    if (PQtransactionStatus(conn_) == PQTRANS_IDLE) {
        ++own_commits_;
    }
    return {};
}

void AdminLink::give_up_copy() noexcept {
    if (conn_ == nullptr) {
        return;
    }
    deadline_ = steady_now() + kCancelGrace;
    db::ResultSet none;
    if (PQputCopyEnd(conn_, "loading was given up") != 1 || !flush() || !read_results(none)) {
        // An error is the expected answer; a session that broke or kept silent is already closed.
        return;
    }
}

}  // namespace oltpsim::drivers::postgresql
