// One open SQLite file.
#include "drivers/sqlite/database.hpp"

#include "drivers/sqlite/error_map.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace oltpsim::drivers::sqlite {
namespace {

// Virtual-machine steps between two looks at the clock: about 0.1 ms.
constexpr int kStepsPerCheck = 4000;

db::DbError failure(db::ErrorClass cls, std::string message) {
    db::DbError error;
    error.cls = cls;
    error.operation = "connect";
    error.message = std::move(message);
    return error;
}

}  // namespace

db::Result<bool> file_exists(const std::string& path) {
    std::error_code status;
    if (std::filesystem::exists(path, status)) {
        return true;
    }
    const auto folder = std::filesystem::absolute(path, status).parent_path();
    if (!std::filesystem::is_directory(folder, status)) {
        return failure(
            db::ErrorClass::connect_failed,
            fmt::format("the folder {} does not exist", folder.string())
        );
    }
    return false;
}

Database::Database(Settings settings, Nanos statement_timeout)
    : settings_(std::move(settings)), statement_timeout_(statement_timeout) {}

Database::~Database() { close(); }

db::Result<void> Database::open(bool create) {
    close();
    auto exists = file_exists(settings_.path);
    if (!exists) {
        return exists.error();
    }
    if (!*exists && !create) {
        return failure(
            db::ErrorClass::schema_mismatch,
            fmt::format("there is no database file {}; prepare makes it", settings_.path)
        );
    }
    sqlite3* opened = nullptr;
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(settings_.path.c_str(), &opened, flags, nullptr);
    {
        const std::lock_guard lock(handle_mutex_);
        handle_ = opened;
    }
    if (code != SQLITE_OK) {
        db::DbError failed = error(code, "connect");
        failed.message = settings_.path;
        close();
        return failed;
    }
    auto configured = configure();
    if (!configured) {
        close();
    }
    return configured;
}

db::Result<void> Database::configure() {
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_busy_handler(handle_, &Database::on_busy, this);
    sqlite3_progress_handler(handle_, kStepsPerCheck, &Database::on_progress, this);
    (void)start_statement();
    std::string pragmas = fmt::format("PRAGMA synchronous = {};", settings_.synchronous);
    if (settings_.page_size > 0) {
        pragmas += fmt::format("PRAGMA page_size = {};", settings_.page_size);
    }
    if (settings_.cache_size_mb > 0) {
        pragmas += fmt::format("PRAGMA cache_size = -{};", settings_.cache_size_mb * 1000);
    }
    if (settings_.mmap_mb > 0) {
        pragmas += fmt::format("PRAGMA mmap_size = {};", settings_.mmap_mb * 1'000'000);
    }
    if (settings_.checkpoint_pages >= 0) {
        pragmas += fmt::format("PRAGMA wal_autocheckpoint = {};", settings_.checkpoint_pages);
    }
    auto done = run(pragmas.c_str());
    if (!done) {
        return done;
    }
    // The mode is kept in the file; asking for it anew costs nothing when it is set already.
    const auto mode = value_of("PRAGMA journal_mode = WAL");
    if (!mode) {
        db::DbError failed = error(sqlite3_extended_errcode(handle_), "connect");
        failed.message = settings_.path;
        return failed;
    }
    if (*mode != "wal") {
        return failure(
            db::ErrorClass::unsupported,
            fmt::format(
                "{} stays in journal mode {}: its file system has no write-ahead log",
                settings_.path,
                *mode
            )
        );
    }
    return {};
}

void Database::leave_log_on_close() noexcept {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Database::close() noexcept {
    sqlite3* old = nullptr;
    {
        const std::lock_guard lock(handle_mutex_);
        std::swap(old, handle_);
    }
    if (old != nullptr) {
        // The clean-up of the log may run into a lock; it must not wait for it.
        sqlite3_busy_handler(old, nullptr, nullptr);
        sqlite3_progress_handler(old, 0, nullptr, nullptr);
        sqlite3_close_v2(old);
    }
}

bool Database::start_statement() noexcept {
    timed_out_ = false;
    deadline_ =
        statement_timeout_ == Nanos::zero() ? TimePoint::max() : steady_now() + statement_timeout_;
    return interrupted_.load(std::memory_order_relaxed) == 0;
}

void Database::interrupt(db::ErrorClass why) noexcept {
    interrupted_.store(static_cast<int>(why) + 1, std::memory_order_relaxed);
    const std::lock_guard lock(handle_mutex_);
    if (handle_ != nullptr) {
        sqlite3_interrupt(handle_);
    }
}

bool Database::must_stop() noexcept {
    if (interrupted_.load(std::memory_order_relaxed) != 0) {
        return true;
    }
    timed_out_ = steady_now() > deadline_;
    return timed_out_;
}

// Waits for a lock: shortly at first, because most transactions are short, then at most 5 ms at a time.
int Database::on_busy(void* self, int tries) {
    auto& database = *static_cast<Database*>(self);
    if (database.must_stop()) {
        database.timed_out_ = false;  // the lock was late, not the statement
        return 0;
    }
    const long micros = std::min(100L << std::min(tries, 6), 5000L);
    const timespec pause{0, micros * 1000};
    nanosleep(&pause, nullptr);
    return 1;
}

int Database::on_progress(void* self) { return static_cast<Database*>(self)->must_stop() ? 1 : 0; }

db::Result<sqlite3_stmt*> Database::prepare(std::string_view sql, bool keep, const char** rest) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(
        handle_,
        sql.data(),
        static_cast<int>(sql.size()),
        keep ? SQLITE_PREPARE_PERSISTENT : 0U,
        &statement,
        rest
    );
    if (code != SQLITE_OK) {
        return error(code, "prepare");
    }
    return statement;
}

db::DbError Database::error(int code, std::string operation) const {
    db::DbError failed;
    failed.native = handle_ != nullptr ? sqlite3_extended_errcode(handle_) : code;
    if ((failed.native & 0xff) != (code & 0xff)) {
        failed.native = code;
    }
    failed.server_text = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    failed.operation = std::move(operation);
    failed.cls = class_of(failed.native, failed.server_text);
    const int why = interrupted_.load(std::memory_order_relaxed);
    const bool stopped =
        failed.cls == db::ErrorClass::cancelled || failed.cls == db::ErrorClass::lock_timeout;
    if (stopped && why != 0) {
        failed.cls = static_cast<db::ErrorClass>(why - 1);
    } else if (failed.cls == db::ErrorClass::cancelled && timed_out_) {
        failed.cls = db::ErrorClass::statement_timeout;
    }
    return failed;
}

db::Result<void> Database::run(const char* sql) {
    const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return error(code, sql);
    }
    return {};
}

std::optional<std::string> Database::value_of(const char* sql) {
    auto statement = prepare(sql, false);
    if (!statement) {
        return std::nullopt;
    }
    std::optional<std::string> value;
    if (sqlite3_step(*statement) == SQLITE_ROW) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(*statement, 0));
        value = text != nullptr ? text : "";
    }
    sqlite3_finalize(*statement);
    return value;
}

}  // namespace oltpsim::drivers::sqlite
