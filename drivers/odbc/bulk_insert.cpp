// INSERTs with row-wise parameter arrays.
#include "drivers/odbc/bulk_insert.hpp"

#include "drivers/odbc/wide_text.hpp"

#include <algorithm>
#include <cstring>

namespace oltpsim::drivers::odbc {
namespace {

constexpr std::size_t kRowsPerArray = 200;
constexpr std::size_t kMostText = 512 * 1024;

SQLPOINTER pointer_of(std::uintptr_t value) noexcept {
    return reinterpret_cast<SQLPOINTER>(value);  // as ODBC hands over numbers
}

bool is_text(const WireType& wire) noexcept { return wire.c_type == SQL_C_CHAR; }

std::size_t rounded(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

std::size_t fixed_bytes(const WireType& wire) noexcept {
    return wire.c_type == SQL_C_TYPE_TIMESTAMP ? sizeof(SQL_TIMESTAMP_STRUCT)
                                               : sizeof(std::int64_t);
}

}  // namespace

db::Result<std::unique_ptr<db::BulkWriter>> BulkInsert::start(
    Session& session, const std::string& table, std::span<const db::BulkColumn> columns
) {
    std::unique_ptr<BulkInsert> writer(new BulkInsert(session, table, columns));
    if (auto made = writer->make(); !made) {
        return made.error();
    }
    return std::unique_ptr<db::BulkWriter>(std::move(writer));
}

BulkInsert::BulkInsert(
    Session& session, const std::string& table, std::span<const db::BulkColumn> columns
)
    : session_(session),
      operation_("INSERT " + table),
      batch_(
          session.settings().bulk.batch_rows > 0 ? session.settings().bulk.batch_rows
                                                 : kRowsPerArray
      ) {
    std::string names;
    std::string marks;
    for (const db::BulkColumn& column : columns) {
        names += (names.empty() ? "" : ", ") + quoted_name(session.dialect(), column.name);
        marks += marks.empty() ? "?" : ", ?";
        Column one;
        one.type = column.type;
        one.wire = wire_type(session.dialect(), usual_value(column.type), column.type, 0, 0, false);
        columns_.push_back(one);
    }
    sql_ = "INSERT INTO " + quoted_name(session.dialect(), table) + " (" + names + ") VALUES (" +
           marks + ")";
}

BulkInsert::~BulkInsert() {
    if (statement_ != SQL_NULL_HSTMT && session_.is_open()) {
        SQLFreeHandle(SQL_HANDLE_STMT, statement_);
    }
}

db::Result<void> BulkInsert::make() {
    auto statement = session_.make_statement(session_.options().statement_timeout);
    if (!statement) {
        return statement.error();
    }
    statement_ = *statement;
    auto text = to_wide(sql_);
    const Call call(session_, statement_, session_.options().statement_timeout);
    if (!call.good()) {
        return session_.interruption(operation_);
    }
    if (!SQL_SUCCEEDED(SQLPrepareW(statement_, text.data(), SQL_NTS))) {
        return session_.error(SQL_HANDLE_STMT, statement_, operation_);
    }
    // A driver without arrays says nothing of their row counts, or refuses or changes the size. SQLite is in this process:
    // there is no trip to save, and sqliteodbc does not follow row-wise binding.
    SQLUINTEGER counts = 0;
    const SQLRETURN told =
        SQLGetInfoW(session_.handle(), SQL_PARAM_ARRAY_ROW_COUNTS, &counts, sizeof counts, nullptr);
    several_results_ = counts == SQL_PARC_BATCH;
    arrays_ =
        session_.dialect() != Dialect::sqlite && batch_ > 1 && SQL_SUCCEEDED(told) && counts != 0 &&
        SQLSetStmtAttrW(statement_, SQL_ATTR_PARAMSET_SIZE, pointer_of(batch_), 0) == SQL_SUCCESS;
    return {};
}

db::Result<void> BulkInsert::append(std::span<const db::Value> row) {
    if (row.size() != columns_.size() || row.empty()) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation_;
        error.message = "the row has not as many values as there are columns";
        return error;
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
        db::Value value = row[i];
        if (value.type == db::ValueType::text) {
            Column& column = columns_[i];
            column.longest = std::max(column.longest, value.chars.size());
            column.unicode = column.unicode || !is_ascii(value.chars);
            value.number = static_cast<std::int64_t>(arena_.size());
            arena_.append(value.chars);
        }
        kept_.push_back(value);
    }
    const bool full = kept_.size() == batch_ * columns_.size() || arena_.size() >= kMostText;
    return full ? flush() : db::Result<void>{};
}

db::Result<void> BulkInsert::flush() {
    if (kept_.empty()) {
        return {};
    }
    auto sent = send(kept_.size() / columns_.size());
    kept_.clear();
    arena_.clear();
    return sent;
}

db::Result<void> BulkInsert::send(std::size_t rows) {
    if (!session_.is_open()) {
        return session_.closed(operation_);
    }
    const Call call(session_, statement_, session_.options().statement_timeout);
    return call.good() ? send_in_call(rows) : db::Result<void>(session_.interruption(operation_));
}

db::Result<void> BulkInsert::send_in_call(std::size_t rows) {
    if (!SQL_SUCCEEDED(lay_out(rows))) {
        return session_.error(SQL_HANDLE_STMT, statement_, operation_);
    }
    for (std::size_t first = 0; first < rows;) {
        const std::size_t wanted = arrays_ ? rows - first : 1;
        const auto done = execute(first, wanted);
        if (!done) {
            return done.error();
        }
        if (*done < wanted) {
            // Taken for the first row only: the driver does not take arrays after all.
            arrays_ = false;
        }
        first += *done;
    }
    return {};
}

SQLRETURN BulkInsert::lay_out(std::size_t rows) {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        Column& column = columns_[i];
        const bool text = usual_value(column.type) == db::ValueType::text;
        std::size_t capacity = fixed_bytes(column.wire);
        std::uint8_t scale = 0;
        if (is_text(column.wire)) {
            capacity = rounded(std::max(text ? column.longest : kDecimalBytes, kDecimalBytes));
            for (std::size_t row = 0; !text && row < rows; ++row) {
                scale = std::max(scale, kept_[row * columns_.size() + i].scale);
            }
        }
        capacity = std::max(capacity, column.capacity);
        const WireType wire = wire_type(
            session_.dialect(),
            usual_value(column.type),
            column.type,
            scale,
            capacity,
            column.unicode
        );
        const bool same = column.capacity == capacity && column.wire.sql_type == wire.sql_type &&
                          column.wire.digits == wire.digits && column.offset == offset;
        bound_ = bound_ && same;
        column.capacity = capacity;
        column.wire = wire;
        column.offset = offset;
        column.longest = 0;
        offset += capacity + sizeof(SQLLEN);
    }
    row_bytes_ = offset;
    if (rows_.size() < row_bytes_ * std::max(rows, batch_)) {
        rows_.assign(row_bytes_ * std::max(rows, batch_), std::byte{0});
        bound_ = false;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            store(kept_[row * columns_.size() + i], columns_[i], rows_.data() + row * row_bytes_);
        }
    }
    return bound_ ? SQL_SUCCESS : bind();
}

