// The measured session through MySQL Connector/C++.
#include "drivers/mysql_cppconn/connection.hpp"

#include "drivers/mysql_cppconn/error_map.hpp"
#include "drivers/mysql_cppconn/sql_text.hpp"
#include "drivers/mysql_cppconn/values.hpp"

#include <cppconn/connection.h>
#include <cppconn/parameter_metadata.h>
#include <cppconn/prepared_statement.h>
#include <cppconn/resultset.h>
#include <cppconn/resultset_metadata.h>
#include <cppconn/statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

db::DbError wrong_count(const db::Command& command) {
    db::DbError error;
    error.cls = db::ErrorClass::bad_argument;
    error.operation = command.statement->name;
    error.message = fmt::format("{} values do not fit the placeholders", command.params.size());
    return error;
}

// The library loses track of a prepared CALL, which may return any number of results.
bool calls_procedure(std::string_view sql) {
    constexpr std::string_view kVerb = "call";
    const std::size_t start = std::min(sql.find_first_not_of(" \t\r\n"), sql.size());
    const std::string_view word = sql.substr(start, kVerb.size());
    return std::equal(word.begin(), word.end(), kVerb.begin(), kVerb.end(), [](char c, char v) {
        return std::tolower(static_cast<unsigned char>(c)) == v;
    });
}

}  // namespace

CppconnConnection::Prepared::Prepared() = default;
CppconnConnection::Prepared::Prepared(Prepared&&) noexcept = default;
CppconnConnection::Prepared::~Prepared() = default;

CppconnConnection::CppconnConnection(
    std::shared_ptr<const Access> access,
    const db::SessionOptions& options,
    const db::StatementSet& statements,
    std::shared_ptr<SessionEnder> ender
)
    : Connection(options, nullptr),
      session_(std::move(access), options, std::move(ender)),
      statements_(statements) {}

CppconnConnection::~CppconnConnection() { close(); }

db::Connection::Step CppconnConnection::begin_open() {
    close();
    session_.clear_interrupt();
    auto opened = session_.open();
    if (!opened) {
        set_error(opened.error());
        return Step::done;
    }
    prepared_.resize(statements_.size());
    return Step::done;
}

// The server rolls an open transaction back by itself.
void CppconnConnection::close() noexcept {
    prepared_.clear();
    session_.close();
    clear_transaction_flag();
}

db::Connection::Step CppconnConnection::begin_commands(std::span<const db::Command> commands) {
    if (!session_.is_open()) {
        set_error(session_.closed("start"));
        return Step::done;
    }
    db::Result<void> done;
    {
        const Call call(session_);
        done = call.good() ? run(commands.front()) : session_.interruption("start");
    }
    if (!done) {
        fail(done.error());
    }
    return Step::done;
}

db::Result<void> CppconnConnection::run(const db::Command& command) {
    switch (command.kind) {
        case db::CommandKind::begin: return session_.run("BEGIN");
        case db::CommandKind::begin_read_only: return session_.run("START TRANSACTION READ ONLY");
        case db::CommandKind::commit: return session_.run("COMMIT");
        case db::CommandKind::rollback: return session_.run("ROLLBACK");
        case db::CommandKind::execute: break;
    }
    auto done = command.statement->prepare ? run_prepared(command) : run_text(command);
    // SLEEP() ends as if all were well when its session is killed.
    if (done && session_.interrupted() && !command.statement->writes) {
        return session_.interruption(command.statement->name);
    }
    return done;
}

db::Result<void> CppconnConnection::make(Prepared& prepared, const db::Statement& statement) {
    if (calls_procedure(statement.sql)) {
        return {};
    }
    try {
        prepared.handle.reset(session_.connection().prepareStatement(
            with_exact_decimals(statement.sql, statement.params)
        ));
        const auto* columns = prepared.handle->getMetaData();
        prepared.has_rows =
            columns != nullptr && prepared.handle->getMetaData()->getColumnCount() > 0;
        prepared.params =
            static_cast<unsigned>(prepared.handle->getParameterMetaData()->getParameterCount());
    } catch (...) {
        prepared.handle.reset();
        return session_.current_error("prepare " + statement.name);
    }
    return {};
}

db::Result<void> CppconnConnection::run_prepared(const db::Command& command) {
    const db::Statement& statement = *command.statement;
    Prepared& prepared = prepared_[statement.id];
    if (prepared.handle == nullptr && !prepared.as_text) {
        auto made = make(prepared, statement);
        if (!made && !is_left_unprepared(made.error().native)) {
            return made;
        }
        prepared.as_text = prepared.handle == nullptr;
    }
    if (prepared.as_text) {
        return run_text(command);
    }
    if (prepared.params != command.params.size()) {
        return wrong_count(command);
    }
    try {
        for (unsigned i = 0; i < prepared.params; ++i) {
            const auto type =
                i < statement.params.size() ? statement.params[i] : db::ColumnType::int64;
            bind_value(*prepared.handle, i + 1, command.params[i], type);
        }
        const int affected = prepared.handle->executeUpdate();
        if (!prepared.has_rows) {
            result_slot(0).set_affected(static_cast<unsigned>(affected));
            return {};
        }
        const std::unique_ptr<sql::ResultSet> rows(prepared.handle->getResultSet());
        take_rows(*rows, statement.rows);
    } catch (...) {
        return session_.current_error(statement.name);
    }
    return {};
}

db::Result<void> CppconnConnection::run_text(const db::Command& command) {
    const db::Statement& statement = *command.statement;
    const auto sql = fill_in(statement.sql, command.params);
    if (!sql) {
        return wrong_count(command);
    }
    try {
        sql::Statement& texts = session_.texts();
        bool has_rows = texts.execute(*sql);
        if (!has_rows) {
            result_slot(0).set_affected(texts.getUpdateCount());
        }
        // A procedure gives several results: the first one counts.
        for (auto use = statement.rows; has_rows; has_rows = texts.getMoreResults()) {
            const std::unique_ptr<sql::ResultSet> rows(texts.getResultSet());
            take_rows(*rows, std::exchange(use, db::RowUse::none));
        }
    } catch (...) {
        return session_.current_error(statement.name);
    }
    return {};
}

// The library has received all rows by now, whatever becomes of them.
void CppconnConnection::take_rows(sql::ResultSet& rows, db::RowUse use) {
    if (use == db::RowUse::count) {
        result_slot(0).count_rows(rows.rowsCount());
    } else if (use == db::RowUse::keep) {
        append_rows(rows, result_slot(0));
    }
}

void CppconnConnection::fail(db::DbError error) {
    // Where the library itself gives up (a column type it does not know), rows may still be under way.
    const bool gave_up = error.native == 0 && error.cls == db::ErrorClass::other;
    const bool over = gave_up || session_.interrupted() || db::poisons_connection(error.cls);
    set_error(std::move(error));
    if (over) {
        close();
    }
}

}  // namespace oltpsim::drivers::mysql_cppconn
