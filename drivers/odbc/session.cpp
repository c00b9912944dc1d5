// One signed-in ODBC connection.
#include "drivers/odbc/session.hpp"

#include "drivers/odbc/bulk_copy.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace oltpsim::drivers::odbc {
namespace {

SQLPOINTER as_pointer(std::uintptr_t value) noexcept {
    return reinterpret_cast<SQLPOINTER>(value);  // as ODBC hands over numbers
}

std::uintptr_t whole_seconds(Nanos time) noexcept {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
    return static_cast<std::uintptr_t>(std::max<std::int64_t>(seconds, 1));
}

std::string list_of(const std::vector<std::string>& names) {
    return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
}

/// FreeTDS says no more than "connection failed" when client and server cannot agree on TLS. Empty: something else is wrong.
std::string tls_hint(const db::DbError& error, const Settings& settings) {
    const bool encrypts = settings.sqlserver && settings.sqlserver->encrypt != "no";
    const bool absent = error.message.find("unavailable or does not exist") != std::string::npos;
    if (error.cls != db::ErrorClass::connect_failed || !encrypts || absent) {
        return {};
    }
    return "; where the server can be reached, TLS is the likely cause: see encrypt, "
           "trust_server_certificate and ca";
}

}  // namespace

Session::Session(std::shared_ptr<const Access> access, const db::SessionOptions& options)
    : access_(std::move(access)), options_(options) {}

Session::~Session() { close(); }

void Session::close() noexcept {
    if (watched_) {
        access_->deadlines->unwatch(*this);
        watched_ = false;
    }
    bulk_copy_ = false;
    SQLHDBC connection = std::exchange(connection_, nullptr);
    if (connection == SQL_NULL_HDBC) {
        return;
    }
    // The server rolls an open transaction back. A driver that knows of one refuses to go before it is told so.
    if (!SQL_SUCCEEDED(SQLDisconnect(connection))) {
        SQLEndTran(SQL_HANDLE_DBC, connection, SQL_ROLLBACK);
        SQLDisconnect(connection);
    }
    SQLFreeHandle(SQL_HANDLE_DBC, connection);
}

db::Result<ConnectionString> Session::composed() {
    const Settings& settings = access_->settings;
    driver_ = settings.driver;
    if (settings.sqlserver && driver_.empty()) {
        const auto installed = access_->environment->installed();
        driver_ = driver_for_sqlserver(installed);
        if (driver_.empty()) {
            db::DbError error;
            error.cls = db::ErrorClass::connect_failed;
            error.operation = "connect";
            error.message = fmt::format(
                "{}: no ODBC driver for SQL Server is installed (installed: {}): install "
                "Microsoft's "
                "msodbcsql18 or FreeTDS (package tdsodbc)",
                settings.place(),
                list_of(installed)
            );
            return error;
        }
    }
    return compose(settings, driver_, options_);
}

db::Result<void> Session::open(bool for_loading) {
    close();
    auto string = composed();
    if (!string) {
        return string.error();
    }
    if (access_->password.is_set()) {
        string->add("PWD", access_->password.reveal());
    }
    SQLHENV environment = access_->environment->handle();
    if (environment == SQL_NULL_HENV ||
        !SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_DBC, environment, &connection_))) {
        connection_ = SQL_NULL_HDBC;
        db::DbError error;
        error.cls = db::ErrorClass::connect_failed;
        error.operation = "connect";
        error.message = "the ODBC driver manager gave no connection handle";
        return error;
    }
    SQLSetConnectAttrW(
        connection_, SQL_ATTR_LOGIN_TIMEOUT, as_pointer(whole_seconds(options_.connect_timeout)), 0
    );
    const Settings& settings = access_->settings;
    if (for_loading && dialect() == Dialect::sqlserver && settings.bulk.path != BulkPath::arrays &&
        !access_->environment->knows_no_bulk_copy(settings.place())) {
        bulk_copy_ = BulkCopy::enable(connection_, driver_);
    }
    auto text = to_wide(string->text());
    const SQLRETURN code = SQLDriverConnectW(
        connection_, nullptr, text.data(), SQL_NTS, nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT
    );
    std::fill(text.begin(), text.end(), SQLWCHAR{0});  // it held the password
    if (!SQL_SUCCEEDED(code)) {
        db::DbError error = open_error("connect");
        SQLFreeHandle(SQL_HANDLE_DBC, std::exchange(connection_, nullptr));
        return error;
    }
    access_->deadlines->watch(*this);
    watched_ = true;
    if (auto good = set_up(); !good) {
        close();
        return good;
    }
    if (interrupted()) {
        close();
        return interruption("connect");
    }
    return {};
}