SQLRETURN BulkInsert::bind() {
    SQLSetStmtAttrW(statement_, SQL_ATTR_PARAM_BIND_TYPE, pointer_of(row_bytes_), 0);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        std::byte* value = rows_.data() + column.offset;
        const SQLRETURN code = SQLBindParameter(
            statement_,
            static_cast<SQLUSMALLINT>(i + 1),
            SQL_PARAM_INPUT,
            column.wire.c_type,
            column.wire.sql_type,
            column.wire.size,
            column.wire.digits,
            value,
            static_cast<SQLLEN>(column.capacity),
            reinterpret_cast<SQLLEN*>(value + column.capacity)
        );
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
    }
    bound_ = true;
    return SQL_SUCCESS;
}

void BulkInsert::store(const db::Value& value, const Column& column, std::byte* row) const {
    std::byte* at = row + column.offset;
    SQLLEN indicator = 0;
    switch (value.type) {
        case db::ValueType::null: indicator = SQL_NULL_DATA; break;
        case db::ValueType::text:
            if (!value.chars.empty()) {
                std::memcpy(
                    at, arena_.data() + static_cast<std::size_t>(value.number), value.chars.size()
                );
            }
            indicator = static_cast<SQLLEN>(value.chars.size());
            break;
        case db::ValueType::float64: std::memcpy(at, &value.real, sizeof value.real); break;
        case db::ValueType::decimal:
            if (is_text(column.wire)) {
                indicator = static_cast<SQLLEN>(
                    write_decimal(value.number, value.scale, reinterpret_cast<char*>(at))
                );
                break;
            }
            std::memcpy(at, &value.number, sizeof value.number);
            break;
        case db::ValueType::timestamp:
            if (column.wire.c_type == SQL_C_TYPE_TIMESTAMP) {
                const SQL_TIMESTAMP_STRUCT stamp = to_timestamp(value.number);
                std::memcpy(at, &stamp, sizeof stamp);
                break;
            }
            std::memcpy(at, &value.number, sizeof value.number);
            break;
        case db::ValueType::integer: std::memcpy(at, &value.number, sizeof value.number); break;
    }
    std::memcpy(at + column.capacity, &indicator, sizeof indicator);
}

