// The session for everything that is not measured.
#include "drivers/odbc/admin.hpp"

#include "drivers/odbc/bulk_copy.hpp"
#include "drivers/odbc/bulk_insert.hpp"
#include "drivers/odbc/columns.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace oltpsim::drivers::odbc {
namespace {

// How much of a text names it in messages.
std::string start_of(std::string_view sql) {
    constexpr std::size_t kShown = 60;
    return sql.size() <= kShown ? std::string(sql) : std::string(sql.substr(0, kShown)) + "…";
}

// By dialect. {0}: the table's name.
constexpr std::array<const char*, 4> kTables{
    "SELECT CAST(c.relname AS VARCHAR(63)) FROM pg_class c JOIN pg_namespace n ON n.oid = "
    "c.relnamespace "
    "WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER "
    "BY 1",
    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND "
    "table_type = 'BASE TABLE' ORDER BY table_name",
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
    "ORDER "
    "BY name",
    "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = SCHEMA_NAME() AND "
    "TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME",
};

constexpr std::array<const char*, 4> kColumns{
    "SELECT CAST(column_name || ' ' || data_type AS VARCHAR(200)) FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND table_name = lower('{0}') ORDER BY ordinal_position",
    "SELECT CONCAT(column_name, ' ', data_type) FROM information_schema.columns WHERE table_schema "
    "= "
    "DATABASE() AND table_name = '{0}' ORDER BY ordinal_position",
    "SELECT name || ' ' || type FROM pragma_table_info('{0}') ORDER BY cid",
    "SELECT COLUMN_NAME + ' ' + DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = "
    "SCHEMA_NAME() AND TABLE_NAME = '{0}' ORDER BY ORDINAL_POSITION",
};

// "" where the database has no such lock. {0}: the lock's name. Answer 1 = taken.
constexpr std::array<const char*, 4> kLocks{
    "SELECT CASE WHEN pg_try_advisory_lock(hashtext('{0}'), hashtext(COALESCE(current_schema(), "
    "'')))"
    " THEN 1 ELSE 0 END",
    "SELECT GET_LOCK(CONCAT('{0}/', CRC32(COALESCE(DATABASE(), ''))), 0)",
    "",
    "DECLARE @taken INT; EXEC @taken = sp_getapplock @Resource = N'{0}', @LockMode = N'Exclusive', "
    "@LockOwner = N'Session', @LockTimeout = 0; SELECT CASE WHEN @taken >= 0 THEN 1 ELSE 0 END",
};

std::string text_for(
    const std::array<const char*, 4>& texts, Dialect dialect, const std::string& name
) {
    return fmt::format(fmt::runtime(texts[static_cast<std::size_t>(dialect)]), name);
}

// Typed cells as the text cells that the contract of query() promises.
db::ResultSet as_texts(const db::ResultSet& typed) {
    db::ResultSet out;
    out.set_affected(typed.affected());
    out.set_columns(typed.columns());
    for (std::uint64_t row = 0; row < typed.rows(); ++row) {
        for (std::uint32_t column = 0; column < typed.columns(); ++column) {
            if (typed.is_null(row, column)) {
                out.add_cell(db::Value::null());
            } else {
                out.add_cell(db::Value::text(typed.as_text(row, column)));
            }
        }
        out.count_row();
    }
    return out;
}

// The first result with rows is the answer; the others are read to their end, for errors that stand behind them.
SQLRETURN take_answer(SQLHSTMT statement, Dialect dialect, db::ResultSet& out) {
    bool taken = false;
    SQLRETURN code = SQL_SUCCESS;
    while (SQL_SUCCEEDED(code)) {
        SQLSMALLINT count = 0;
        SQLNumResultCols(statement, &count);
        if (count > 0 && !taken) {
            Columns columns(dialect);
            db::ResultSet typed;
            code = columns.bind(statement, count);
            code = SQL_SUCCEEDED(code) ? columns.fetch(statement, typed) : code;
            out = as_texts(typed);
            taken = true;
            SQLFreeStmt(statement, SQL_UNBIND);  // the buffers go away now
            if (code != SQL_NO_DATA) {
                return code;
            }
        } else if (count == 0) {
            SQLLEN changed = -1;
            SQLRowCount(statement, &changed);
            out.set_affected(changed > 0 ? static_cast<std::uint64_t>(changed) : out.affected());
        }
        code = SQLMoreResults(statement);
    }
    return code;
}

}  // namespace

OdbcAdmin::~OdbcAdmin() { session_.close(); }

db::DbError OdbcAdmin::spoilt(db::DbError error) {
    if (db::poisons_connection(error.cls)) {
        session_.close();
    }
    return error;
}

db::Result<db::ResultSet> OdbcAdmin::query(const std::string& sql) {
    auto answer = ask(session_.dialect() == Dialect::sqlserver ? for_sqlserver_2014(sql) : sql);
    // MariaDB's ODBC driver prepares whatever it is given; inside a compound statement the server takes it all the same.
    if (!answer && session_.dialect() == Dialect::mysql && is_not_preparable(answer.error())) {
        auto wrapped = ask("BEGIN NOT ATOMIC " + sql + "; END");
        return wrapped ? std::move(wrapped) : std::move(answer);
    }
    return answer;
}

