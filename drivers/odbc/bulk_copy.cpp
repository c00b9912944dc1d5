// Bulk copy through either interface. Numbers are those of Microsoft's "Bulk Copy Functions (ODBC)" reference.
#include "drivers/odbc/bulk_copy.hpp"

#include "core/text.hpp"
#include "drivers/odbc/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace oltpsim::drivers::odbc {
namespace {

constexpr SQLINTEGER kEnableBulkCopy = 1219;  // SQL_COPT_SS_BCP
constexpr std::uintptr_t kOn = 1;             // SQL_BCP_ON

constexpr int kTypeCharacter = 47;  // SQLCHARACTER
constexpr int kTypeInt4 = 56;       // SQLINT4
constexpr int kTypeInt8 = 127;      // SQLINT8
constexpr int kTypeFloat8 = 62;     // SQLFLT8

constexpr std::size_t kFirstText = 128;
constexpr std::size_t kRowsPerBatch = 100'000;

int type_of(db::ColumnType type) noexcept {
    switch (type) {
        case db::ColumnType::int32: return kTypeInt4;
        case db::ColumnType::int64: return kTypeInt8;
        case db::ColumnType::float64: return kTypeFloat8;
        case db::ColumnType::text:
        case db::ColumnType::fixed_char:
        case db::ColumnType::decimal:
        case db::ColumnType::timestamp: break;
    }
    return kTypeCharacter;  // the driver makes of it what the column is
}

std::string_view name_in(std::string_view column) noexcept {
    return column.substr(0, column.find(' '));
}

}  // namespace

db::Result<std::vector<int>> places_of(
    const std::vector<std::string>& present, std::span<const db::BulkColumn> columns
) {
    db::DbError error;
    error.cls = db::ErrorClass::schema_mismatch;
    error.operation = "bulk copy";
    if (present.empty()) {
        error.message = "no such table";
        return error;
    }
    std::vector<int> places;
    for (const db::BulkColumn& column : columns) {
        const auto found = std::find_if(present.begin(), present.end(), [&](const auto& one) {
            return to_lower(name_in(one)) == to_lower(column.name);
        });
        if (found == present.end()) {
            error.message = fmt::format("no column {}", column.name);
            return error;
        }
        places.push_back(static_cast<int>(found - present.begin()) + 1);
    }
    if (places.size() != present.size()) {
        error.cls = db::ErrorClass::unsupported;
        error.message = "the table has columns that the rows have no value for";
        return error;
    }
    return places;
}

bool BulkCopy::enable(SQLHDBC connection, const std::string& driver) noexcept {
    if (!is_freetds(driver) && !is_microsoft(driver)) {
        return false;
    }
    const SQLRETURN code = SQLSetConnectAttr(
        connection, kEnableBulkCopy, reinterpret_cast<SQLPOINTER>(kOn), SQL_IS_INTEGER
    );
    return SQL_SUCCEEDED(code);
}

db::Result<std::unique_ptr<db::BulkWriter>> BulkCopy::start(
    Session& session,
    const std::string& table,
    std::span<const db::BulkColumn> columns,
    std::vector<int> places
) {
    std::unique_ptr<BulkCopy> writer(new BulkCopy(session, table, columns, std::move(places)));
    if (writer->api_ == nullptr) {
        db::DbError error;
        error.cls = db::ErrorClass::unsupported;
        error.operation = writer->operation_;
        error.message = "the ODBC driver's library has no bulk copy functions; use bulk=arrays";
        return error;
    }
    return std::unique_ptr<db::BulkWriter>(std::move(writer));
}

BulkCopy::BulkCopy(
    Session& session,
    const std::string& table,
    std::span<const db::BulkColumn> columns,
    std::vector<int> places
)
    : session_(session),
      api_(bulk_api_of(session.driver())),
      table_(table),
      operation_("bulk copy into " + table),
      hints_(session.settings().bulk.table_lock ? "TABLOCK" : ""),
      batch_(
          session.settings().bulk.batch_rows > 0 ? session.settings().bulk.batch_rows
                                                 : kRowsPerBatch
      ) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        Column column;
        column.type = type_of(columns[i].type);
        column.place = places[i];
        columns_.push_back(std::move(column));
    }
}

// Rows that were sent but not finished: the caller rolls back; the protocol has to come to its end before.
BulkCopy::~BulkCopy() {
    if (begun_ && session_.is_open()) {
        (void)api_->done(session_.handle());
    }
}

