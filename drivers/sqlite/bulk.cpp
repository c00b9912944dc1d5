// Rows into one table by prepared INSERTs.
#include "drivers/sqlite/bulk.hpp"

#include "drivers/sqlite/cells.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

namespace oltpsim::drivers::sqlite {
namespace {

constexpr std::size_t kRowsPerInsert = 100;
// SQLITE_MAX_VARIABLE_NUMBER's default since 3.32; source: https://www.sqlite.org/limits.html
constexpr std::size_t kMostParameters = 32766;

std::string quoted_name(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"') {
            text += c;
        }
    }
    return text + "\"";
}

}  // namespace

SqliteBulkWriter::SqliteBulkWriter(
    Database& database, const std::string& table, std::span<const db::BulkColumn> columns
)
    : database_(database),
      operation_("load " + table),
      columns_(columns.size()),
      batch_(std::clamp<std::size_t>(
          kMostParameters / std::max<std::size_t>(columns_, 1), 1, kRowsPerInsert
      )) {
    head_ = "INSERT INTO " + quoted_name(table) + " (";
    row_ = "(";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        head_ += (i == 0 ? "" : ",") + quoted_name(columns[i].name);
        row_ += i == 0 ? "?" : ",?";
    }
    head_ += ") VALUES ";
    row_ += ")";
    kept_.reserve(batch_ * columns_);
    offsets_.reserve(batch_ * columns_);
}

SqliteBulkWriter::~SqliteBulkWriter() {
    sqlite3_finalize(many_);
    sqlite3_finalize(one_);
}

std::string SqliteBulkWriter::insert_of(std::size_t rows) const {
    std::string sql = head_;
    for (std::size_t i = 0; i < rows; ++i) {
        sql += (i == 0 ? "" : ",") + row_;
    }
    return sql;
}

db::Result<void> SqliteBulkWriter::prepare() {
    for (const auto& [statement, rows] :
         {std::pair{&many_, batch_}, std::pair{&one_, std::size_t{1}}}) {
        auto handle = database_.prepare(insert_of(rows), true);
        if (!handle) {
            db::DbError error = handle.error();
            error.operation = operation_;
            return error;
        }
        *statement = *handle;
    }
    return {};
}

db::Result<void> SqliteBulkWriter::append(std::span<const db::Value> row) {
    if (row.size() != columns_) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation_;
        error.message = fmt::format("{} values for {} columns", row.size(), columns_);
        return error;
    }
    for (const db::Value& value : row) {
        offsets_.push_back(arena_.size());
        kept_.push_back(value);
        if (value.type == db::ValueType::text) {
            arena_.append(value.chars);
        }
    }
    return kept_.size() == batch_ * columns_ ? flush() : db::Result<void>{};
}

db::Result<void> SqliteBulkWriter::finish() { return flush(); }

db::Result<void> SqliteBulkWriter::flush() {
    // The arena has grown to its size now, so its addresses hold.
    for (std::size_t i = 0; i < kept_.size(); ++i) {
        if (kept_[i].type == db::ValueType::text) {
            kept_[i].chars = std::string_view(arena_).substr(offsets_[i], kept_[i].chars.size());
        }
    }
    const std::size_t rows = kept_.size() / std::max<std::size_t>(columns_, 1);
    db::Result<void> done = {};
    if (rows == batch_) {
        done = insert(many_, 0, rows);
    } else {
        for (std::size_t row = 0; row < rows && done; ++row) {
            done = insert(one_, row, 1);
        }
    }
    kept_.clear();
    offsets_.clear();
    arena_.clear();
    return done;
}

db::Result<void> SqliteBulkWriter::insert(
    sqlite3_stmt* statement, std::size_t first, std::size_t rows
) {
    if (!database_.start_statement()) {
        return database_.error(SQLITE_INTERRUPT, operation_);
    }
    int code = SQLITE_OK;
    for (std::size_t i = 0; i < rows * columns_ && code == SQLITE_OK; ++i) {
        code = bind_value(statement, static_cast<int>(i) + 1, kept_[first * columns_ + i]);
    }
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
    }
    db::Result<void> done = {};
    if (code != SQLITE_DONE) {
        done = database_.error(code, operation_);
    }
    sqlite3_reset(statement);
    return done;
}

}  // namespace oltpsim::drivers::sqlite