db::Result<std::size_t> BulkInsert::execute(std::size_t first, std::size_t rows) {
    // Row by row, each is brought to where the parameters are bound: not every driver follows an offset.
    if (first > 0) {
        std::memmove(rows_.data(), rows_.data() + first * row_bytes_, rows * row_bytes_);
    }
    processed_ = 0;
    status_.assign(rows, SQL_PARAM_UNUSED);
    SQLSetStmtAttrW(statement_, SQL_ATTR_PARAMSET_SIZE, pointer_of(rows), 0);
    SQLSetStmtAttrW(statement_, SQL_ATTR_PARAM_STATUS_PTR, status_.data(), 0);
    SQLSetStmtAttrW(statement_, SQL_ATTR_PARAMS_PROCESSED_PTR, &processed_, 0);
    SQLRETURN code = SQLExecute(statement_);
    // Every row may have a result of its own, and an error stands in the result of its row, where the next call clears it.
    // Elsewhere there is one result, and asking for more makes MariaDB's driver wait for ever.
    std::vector<Record> told;
    while (several_results_ && SQL_SUCCEEDED(code)) {
        if (code == SQL_SUCCESS_WITH_INFO && told.empty()) {
            told = records_of(SQL_HANDLE_STMT, statement_);
        }
        code = SQLMoreResults(statement_);
    }
    code = code == SQL_SUCCESS_WITH_INFO || code == SQL_SUCCESS ? SQL_NO_DATA : code;
    const bool refused = std::any_of(status_.begin(), status_.end(), [](SQLUSMALLINT one) {
        return one == SQL_PARAM_ERROR;
    });
    if (code != SQL_NO_DATA || refused) {
        const auto last = records_of(SQL_HANDLE_STMT, statement_);
        SQLFreeStmt(statement_, SQL_CLOSE);
        return session_.error(last.empty() ? told : last, operation_);
    }
    SQLFreeStmt(statement_, SQL_CLOSE);
    if (rows == 1) {
        return std::size_t{1};
    }
    if (processed_ == 0 || processed_ > rows) {
        db::DbError error;
        error.cls = db::ErrorClass::unsupported;
        error.operation = operation_;
        error.message = "the ODBC driver does not say how many rows of an array it took; use "
                        "batch_rows=1";
        return error;
    }
    return static_cast<std::size_t>(processed_);
}

}  // namespace oltpsim::drivers::odbc
