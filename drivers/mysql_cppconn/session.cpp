// One signed-in session of the library.
#include "drivers/mysql_cppconn/session.hpp"

#include "drivers/mysql_cppconn/error_map.hpp"
#include "drivers/mysql_cppconn/library.hpp"

#include <cppconn/connection.h>
#include <cppconn/exception.h>
#include <cppconn/resultset.h>
#include <cppconn/statement.h>

#include <stdexcept>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

/// The server did not switch to TLS although the target demands it: the library goes on without.
class NoTls : public std::runtime_error {
public:
    NoTls() : std::runtime_error("the server offers no TLS") {}
};

std::chrono::seconds rounded_up(Nanos time) {
    return std::chrono::ceil<std::chrono::seconds>(time);
}

const char* isolation_sql(db::Isolation isolation) noexcept {
    switch (isolation) {
        case db::Isolation::server_default: return nullptr;
        case db::Isolation::read_committed:
            return "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
        case db::Isolation::repeatable_read:
            return "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";
        case db::Isolation::serializable:
            return "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE";
    }
    return nullptr;
}

}  // namespace

Session::Session(
    std::shared_ptr<const Access> access,
    const db::SessionOptions& options,
    std::shared_ptr<SessionEnder> ender
)
    : access_(std::move(access)),
      options_(options),
      ender_(std::move(ender)),
      calls_(std::make_shared<CallCounter>(0)) {}

Session::~Session() { close(); }

void Session::close() noexcept {
    session_id_ = 0;
    texts_.reset();
    connection_.reset();
}

db::Result<void> Session::open() {
    close();
    opening_ = true;
    const Call call(*this);
    try {
        connection_ = connect(
            *access_,
            {.connect = rounded_up(options_.connect_timeout),
             .read = rounded_up(options_.statement_timeout),
             .application_name = options_.application_name}
        );
        set_up();
    } catch (...) {
        db::DbError error = current_error("connect");
        opening_ = false;
        close();
        return error;
    }
    opening_ = false;
    if (interrupted()) {
        close();
        return interruption("connect");
    }
    return {};
}

void Session::set_up() {
    texts_.reset(connection_->createStatement());
    const auto ask = [this](const char* sql, unsigned column) {
        const std::unique_ptr<sql::ResultSet> rows(texts_->executeQuery(sql));
        return rows->next() ? rows->getString(column).asStdString() : std::string();
    };
    if (access_->settings.tls != TlsMode::disabled &&
        ask("SHOW SESSION STATUS LIKE 'Ssl_cipher'", 2).empty()) {
        throw NoTls();
    }
    session_id_ = std::stoull(ask("SELECT CONNECTION_ID()", 1));
    if (const char* sql = isolation_sql(options_.isolation)) {
        texts_->execute(sql);
    }
}

db::Result<void> Session::run(const char* sql) {
    try {
        texts_->execute(sql);
    } catch (...) {
        return current_error(sql);
    }
    return {};
}

bool Session::start_call() noexcept {
    ++*calls_;
    call_started_ = steady_now();
    return !interrupted();
}

// Either this sees the call's odd number, or start_call() sees the class.
void Session::interrupt(db::ErrorClass why, bool only_statement) noexcept {
    interruption_.set(why);
    const std::uint64_t call = *calls_;
    const std::uint64_t id = session_id_;
    if (call % 2 == 0 || id == 0) {
        return;
    }
    try {
        ender_->request({access_, id, calls_, call, only_statement});
    } catch (...) {  // no memory or no thread: the time-out ends the call
    }
}

db::DbError Session::current_error(std::string operation) const {
    db::DbError error;
    error.operation = std::move(operation);
    try {
        throw;
    } catch (const sql::SQLException& problem) {
        const std::string state = problem.getSQLState();
        error.native = problem.getErrorCode();
        if (state != "00000" && state != "HY000") {
            error.set_sqlstate(state);
        }
        error.server_text = problem.what();
        error.cls =
            opening_ ? class_when_opening(error.native, state) : class_of(error.native, state);
    } catch (const NoTls& problem) {
        error.cls = db::ErrorClass::tls_failed;
        error.message = problem.what();
    } catch (const std::exception& problem) {
        error.cls = opening_ ? db::ErrorClass::connect_failed : db::ErrorClass::other;
        error.message = problem.what();
    }
    if (error.cls == db::ErrorClass::connection_lost) {
        error.message = access_->settings.place();
        // The library has one number for a session that broke and for an answer that came too late.
        if (options_.statement_timeout > Nanos::zero() &&
            steady_now() - call_started_ >= options_.statement_timeout) {
            error.cls = db::ErrorClass::statement_timeout;
            error.message += ": no answer in time";
        }
    } else if (opening_) {
        error.message = error.message.empty() ? access_->settings.place()
                                              : access_->settings.place() + ": " + error.message;
    }
    error.cls = interruption_.why().value_or(error.cls);
    return error;
}

db::DbError Session::closed(std::string operation) const {
    return db::closed_session(std::move(operation), access_->settings.place());
}

}  // namespace oltpsim::drivers::mysql_cppconn
