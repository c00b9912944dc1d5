// Rows into one table by prepared INSERTs.
#include "drivers/mysql_cppconn/bulk.hpp"

#include "drivers/mysql_cppconn/sql_text.hpp"
#include "drivers/mysql_cppconn/values.hpp"

#include <cppconn/connection.h>
#include <cppconn/prepared_statement.h>

#include <algorithm>

namespace oltpsim::drivers::mysql_cppconn {
namespace {

constexpr std::size_t kRowsAtOnce = 100;
// MySQL's binary protocol counts parameters in 16 bits.
constexpr std::size_t kMostParams = 65'535;
// Half of the smallest default max_allowed_packet, 1 MB (MySQL 5.5).
constexpr std::size_t kMostText = 512 * 1024;

}  // namespace

CppconnBulkWriter::CppconnBulkWriter(
    Session& session, const std::string& table, std::span<const db::BulkColumn> columns
)
    : session_(session),
      operation_("INSERT " + table),
      batch_(std::clamp(
          kMostParams / std::max<std::size_t>(columns.size(), 1), std::size_t{1}, kRowsAtOnce
      )) {
    std::string names;
    for (const db::BulkColumn& column : columns) {
        names += (names.empty() ? "" : ", ") + quoted_name(column.name);
        row_ += row_.empty() ? "(?" : ",?";
        types_.push_back(column.type);
    }
    row_ += ')';
    head_ = "INSERT INTO " + quoted_name(table) + " (" + names + ") VALUES ";
}

CppconnBulkWriter::~CppconnBulkWriter() = default;

std::string CppconnBulkWriter::insert_of(std::size_t rows) const {
    std::string sql = head_ + row_;
    for (std::size_t i = 1; i < rows; ++i) {
        sql.append(",").append(row_);
    }
    return sql;
}

db::Result<void> CppconnBulkWriter::append(std::span<const db::Value> row) {
    if (row.size() != types_.size() || row.empty()) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation_;
        error.message = "the row has not as many values as there are columns";
        return error;
    }
    for (db::Value value : row) {
        if (value.type == db::ValueType::text) {
            value.number = static_cast<std::int64_t>(arena_.size());
            arena_.append(value.chars);
        }
        kept_.push_back(value);
    }
    const bool full = kept_.size() == batch_ * types_.size() || arena_.size() >= kMostText;
    return full ? flush() : db::Result<void>{};
}

db::Result<void> CppconnBulkWriter::flush() {
    if (kept_.empty()) {
        return {};
    }
    for (db::Value& value : kept_) {
        if (value.type == db::ValueType::text) {
            const auto at = static_cast<std::size_t>(value.number);
            value.chars = std::string_view(arena_).substr(at, value.chars.size());
        }
    }
    auto sent = send();
    kept_.clear();
    arena_.clear();
    return sent;
}

db::Result<void> CppconnBulkWriter::send() {
    if (!session_.is_open()) {
        return session_.closed(operation_);
    }
    const Call call(session_);
    if (!call.good()) {
        return session_.interruption(operation_);
    }
    try {
        const std::size_t rows = kept_.size() / types_.size();
        std::unique_ptr<sql::PreparedStatement> once;
        auto& statement = rows == batch_ ? full_ : once;
        if (statement == nullptr) {
            statement.reset(session_.connection().prepareStatement(insert_of(rows)));
        }
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            bind_value(
                *statement, static_cast<unsigned>(i + 1), kept_[i], types_[i % types_.size()]
            );
        }
        statement->executeUpdate();
    } catch (...) {
        return session_.current_error(operation_);
    }
    return {};
}

}  // namespace oltpsim::drivers::mysql_cppconn
