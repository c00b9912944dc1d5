// The session for everything that is not measured.
#include "drivers/mysql_cppconn/admin.hpp"

#include "drivers/mysql_cppconn/bulk.hpp"
#include "drivers/mysql_cppconn/values.hpp"

#include <cppconn/resultset.h>
#include <cppconn/statement.h>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

// How much of a text names it in messages.
std::string beginning(const std::string& sql) {
    constexpr std::size_t kLength = 40;
    return sql.size() <= kLength ? sql : sql.substr(0, kLength) + "…";
}

}  // namespace

db::Result<db::ResultSet> CppconnAdmin::query(const std::string& sql) {
    if (!session_.is_open()) {
        return session_.closed(beginning(sql));
    }
    session_.clear_interrupt();
    const Call call(session_);
    db::ResultSet out;
    try {
        sql::Statement& texts = session_.texts();
        bool has_rows = texts.execute(sql);
        if (!has_rows) {
            out.set_affected(texts.getUpdateCount());
        }
        for (bool first = true; has_rows; first = false) {
            const std::unique_ptr<sql::ResultSet> rows(texts.getResultSet());
            if (first) {
                append_text_rows(*rows, out);
            }
            has_rows = texts.getMoreResults();
        }
    } catch (...) {
        return session_.current_error(beginning(sql));
    }
    // SLEEP() ends as if all were well when it is interrupted.
    if (session_.interrupted()) {
        return session_.interruption(beginning(sql));
    }
    return out;
}

db::Result<void> CppconnAdmin::control(const char* sql) {
    if (!session_.is_open()) {
        return session_.closed(sql);
    }
    session_.clear_interrupt();
    const Call call(session_);
    return session_.run(sql);
}

db::Result<std::vector<std::string>> CppconnAdmin::tables() {
    auto rows = query(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND "
        "table_type = 'BASE TABLE' ORDER BY table_name"
    );
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<std::vector<std::string>> CppconnAdmin::columns(const std::string& table) {
    auto rows = query(
        "SELECT CONCAT(column_name, ' ', data_type) FROM information_schema.columns "
        "WHERE table_schema = DATABASE() AND table_name = '" +
        table + "' ORDER BY ordinal_position"
    );
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<bool> CppconnAdmin::try_lock(const std::string& name) {
    auto rows =
        query("SELECT GET_LOCK(CONCAT('" + name + "/', CRC32(COALESCE(DATABASE(), ''))), 0)");
    if (!rows) {
        return rows.error();
    }
    return !rows->is_null(0, 0) && rows->integer(0, 0) == 1;
}

db::Result<std::uint64_t> CppconnAdmin::commit_counter() {
    auto rows = query("SHOW GLOBAL STATUS LIKE 'Com_commit'");
    if (!rows) {
        return rows.error();
    }
    if (rows->rows() == 0) {
        db::DbError error;
        error.cls = db::ErrorClass::unsupported;
        error.operation = "commit counter";
        error.message = "the server does not show Com_commit";
        return error;
    }
    return static_cast<std::uint64_t>(rows->integer(0, 1));
}

db::Result<std::unique_ptr<db::BulkWriter>> CppconnAdmin::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    if (!session_.is_open()) {
        return session_.closed("INSERT " + table);
    }
    session_.clear_interrupt();
    return std::unique_ptr<db::BulkWriter>(
        std::make_unique<CppconnBulkWriter>(session_, table, columns)
    );
}

}  // namespace oltpsim::drivers::mysql_cppconn
