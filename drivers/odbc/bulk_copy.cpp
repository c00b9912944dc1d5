// Bulk copy through either interface. Numbers are those of Microsoft's "Bulk Copy Functions (ODBC)" reference and of
// FreeTDS's odbcss.h, which gives the same functions as connection attributes 1500 to 1507.
#include "drivers/odbc/bulk_copy.hpp"

#include "core/text.hpp"
#include "drivers/odbc/parameters.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace oltpsim::drivers::odbc {
namespace {

constexpr SQLINTEGER kEnableBulkCopy = 1219;  // SQL_COPT_SS_BCP
constexpr std::uintptr_t kOn = 1;             // SQL_BCP_ON
constexpr int kDirectionIn = 1;               // DB_IN
constexpr int kHints = 6;                     // BCPHINTS (FreeTDS), BCPHINTSA (Microsoft)
constexpr int kVariableLength = -10;          // SQL_VARLEN_DATA
constexpr int kPrefix = 4;                    // bytes of the length before each value

constexpr int kTypeCharacter = 47;  // SQLCHARACTER
constexpr int kTypeInt4 = 56;       // SQLINT4
constexpr int kTypeInt8 = 127;      // SQLINT8
constexpr int kTypeFloat8 = 62;     // SQLFLT8

constexpr std::size_t kFirstText = 128;
constexpr std::size_t kRowsPerBatch = 100'000;

// FreeTDS. Layouts of the parameters it is handed by address.
struct FreeInit {
    const void* table;
    const void* host_file;
    const void* error_file;
    int direction;
};
struct FreeControl {
    int field;
    void* value;
};
struct FreeBind {
    const unsigned char* address;
    int prefix_length;
    int variable_length;
    const unsigned char* terminator;
    int terminator_length;
    int type;
    int place;
};
struct FreeDone {
    int rows;
};

class FreeTdsApi final : public BulkApi {
public:
    bool init(SQLHDBC connection, const std::string& table) const override {
        FreeInit parameters{table.c_str(), nullptr, nullptr, kDirectionIn};
        return set(connection, 1500, &parameters);
    }
    bool hint(SQLHDBC connection, std::string& hints) const override {
        FreeControl parameters{kHints, hints.data()};
        return set(connection, 1501, &parameters);
    }
    bool bind(SQLHDBC connection, std::byte* buffer, int type, int place) const override {
        FreeBind parameters{
            reinterpret_cast<const unsigned char*>(buffer),
            kPrefix,
            kVariableLength,
            nullptr,
            0,
            type,
            place
        };
        return set(connection, 1506, &parameters);
    }
    bool send_row(SQLHDBC connection) const override { return set(connection, 1503, nullptr); }
    long done(SQLHDBC connection) const override {
        FreeDone parameters{-1};
        return set(connection, 1505, &parameters) ? parameters.rows : -1;
    }

private:
    static bool set(SQLHDBC connection, SQLINTEGER attribute, void* parameters) noexcept {
        return SQL_SUCCEEDED(SQLSetConnectAttr(connection, attribute, parameters, SQL_IS_POINTER));
    }
};

struct LibrarySearch {
    std::string_view part;
    std::string path;
};

int look_at(dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<LibrarySearch*>(data);
    const std::string_view path = info->dlpi_name;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (file.find(search.part) == std::string_view::npos) {
        return 0;
    }
    search.path = path;
    return 1;
}

/// Path of the first loaded library whose file name holds `part`; "" when there is none.
std::string loaded_library(std::string_view part) {
    LibrarySearch search{part, {}};
    dl_iterate_phdr(look_at, &search);
    return search.path;
}

// Microsoft's library, already loaded by the driver manager: its functions take the driver manager's handle.
class MicrosoftApi final : public BulkApi {
public:
    // A session is open, so the library is loaded, wherever its package has put it and under whatever version.
    MicrosoftApi() {
        const std::string path = loaded_library("msodbcsql");
        void* handle =
            path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
        if (handle == nullptr) {
            return;
        }
        init_ = reinterpret_cast<Init>(::dlsym(handle, "bcp_initA"));
        bind_ = reinterpret_cast<Bind>(::dlsym(handle, "bcp_bind"));
        control_ = reinterpret_cast<Control>(::dlsym(handle, "bcp_control"));
        send_ = reinterpret_cast<Send>(::dlsym(handle, "bcp_sendrow"));
        done_ = reinterpret_cast<Done>(::dlsym(handle, "bcp_done"));
    }
    bool usable() const noexcept {
        return init_ != nullptr && bind_ != nullptr && control_ != nullptr && send_ != nullptr &&
               done_ != nullptr;
    }
    bool init(SQLHDBC connection, const std::string& table) const override {
        return init_(connection, table.c_str(), nullptr, nullptr, kDirectionIn) == kSucceed;
    }
    bool hint(SQLHDBC connection, std::string& hints) const override {
        return control_(connection, kHints, hints.data()) == kSucceed;
    }
    bool bind(SQLHDBC connection, std::byte* buffer, int type, int place) const override {
        return bind_(
                   connection,
                   reinterpret_cast<const unsigned char*>(buffer),
                   kPrefix,
                   kVariableLength,
                   nullptr,
                   0,
                   type,
                   place
               ) == kSucceed;
    }
    bool send_row(SQLHDBC connection) const override { return send_(connection) == kSucceed; }
    long done(SQLHDBC connection) const override { return done_(connection); }

private:
    static constexpr short kSucceed = 1;
    using Init = short (*)(SQLHDBC, const char*, const char*, const char*, int);
    using Bind =
        short (*)(SQLHDBC, const unsigned char*, int, int, const unsigned char*, int, int, int);
    using Control = short (*)(SQLHDBC, int, void*);
    using Send = short (*)(SQLHDBC);
    using Done = int (*)(SQLHDBC);

    Init init_ = nullptr;
    Bind bind_ = nullptr;
    Control control_ = nullptr;
    Send send_ = nullptr;
    Done done_ = nullptr;
};

const BulkApi* api_of(const std::string& driver) {
    static const FreeTdsApi kFreeTds;
    if (!is_microsoft(driver)) {
        return &kFreeTds;
    }
    static const MicrosoftApi kMicrosoft;
    return kMicrosoft.usable() ? &kMicrosoft : nullptr;
}

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
      api_(api_of(session.driver())),
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
        column.buffer = std::make_unique<std::byte[]>(kPrefix + bytes);
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
    std::memcpy(column.buffer.get(), &length, kPrefix);
    if (length > 0) {
        std::memcpy(column.buffer.get() + kPrefix, from, static_cast<std::size_t>(length));
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