db::DbError Session::open_error(const std::string& operation) {
    const auto records = records_of(SQL_HANDLE_DBC, connection_);
    db::DbError error = error_of(records, dialect(), true, operation, access_->password);
    const bool missing = std::any_of(records.begin(), records.end(), [](const Record& record) {
        return is_missing_driver(record.view());
    });
    if (missing) {
        error.cls = db::ErrorClass::connect_failed;
        const std::string_view dsn = access_->settings.text.value_of("DSN");
        error.message = fmt::format(
            "{}: {} is not here, or cannot be loaded; ODBC drivers installed: {}",
            access_->settings.place(),
            dsn.empty() ? fmt::format("ODBC driver \"{}\"", driver_)
                        : fmt::format("data source \"{}\"", dsn),
            list_of(access_->environment->installed())
        );
    } else {
        const std::string hint = tls_hint(error, access_->settings);
        error.message = access_->settings.place() +
                        (error.message.empty() ? error.message : ": " + error.message) + hint;
    }
    error.cls = interruption_.why().value_or(error.cls);
    return error;
}

db::Result<void> Session::set_up() {
    const std::string sql = session_setup(dialect(), options_.isolation);
    if (sql.empty()) {
        return {};
    }
    auto statement = make_statement(options_.connect_timeout);
    if (!statement) {
        return statement.error();
    }
    db::Result<void> done;
    {
        const Call call(*this, *statement, options_.connect_timeout);
        done = call.good() ? run(*statement, sql) : db::Result<void>(interruption("connect"));
    }
    SQLFreeHandle(SQL_HANDLE_STMT, *statement);
    return done;
}

db::Result<SQLHSTMT> Session::make_statement(Nanos limit) {
    SQLHSTMT statement = SQL_NULL_HSTMT;
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, connection_, &statement))) {
        return error(SQL_HANDLE_DBC, connection_, "make a statement");
    }
    // Texts hold no {escapes} of ODBC.
    SQLSetStmtAttrW(statement, SQL_ATTR_NOSCAN, as_pointer(SQL_NOSCAN_ON), 0);
    // A second limit, at the server's side, where a driver keeps it without a round trip.
    if (dialect() == Dialect::sqlserver && limit > Nanos::zero()) {
        SQLSetStmtAttrW(statement, SQL_ATTR_QUERY_TIMEOUT, as_pointer(whole_seconds(limit) + 1), 0);
    }
    return statement;
}

db::Result<void> Session::run(SQLHSTMT statement, std::string_view sql) {
    auto text = to_wide(sql);
    SQLRETURN code = SQLExecDirectW(statement, text.data(), SQL_NTS);
    while (SQL_SUCCEEDED(code)) {
        code = SQLMoreResults(statement);
    }
    db::Result<void> done;
    if (code != SQL_NO_DATA) {
        done = error(SQL_HANDLE_STMT, statement, std::string(sql.substr(0, 60)));
    }
    SQLFreeStmt(statement, SQL_CLOSE);
    return done;
}

bool Session::start_call(SQLHSTMT statement, Nanos limit) noexcept {
    {
        const std::lock_guard lock(calling_);
        active_ = statement;
    }
    if (limit > Nanos::zero()) {
        set_deadline(steady_now() + limit);
    }
    return !interrupted();
}

void Session::end_call() noexcept {
    clear_deadline();
    const std::lock_guard lock(calling_);
    active_ = SQL_NULL_HSTMT;
}

// Either this sees the call's handle, or start_call() sees the class.
void Session::interrupt(db::ErrorClass why) noexcept {
    interruption_.set_if_none(why);
    const std::lock_guard lock(calling_);
    if (active_ != SQL_NULL_HSTMT) {
        SQLCancel(active_);
    }
}

bool Session::is_dead() const noexcept {
    SQLUINTEGER dead = SQL_CD_FALSE;
    const SQLRETURN code =
        SQLGetConnectAttrW(connection_, SQL_ATTR_CONNECTION_DEAD, &dead, SQL_IS_UINTEGER, nullptr);
    return SQL_SUCCEEDED(code) && dead == SQL_CD_TRUE;
}

db::DbError Session::error(SQLSMALLINT kind, SQLHANDLE handle, std::string operation) {
    return error(records_of(kind, handle), std::move(operation));
}

db::DbError Session::error(const std::vector<Record>& records, std::string operation) {
    db::DbError error =
        error_of(records, dialect(), false, std::move(operation), access_->password);
    const auto why = interruption_.why();
    if (why == db::ErrorClass::statement_timeout && db::retryable(error.cls)) {
        clear_interrupt();  // the database was first with a verdict of its own
    } else if (why) {
        error.cls = *why;
    } else if (error.cls == db::ErrorClass::other && is_dead()) {
        error.cls = db::ErrorClass::connection_lost;
    }
    if (error.cls == db::ErrorClass::connection_lost ||
        error.cls == db::ErrorClass::statement_timeout) {
        error.message = access_->settings.place();
    }
    return error;
}

db::DbError Session::closed(std::string operation) const {
    return db::closed_session(std::move(operation), access_->settings.place());
}

}  // namespace oltpsim::drivers::odbc
