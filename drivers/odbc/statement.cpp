// One statement of a set on one session.
#include "drivers/odbc/statement.hpp"

#include "drivers/odbc/placeholders.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace oltpsim::drivers::odbc {

void BoundStatement::free() noexcept {
    if (handle_ != SQL_NULL_HSTMT) {
        SQLFreeHandle(SQL_HANDLE_STMT, std::exchange(handle_, nullptr));
    }
    prepared_ = false;
    columns_known_ = -1;
}

db::Result<void> BoundStatement::make(Session& session, const db::Statement& statement) {
    auto handle = session.make_statement(session.options().statement_timeout);
    if (!handle) {
        return handle.error();
    }
    handle_ = *handle;
    std::vector<std::string_view> types;
    if (session.dialect() == Dialect::postgresql) {
        for (const db::ColumnType type : statement.params) {
            types.push_back(postgresql_type(type));
        }
    }
    Placeholders placeholders = to_question_marks(statement.sql, types);
    text_ = to_wide(placeholders.sql);
    parameters_.resize(std::move(placeholders.values), statement.params);
    columns_ = Columns(session.dialect());
    // TDS holds the end of a transaction's errors behind the rows: all is read. A routine has results of its own number.
    driver_counts_ =
        session.dialect() == Dialect::mysql || session.dialect() == Dialect::postgresql;
    several_results_ = session.dialect() == Dialect::sqlserver || calls_routine(statement.sql);
    return {};
}

db::Result<void> BoundStatement::run(
    Session& session,
    const db::Statement& statement,
    std::span<const db::Value> values,
    db::ResultSet& out
) {
    if (handle_ == SQL_NULL_HSTMT) {
        if (auto made = make(session, statement); !made) {
            return made;
        }
    }
    if (parameters_.values() != values.size()) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = statement.name;
        error.message =
            fmt::format("{} values for {} placeholders", values.size(), parameters_.values());
        return error;
    }
    db::Result<void> done;
    {
        const Call call(session, handle_, session.options().statement_timeout);
        done = call.good() ? run_in_call(session, statement, values, out)
                           : db::Result<void>(session.interruption(statement.name));
    }
    if (!done) {
        // What a failed handle remembers of itself differs from driver to driver: the next run makes a new one.
        free();
    }
    return done;
}

db::Result<void> BoundStatement::run_in_call(
    Session& session,
    const db::Statement& statement,
    std::span<const db::Value> values,
    db::ResultSet& out
) {
    const auto failed = [&](const std::string& operation) {
        return session.error(SQL_HANDLE_STMT, handle_, operation);
    };
    if (statement.prepare && !prepared_) {
        if (!SQL_SUCCEEDED(SQLPrepareW(handle_, text_.data(), SQL_NTS))) {
            return failed("prepare " + statement.name);
        }
        prepared_ = true;
    }
    if (!SQL_SUCCEEDED(parameters_.fill(handle_, values))) {
        return failed(statement.name);
    }
    SQLRETURN code =
        statement.prepare ? SQLExecute(handle_) : SQLExecDirectW(handle_, text_.data(), SQL_NTS);
    if (SQL_SUCCEEDED(code)) {
        code = take_results(statement.rows, out);
    }
    if (code != SQL_NO_DATA) {
        if (columns_.truncated()) {
            db::DbError error;
            error.cls = db::ErrorClass::unsupported;
            error.operation = statement.name;
            error.message = "a value is longer than the ODBC driver says of its column";
            return error;
        }
        return failed(statement.name);
    }
    // MySQL's SLEEP() ends as if all were well when it is interrupted.
    if (session.interrupted() && !statement.writes) {
        return session.interruption(statement.name);
    }
    return {};
}

SQLSMALLINT BoundStatement::column_count() {
    SQLSMALLINT count = 0;
    SQLNumResultCols(handle_, &count);
    return count;
}

SQLRETURN BoundStatement::take_results(db::RowUse use, db::ResultSet& out) {
    bool rows_taken = false;
    bool cursor = false;
    SQLRETURN code = SQL_SUCCESS;
    while (SQL_SUCCEEDED(code)) {
        if (columns_known_ < 0 || several_results_) {
            columns_known_ = column_count();
        }
        const SQLSMALLINT columns = columns_known_;
        cursor = cursor || columns > 0;
        // Of several results with rows, the first is the statement's.
        code = take_result(columns > 0 && rows_taken ? db::RowUse::none : use, columns, out);
        rows_taken = rows_taken || columns > 0;
        if (SQL_SUCCEEDED(code) || code == SQL_NO_DATA) {
            code = several_results_ ? SQLMoreResults(handle_) : SQL_NO_DATA;
        }
    }
    if (cursor && code == SQL_NO_DATA) {
        SQLFreeStmt(handle_, SQL_CLOSE);
    }
    return code;
}

SQLRETURN BoundStatement::take_result(db::RowUse use, SQLSMALLINT columns, db::ResultSet& out) {
    if (columns == 0) {
        SQLLEN changed = -1;
        if (SQL_SUCCEEDED(SQLRowCount(handle_, &changed)) && changed > 0) {
            out.set_affected(static_cast<std::uint64_t>(changed));
        }
        return SQL_SUCCESS;
    }
    if (use == db::RowUse::none) {
        return SQL_SUCCESS;  // dropped by SQLMoreResults or SQL_CLOSE
    }
    if (use == db::RowUse::count && driver_counts_) {
        SQLLEN received = -1;
        if (SQL_SUCCEEDED(SQLRowCount(handle_, &received)) && received > 0) {
            out.count_rows(static_cast<std::uint64_t>(received));
            return SQL_NO_DATA;
        }
        // None, or a driver that was told to stream: fetching tells.
    }
    if (use == db::RowUse::count) {
        return columns_.count(handle_, out);
    }
    const SQLRETURN code = columns_.bind(handle_, columns);
    return SQL_SUCCEEDED(code) ? columns_.fetch(handle_, out) : code;
}

}  // namespace oltpsim::drivers::odbc
