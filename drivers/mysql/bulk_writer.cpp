// See bulk_writer.hpp.
#include "drivers/mysql/bulk_writer.hpp"

#include "drivers/mysql/admin.hpp"
#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/sql_text.hpp"

#include <algorithm>

namespace oltpsim::drivers::mysql {
namespace {

// More rows per statement bring no more speed. A statement takes at most 65,535 parameters.
constexpr std::size_t kRowsPerStatement = 100;
constexpr std::size_t kMaxParameters = 65'535;
// Well below the smallest usual max_allowed_packet, 1 MB.
constexpr std::size_t kMaxTextBytes = 512 * 1024;

std::string quoted_name(std::string_view name) {
    std::string out = "`";
    for (const char c : name) {
        out.append(c == '`' ? 2 : 1, c);
    }
    return out + "`";
}

}  // namespace

db::Result<std::unique_ptr<db::BulkWriter>> MysqlBulkWriter::open(
    MysqlAdmin& session, const std::string& table, std::span<const db::BulkColumn> columns
) {
    if (columns.empty() || columns.size() > kMaxParameters) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = "INSERT " + table;
        error.message = "no columns, or too many";
        return error;
    }
    return std::unique_ptr<db::BulkWriter>(new MysqlBulkWriter(session, table, columns));
}

MysqlBulkWriter::MysqlBulkWriter(
    MysqlAdmin& session, const std::string& table, std::span<const db::BulkColumn> columns
)
    : session_(session),
      operation_("INSERT " + table),
      head_("INSERT INTO " + quoted_name(table) + " ("),
      rows_per_statement_(std::min(kRowsPerStatement, kMaxParameters / columns.size())) {
    for (const db::BulkColumn& column : columns) {
        head_ += (types_.empty() ? "" : ",") + quoted_name(column.name);
        types_.push_back(column.type);
    }
    head_ += ") VALUES ";
    full_ = make_statement(0, rows_per_statement_);
}

MysqlBulkWriter::~MysqlBulkWriter() {
    // The session keeps no statement of a writer that is gone.
    for (const std::uint32_t id : {0U, 1U}) {
        if (session_.is_open() && session_.channel().is_prepared(id)) {
            (void)session_.finish(session_.channel().discard(id), operation_);
        }
    }
}

db::Statement MysqlBulkWriter::make_statement(std::uint32_t id, std::size_t rows) const {
    db::Statement statement;
    statement.id = id;
    statement.name = operation_;
    statement.writes = true;
    std::string row = "(?";
    for (std::size_t i = 1; i < types_.size(); ++i) {
        row += ",?";
    }
    row += ")";
    statement.sql = head_;
    for (std::size_t i = 0; i < rows; ++i) {
        statement.sql += (i == 0 ? "" : ",") + row;
        statement.params.insert(statement.params.end(), types_.begin(), types_.end());
    }
    return statement;
}

db::Result<void> MysqlBulkWriter::append(std::span<const db::Value> row) {
    if (row.size() != types_.size()) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation_;
        error.message = "the row has another number of columns";
        return error;
    }
    for (db::Value value : row) {
        if (value.type == db::ValueType::text) {
            value.number = static_cast<std::int64_t>(arena_.size());
            arena_.append(value.chars);
        }
        values_.push_back(value);
    }
    ++rows_;
    if (rows_ == rows_per_statement_ || arena_.size() >= kMaxTextBytes) {
        return flush();
    }
    return {};
}

db::Result<void> MysqlBulkWriter::finish() { return flush(); }

db::Result<void> MysqlBulkWriter::flush() {
    if (rows_ == 0) {
        return {};
    }
    if (!session_.is_open()) {
        return session_.closed(operation_);
    }
    for (db::Value& value : values_) {
        if (value.type == db::ValueType::text) {
            value.chars = std::string_view(arena_).substr(
                static_cast<std::size_t>(value.number), value.chars.size()
            );
        }
    }
    Channel& channel = session_.channel();
    const bool is_full = rows_ == rows_per_statement_;
    db::Statement& statement = is_full ? full_ : odd_;
    if (!is_full && odd_rows_ != rows_) {
        if (channel.is_prepared(1)) {
            (void)session_.finish(channel.discard(1), operation_);
        }
        odd_ = make_statement(1, rows_);
        odd_rows_ = rows_;
    }
    db::Result<void> done;
    if (prepares_ && !channel.is_prepared(statement.id)) {
        done = session_.finish(channel.prepare(statement), operation_);
        prepares_ = done || done.error().native != kMaxPreparedStatements;
    }
    if (!prepares_) {
        done = send_unprepared(statement);
    } else if (done) {
        db::ResultSet out;
        done = session_.finish(channel.execute(statement, values_, out), operation_);
    }
    values_.clear();
    arena_.clear();
    rows_ = 0;
    return done;
}

db::Result<void> MysqlBulkWriter::send_unprepared(const db::Statement& statement) {
    Channel& channel = session_.channel();
    sql_.clear();
    append_sql(sql_, statement.sql, values_, channel.backslash_escapes());
    db::ResultSet out;
    return session_.finish(channel.query(sql_, db::RowUse::none, out), operation_);
}

}  // namespace oltpsim::drivers::mysql
