// One open SQLite file: opening, deadlines, interruption, errors. Used by the measured and by the admin session.
// Thread: one, except interrupt().
#pragma once

#include "core/clock.hpp"
#include "db/error.hpp"
#include "drivers/sqlite/settings.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace oltpsim::drivers::sqlite {

class Database {
public:
    /// `statement_timeout`: bounds the run time of each statement and its waits for locks; 0 = no bound.
    Database(Settings settings, Nanos statement_timeout);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    /// Errors: schema_mismatch when the file is missing and `create` is false; connect_failed, permission_denied, …
    db::Result<void> open(bool create);
    /// The log is left for others to move into the file: a measured session must not stop for that when it ends.
    void leave_log_on_close() noexcept;
    /// All statements must be finalised before. Safe when not open.
    void close() noexcept;
    bool is_open() const noexcept { return handle_ != nullptr; }
    sqlite3* handle() const noexcept { return handle_; }
    const Settings& settings() const noexcept { return settings_; }

    /// Starts the clock of one statement. False when interrupt() came before it.
    bool start_statement() noexcept;
    /// Ends the statement in flight with this class. Thread: any.
    void interrupt(db::ErrorClass why) noexcept;
    bool interrupted() const noexcept { return interrupted_.load(std::memory_order_relaxed) != 0; }
    /// Forgets an interruption that nothing was in flight for.
    void clear_interrupt() noexcept { interrupted_.store(0, std::memory_order_relaxed); }

    db::Result<sqlite3_stmt*> prepare(std::string_view sql, bool keep, const char** rest = nullptr);
    /// The error of the call that just failed with `code`.
    db::DbError error(int code, std::string operation) const;
    /// Runs a text that returns nothing.
    db::Result<void> run(const char* sql);
    /// First cell of the first row, as text.
    std::optional<std::string> value_of(const char* sql);

private:
    db::Result<void> configure();
    bool must_stop() noexcept;
    static int on_busy(void* self, int tries);
    static int on_progress(void* self);

    Settings settings_;
    Nanos statement_timeout_;
    sqlite3* handle_ = nullptr;
    TimePoint deadline_ = TimePoint::max();
    bool timed_out_ = false;
    std::atomic<int> interrupted_{0};  ///< class + 1, 0 = none
    std::mutex handle_mutex_;          ///< interrupt() against open and close
};

/// Is there a file, and if not, could one be made? Errors: connect_failed when its folder is missing.
db::Result<bool> file_exists(const std::string& path);

}  // namespace oltpsim::drivers::sqlite
