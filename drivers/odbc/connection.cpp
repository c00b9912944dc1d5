// The measured session through ODBC.
#include "drivers/odbc/connection.hpp"

#include "drivers/odbc/wide_text.hpp"

#include <utility>

namespace oltpsim::drivers::odbc {

OdbcConnection::OdbcConnection(
    std::shared_ptr<const Access> access,
    const db::SessionOptions& options,
    const db::StatementSet& statements
)
    : Connection(options, nullptr), session_(std::move(access), options), statements_(statements) {}

OdbcConnection::~OdbcConnection() { close(); }

db::Connection::Step OdbcConnection::begin_open() {
    close();
    session_.clear_interrupt();
    auto opened = session_.open(false);
    if (!opened) {
        set_error(opened.error());
        return Step::done;
    }
    prepared_.resize(statements_.size());
    failed_inside_ = false;
    return Step::done;
}

// The server rolls an open transaction back by itself.
void OdbcConnection::close() noexcept {
    prepared_.clear();
    if (control_ != SQL_NULL_HSTMT) {
        SQLFreeHandle(SQL_HANDLE_STMT, std::exchange(control_, nullptr));
    }
    session_.close();
    clear_transaction_flag();
}

db::Connection::Step OdbcConnection::begin_commands(std::span<const db::Command> commands) {
    if (!session_.is_open()) {
        set_error(session_.closed("start"));
        return Step::done;
    }
    auto done = run(commands.front());
    if (!done) {
        fail(done.error());
    }
    return Step::done;
}

db::Result<void> OdbcConnection::run(const db::Command& command) {
    if (command.kind != db::CommandKind::execute) {
        return control(command.kind);
    }
    const db::Statement& statement = *command.statement;
    auto& prepared = prepared_[statement.id];
    if (prepared == nullptr) {
        prepared = std::make_unique<BoundStatement>(session_.dialect());
    }
    return prepared->run(session_, statement, command.params, result_slot(0));
}

db::Result<void> OdbcConnection::control(db::CommandKind kind) {
    const std::string_view text = control_text(session_.dialect(), kind);
    if (control_ == SQL_NULL_HSTMT) {
        auto made = session_.make_statement(session_.options().statement_timeout);
        if (!made) {
            return made.error();
        }
        control_ = *made;
    }
    // SQLite has nothing to roll back where an error has done so already.
    if (kind == db::CommandKind::rollback && session_.dialect() == Dialect::sqlite &&
        !in_transaction()) {
        return {};
    }
    db::Result<void> done;
    {
        const Call call(session_, control_, session_.options().statement_timeout);
        done = call.good() ? session_.run(control_, text)
                           : db::Result<void>(session_.interruption(std::string(text)));
    }
    const bool broken = std::exchange(failed_inside_, false);
    if (!done && kind == db::CommandKind::rollback) {
        const db::DbError& error = done.error();
        const Diagnostic record{error.sqlstate.data(), error.native, error.server_text};
        if (is_nothing_to_roll_back(session_.dialect(), record)) {
            return {};
        }
    }
    if (done && broken && kind == db::CommandKind::commit &&
        session_.dialect() == Dialect::postgresql) {
        db::DbError error;
        error.operation = "COMMIT";
        error.message = "the server rolled back: a statement of this transaction had failed";
        return error;
    }
    return done;
}

void OdbcConnection::fail(db::DbError error) {
    const bool over = session_.interrupted() || db::poisons_connection(error.cls);
    set_error(std::move(error));
    if (over) {
        close();
    } else {
        failed_inside_ = in_transaction();
    }
}

}  // namespace oltpsim::drivers::odbc