db::DbError BulkCopy::failed() {
    begun_ = false;
    db::DbError error = session_.error(SQL_HANDLE_DBC, session_.handle(), operation_);
    const bool of_the_rows =
        error.cls != db::ErrorClass::other && error.cls != db::ErrorClass::unsupported;
    if (of_the_rows) {
        return error;
    }
    error.message = "the ODBC driver or the server broke bulk copy off";
    if (session_.settings().bulk.path == BulkPath::automatic) {
        // Nothing of the transaction may stay: a new session begins it again, with arrays.
        session_.give_up_bulk_copy();
        error.cls = db::ErrorClass::connection_lost;
        error.message += ": going on with parameter arrays";
    } else {
        error.message += "; bulk=arrays is the other way to load";
    }
    return error;
}

bool BulkCopy::begin() {
    SQLHDBC connection = session_.handle();
    if (!api_->init(connection, table_) || (!hints_.empty() && !api_->hint(connection, hints_))) {
        return false;
    }
    begun_ = true;
    sent_ = 0;
    return std::all_of(columns_.begin(), columns_.end(), [&](Column& column) {
        return bind(column, column.capacity > 0 ? column.capacity : kFirstText);
    });
}

bool BulkCopy::bind(Column& column, std::size_t bytes) {
    if (bytes > column.capacity) {
        column.buffer = std::make_unique<std::byte[]>(kBulkPrefix + bytes);
        column.capacity = bytes;
    }
    return api_->bind(session_.handle(), column.buffer.get(), column.type, column.place);
}

bool BulkCopy::store(const db::Value& value, Column& column) {
    std::array<char, 32> text{};
    std::string_view chars = value.chars;
    std::int32_t length = -1;  // NULL
    const void* from = nullptr;
    const auto narrow = static_cast<std::int32_t>(value.number);
    std::string stamp;
    switch (value.type) {
        case db::ValueType::null: break;
        case db::ValueType::integer:
            length = column.type == kTypeInt4 ? 4 : 8;
            from = column.type == kTypeInt4 ? static_cast<const void*>(&narrow) : &value.number;
            break;
        case db::ValueType::float64:
            length = 8;
            from = &value.real;
            break;
        case db::ValueType::decimal:
            chars = {text.data(), write_decimal(value.number, value.scale, text.data())};
            break;
        case db::ValueType::timestamp: {
            const SQL_TIMESTAMP_STRUCT at = to_timestamp(value.number);
            stamp = fmt::format(
                "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                at.year,
                at.month,
                at.day,
                at.hour,
                at.minute,
                at.second
            );
            stamp += at.fraction == 0 ? "" : fmt::format(".{:06}", at.fraction / 1000);
            chars = stamp;
            break;
        }
        case db::ValueType::text: break;
    }
    if (value.type == db::ValueType::text || value.type == db::ValueType::decimal ||
        value.type == db::ValueType::timestamp) {
        length = static_cast<std::int32_t>(chars.size());
        from = chars.data();
        if (chars.size() > column.capacity && !bind(column, chars.size() * 2)) {
            return false;
        }
    }
    std::memcpy(column.buffer.get(), &length, kBulkPrefix);
    if (length > 0) {
        std::memcpy(column.buffer.get() + kBulkPrefix, from, static_cast<std::size_t>(length));
    }
    return true;
}

db::Result<void> BulkCopy::append(std::span<const db::Value> row) {
    if (row.size() != columns_.size() || row.empty()) {
        db::DbError error;
        error.cls = db::ErrorClass::bad_argument;
        error.operation = operation_;
        error.message = "the row has not as many values as there are columns";
        return error;
    }
    if (!session_.is_open()) {
        return session_.closed(operation_);
    }
    if (session_.interrupted()) {
        return session_.interruption(operation_);
    }
    if (!begun_ && !begin()) {
        return failed();
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!store(row[i], columns_[i])) {
            return failed();
        }
    }
    if (!api_->send_row(session_.handle())) {
        return failed();
    }
    return ++sent_ == batch_ ? end() : db::Result<void>{};
}

// A batch of its own INSERT BULK, still inside the caller's transaction.
db::Result<void> BulkCopy::end() {
    if (!begun_) {
        return {};
    }
    const long saved = api_->done(session_.handle());
    if (saved < 0) {
        return failed();
    }
    begun_ = false;
    if (static_cast<std::size_t>(saved) != sent_) {
        db::DbError error;
        error.operation = operation_;
        error.message = fmt::format("{} rows were sent, the server saved {}", sent_, saved);
        return error;
    }
    return {};
}

db::Result<void> BulkCopy::finish() {
    if (!session_.is_open()) {
        return session_.closed(operation_);
    }
    return end();
}

}  // namespace oltpsim::drivers::odbc
