// The measured session on a SQLite file.
#include "drivers/sqlite/connection.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <utility>

namespace oltpsim::drivers::sqlite {
namespace {

// IMMEDIATE takes the write lock at once: a deferred transaction that starts to write later cannot wait
// for it without risking a deadlock, so SQLite fails it instead.
constexpr const char* kControlSql[] = {"BEGIN IMMEDIATE", "BEGIN", "COMMIT", "ROLLBACK"};

}  // namespace

SqliteConnection::SqliteConnection(
    Settings settings, const db::SessionOptions& options, const db::StatementSet& statements
)
    : Connection(options, nullptr),
      database_(std::move(settings), options.statement_timeout),
      statements_(statements),
      prepared_(statements.size()) {}

SqliteConnection::~SqliteConnection() { close(); }

db::Connection::Step SqliteConnection::begin_open() {
    close();
    database_.clear_interrupt();
    auto opened = database_.open(false);
    if (!opened) {
        set_error(opened.error());
        return Step::done;
    }
    database_.leave_log_on_close();
    return Step::done;
}

void SqliteConnection::finalize_all() noexcept {
    for (Prepared& one : prepared_) {
        sqlite3_finalize(std::exchange(one.handle, nullptr));
    }
    for (Prepared& one : controls_) {
        sqlite3_finalize(std::exchange(one.handle, nullptr));
    }
}

// An open transaction is rolled back by SQLite itself.
void SqliteConnection::close() noexcept {
    finalize_all();
    database_.close();
    clear_transaction_flag();
}

db::Connection::Step SqliteConnection::begin_commands(std::span<const db::Command> commands) {
    if (!database_.is_open()) {
        db::DbError error;
        error.cls = db::ErrorClass::connection_lost;
        error.message = "the session is closed";
        set_error(std::move(error));
        return Step::done;
    }
    if (!database_.start_statement()) {
        fail(SQLITE_INTERRUPT, "start");
        return Step::done;
    }
    const db::Command& command = commands.front();
    switch (command.kind) {
        case db::CommandKind::begin: run_control(kBegin); break;
        case db::CommandKind::begin_read_only: run_control(kBeginReadOnly); break;
        case db::CommandKind::commit: run_control(kCommit); break;
        case db::CommandKind::rollback: run_control(kRollback); break;
        case db::CommandKind::execute: run_statement(command); break;
    }
    return Step::done;
}

bool SqliteConnection::run_control(Control control) {
    // Some errors make SQLite roll back by itself; the caller's ROLLBACK then has nothing left to do.
    if (control == kRollback && sqlite3_get_autocommit(database_.handle()) != 0) {
        return true;
    }
    Prepared& prepared = controls_[control];
    const std::string name = kControlSql[control];
    if (prepared.handle == nullptr && !make(prepared, name, name, true)) {
        return false;
    }
    const int code = sqlite3_step(prepared.handle);
    sqlite3_reset(prepared.handle);
    if (code != SQLITE_DONE) {
        fail(code, name);
        return false;
    }
    return true;
}

bool SqliteConnection::make(
    Prepared& prepared, std::string_view sql, const std::string& name, bool keep
) {
    auto handle = database_.prepare(sql, keep);
    if (!handle) {
        db::DbError error = handle.error();
        error.operation = "prepare " + name;
        set_error(std::move(error));
        return false;
    }
    prepared.handle = *handle;
    prepared.columns = readings_of(*handle);
    return true;
}

bool SqliteConnection::run_statement(const db::Command& command) {
    const db::Statement& statement = *command.statement;
    Prepared once;
    Prepared& prepared = statement.prepare ? prepared_[statement.id] : once;
    if (prepared.handle == nullptr &&
        !make(prepared, statement.sql, statement.name, statement.prepare)) {
        return false;
    }
    bool good = true;
    const int expected = sqlite3_bind_parameter_count(prepared.handle);
    if (expected != static_cast<int>(command.params.size())) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = statement.name;
        error.message =
            fmt::format("{} values for {} placeholders", command.params.size(), expected);
        set_error(std::move(error));
        good = false;
    }
    for (std::size_t i = 0; good && i < command.params.size(); ++i) {
        const int code = bind_value(prepared.handle, static_cast<int>(i) + 1, command.params[i]);
        if (code != SQLITE_OK) {
            fail(code, statement.name);
            good = false;
        }
    }
    good = good && step_rows(prepared, statement);
    if (!statement.prepare) {
        sqlite3_finalize(once.handle);
    }
    return good;
}

bool SqliteConnection::step_rows(Prepared& prepared, const db::Statement& statement) {
    db::ResultSet& result = result_slot(0);
    sqlite3* handle = database_.handle();
    const std::int64_t changes_before = sqlite3_total_changes(handle);
    int code = sqlite3_step(prepared.handle);
    const int columns = sqlite3_column_count(prepared.handle);
    if (static_cast<std::size_t>(columns) != prepared.columns.size()) {
        prepared.columns = readings_of(prepared.handle);  // the schema changed under the statement
    }
    if (statement.rows == db::RowUse::keep) {
        result.set_columns(static_cast<std::uint32_t>(columns));
    }
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared.handle)) {
        result.count_row();
        for (int i = 0; statement.rows == db::RowUse::keep && i < columns; ++i) {
            result.add_cell(
                read_cell(prepared.handle, i, prepared.columns[static_cast<std::size_t>(i)])
            );
        }
    }
    if (code != SQLITE_DONE) {
        // The error must be read before anything else is called on the handle; the reset comes before a close.
        db::DbError error = database_.error(code, statement.name);
        sqlite3_reset(prepared.handle);
        fail_with(std::move(error));
        return false;
    }
    if (sqlite3_stmt_readonly(prepared.handle) == 0 &&
        sqlite3_total_changes(handle) != changes_before) {
        result.set_affected(static_cast<std::uint64_t>(sqlite3_changes(handle)));
    }
    sqlite3_reset(prepared.handle);
    return true;
}

void SqliteConnection::fail(int code, std::string operation) {
    fail_with(database_.error(code, std::move(operation)));
}

void SqliteConnection::fail_with(db::DbError error) {
    const bool over = database_.interrupted() || db::poisons_connection(error.cls);
    set_error(std::move(error));
    if (over) {
        close();
    } else if (sqlite3_get_autocommit(database_.handle()) != 0) {
        clear_transaction_flag(
        );  // SQLite rolled back by itself (disk full, I/O error, out of memory)
    }
}

}  // namespace oltpsim::drivers::sqlite