db::Result<db::ResultSet> OdbcAdmin::ask(std::string_view sql) {
    if (!session_.is_open()) {
        return session_.closed(start_of(sql));
    }
    session_.clear_interrupt();
    auto statement = session_.make_statement(Nanos::zero());
    if (!statement) {
        return spoilt(statement.error());
    }
    db::ResultSet out;
    db::Result<void> done;
    {
        const Call call(session_, *statement, Nanos::zero());
        auto text = to_wide(sql);
        SQLRETURN code = call.good() ? SQLExecDirectW(*statement, text.data(), SQL_NTS) : SQL_ERROR;
        if (SQL_SUCCEEDED(code)) {
            code = take_answer(*statement, session_.dialect(), out);
        }
        if (!call.good()) {
            done = session_.interruption(start_of(sql));
        } else if (code != SQL_NO_DATA) {
            done = session_.error(SQL_HANDLE_STMT, *statement, start_of(sql));
        }
    }
    SQLFreeHandle(SQL_HANDLE_STMT, *statement);
    if (!done) {
        return spoilt(done.error());
    }
    // MySQL's SLEEP() ends as if all were well when it is interrupted.
    if (session_.interrupted()) {
        return session_.interruption(start_of(sql));
    }
    return out;
}

db::Result<void> OdbcAdmin::control(db::CommandKind kind) {
    const auto done = ask(control_text(session_.dialect(), kind));
    return done ? db::Result<void>{} : db::Result<void>{done.error()};
}

// SQLite and SQL Server end a transaction by themselves after some errors; nothing is left to do then.
db::Result<void> OdbcAdmin::rollback() {
    auto done = control(db::CommandKind::rollback);
    if (!done && session_.is_open()) {
        const db::DbError& error = done.error();
        const Diagnostic record{error.sqlstate.data(), error.native, error.server_text};
        if (is_nothing_to_roll_back(session_.dialect(), record)) {
            return {};
        }
    }
    return done;
}

db::Result<std::vector<std::string>> OdbcAdmin::tables() {
    auto rows = ask(text_for(kTables, session_.dialect(), ""));
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<std::vector<std::string>> OdbcAdmin::columns(const std::string& table) {
    auto rows = ask(text_for(kColumns, session_.dialect(), table));
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<bool> OdbcAdmin::try_lock(const std::string& name) {
    const std::string sql = text_for(kLocks, session_.dialect(), name);
    if (sql.empty()) {
        return true;
    }
    auto rows = ask(sql);
    if (!rows) {
        if (is_missing_routine(rows.error())) {
            return true;  // a server that speaks TDS but has no such locks
        }
        return rows.error();
    }
    return rows->rows() > 0 && !rows->is_null(0, 0) && rows->integer(0, 0) == 1;
}

db::Result<std::uint64_t> OdbcAdmin::commit_counter() {
    db::DbError error;
    error.cls = db::ErrorClass::unsupported;
    error.operation = "read commit counter";
    error.message = "through ODBC no counter is read whose meaning is the same for every database";
    return error;
}

bool OdbcAdmin::is_babelfish() {
    if (!babelfish_) {
        babelfish_ = names_babelfish(fact("SELECT @@VERSION"));
    }
    return *babelfish_;
}

db::Result<std::unique_ptr<db::BulkWriter>> OdbcAdmin::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    if (!session_.is_open()) {
        return session_.closed("INSERT " + table);
    }
    session_.clear_interrupt();
    const BulkOptions& bulk = session_.settings().bulk;
    if (bulk.path == BulkPath::automatic && session_.can_bulk_copy() && is_babelfish()) {
        // It waits for a token at the end that FreeTDS leaves out.
        session_.give_up_bulk_copy();
    }
    if (bulk.path != BulkPath::arrays && session_.can_bulk_copy()) {
        // A statement of ours tells the columns' places, and whether the table is there at all.
        const auto present = this->columns(table);
        if (!present) {
            return present.error();
        }
        auto places = places_of(*present, columns);
        if (places || bulk.path == BulkPath::bulk_copy) {
            if (!places) {
                return places.error();
            }
            return BulkCopy::start(session_, table, columns, std::move(*places));
        }
    } else if (bulk.path == BulkPath::bulk_copy) {
        db::DbError error;
        error.cls = db::ErrorClass::unsupported;
        error.operation = "INSERT " + table;
        error.message = "bulk=bcp: this ODBC driver has no bulk copy; use bulk=auto or bulk=arrays";
        return error;
    }
    if (session_.dialect() == Dialect::sqlserver) {
        // An array is a row of calls: once XACT_ABORT had rolled the transaction back, those behind the error would commit
        // by themselves.
        if (const auto off = ask("SET XACT_ABORT OFF"); !off) {
            return off.error();
        }
    }
    return BulkInsert::start(session_, table, columns);
}

}  // namespace oltpsim::drivers::odbc
