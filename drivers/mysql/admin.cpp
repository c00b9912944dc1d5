// See admin.hpp. SQL texts go through the library's blocking calls, bulk rows through a Channel driven by poll();
// both use the same socket, one after the other.
#include "drivers/mysql/admin.hpp"

#include "drivers/mysql/blocking.hpp"
#include "drivers/mysql/bulk_writer.hpp"
#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/fast_channel.hpp"
#include "drivers/mysql/library_channel.hpp"
#include "drivers/mysql/library_rows.hpp"
#include "drivers/mysql/tls_errors.hpp"

#include <fmt/format.h>
#include <mysql.h>
#include <sys/socket.h>

namespace oltpsim::drivers::mysql {
namespace {

constexpr Nanos kKillLimit = std::chrono::seconds{2};
// The bulk writer's statements: one of full size, one for what is left.
constexpr std::size_t kBulkStatements = 2;

struct FreeResult {
    void operator()(st_mysql_res* result) const noexcept { mysql_free_result(result); }
};

/// Marks the time during which interrupt() has something to end.
class InFlight {
public:
    explicit InFlight(std::atomic<bool>& flag) noexcept : flag_(flag) { flag_ = true; }
    ~InFlight() { flag_ = false; }
    InFlight(const InFlight&) = delete;
    InFlight& operator=(const InFlight&) = delete;

private:
    std::atomic<bool>& flag_;
};

std::string first_words(const std::string& sql) {
    constexpr std::size_t kShown = 40;
    return sql.size() <= kShown ? sql : sql.substr(0, kShown) + "…";
}

}  // namespace

MysqlAdmin::MysqlAdmin(
    Settings settings, db::Secret password, const db::SessionOptions& options, Handle handle
)
    : settings_(std::move(settings)),
      password_(std::move(password)),
      options_(options),
      handle_(std::move(handle)),
      session_id_(mysql_thread_id(handle_.get())),
      fd_(mysql_get_socket(handle_.get())) {
    if (mysql_get_ssl_cipher(handle_.get()) == nullptr && settings_.fast_path) {
        channel_ =
            std::make_unique<FastChannel>(fd_, kBulkStatements, deprecates_eof(*handle_), audit_);
    } else {
        channel_ = std::make_unique<LibraryChannel>(*handle_, kBulkStatements);
    }
}

MysqlAdmin::~MysqlAdmin() { disconnect(); }

void MysqlAdmin::disconnect() noexcept {
    fd_ = -1;
    handle_.reset();
    channel_ = nullptr;
}

db::Result<std::unique_ptr<db::AdminConnection>> MysqlAdmin::open(
    Settings settings, const db::Secret& password, const db::SessionOptions& options
) {
    auto handle = sign_in_blocking(settings, password, options);
    if (!handle) {
        return handle.error();
    }
    return std::unique_ptr<db::AdminConnection>(
        new MysqlAdmin(std::move(settings), password, options, std::move(*handle))
    );
}

db::DbError MysqlAdmin::failure(
    int code, std::string_view sqlstate, std::string text, std::string operation
) {
    db::DbError error;
    error.cls = classify(code, sqlstate);
    error.native = code;
    if (sqlstate != "00000" && sqlstate != "HY000") {
        error.set_sqlstate(sqlstate);
    }
    error.operation = std::move(operation);
    error.server_text = std::move(text);
    if (error.cls == db::ErrorClass::connection_lost) {
        error.message = settings_.place();
        // The library has one number for a lost connection and for a reply that came too late.
        if (steady_now() >= deadline_) {
            error.cls = db::ErrorClass::statement_timeout;
            error.message += ": no answer in time";
        }
    }
    if (interrupted_) {
        error.cls = db::ErrorClass::cancelled;
    }
    return error;
}

db::DbError MysqlAdmin::closed(const std::string& operation) {
    deadline_ = TimePoint::max();
    return failure(kServerLost, "", "the session is closed", operation);
}

db::Result<db::ResultSet> MysqlAdmin::query(const std::string& sql) {
    if (handle_ == nullptr) {
        return closed(first_words(sql));
    }
    const InFlight in_flight(in_flight_);
    interrupted_ = false;
    deadline_ = deadline_after(options_.statement_timeout);
    const WaitLimit limit(deadline_);
    forget_tls_errors();
    MYSQL* handle = handle_.get();
    const auto failed = [&] {
        return failure(
            static_cast<int>(mysql_errno(handle)),
            mysql_sqlstate(handle),
            mysql_error(handle),
            first_words(sql)
        );
    };
    if (mysql_real_query(handle, sql.data(), static_cast<unsigned long>(sql.size())) != 0) {
        return failed();
    }
    db::ResultSet out;
    bool have_rows = false;
    while (true) {
        const std::unique_ptr<st_mysql_res, FreeResult> stored(mysql_store_result(handle));
        if (stored == nullptr && mysql_errno(handle) != 0) {
            return failed();
        }
        if (stored != nullptr && !have_rows) {
            have_rows = true;
            add_plain_text_rows(*stored, out);
        } else if (stored == nullptr) {
            out.set_affected(mysql_affected_rows(handle));
        }
        const int next = mysql_next_result(handle);
        if (next > 0) {
            return failed();
        }
        if (next < 0) {
            break;
        }
    }
    // SLEEP() and the like answer as usual when they are ended.
    if (interrupted_) {
        return failure(0, "", "interrupted", first_words(sql));
    }
    return out;
}

db::Result<void> MysqlAdmin::command(const char* sql) {
    if (handle_ == nullptr) {
        return closed(sql);
    }
    const InFlight in_flight(in_flight_);
    interrupted_ = false;
    deadline_ = deadline_after(options_.statement_timeout);
    const WaitLimit limit(deadline_);
    forget_tls_errors();
    MYSQL* handle = handle_.get();
    if (mysql_query(handle, sql) != 0) {
        return failure(
            static_cast<int>(mysql_errno(handle)), mysql_sqlstate(handle), mysql_error(handle), sql
        );
    }
    return {};
}

db::Result<void> MysqlAdmin::finish(bool finished, const std::string& operation) {
    const InFlight in_flight(in_flight_);
    interrupted_ = false;
    deadline_ = deadline_after(options_.statement_timeout);
    if (!finish_blocking(*channel_, fd_, finished, deadline_)) {
        disconnect();
        return failure(kServerLost, "", "", operation);
    }
    if (channel_->ok()) {
        return {};
    }
    const ChannelError& error = channel_->error();
    auto out = failure(error.code, error.sqlstate, error.text, operation);
    if (out.message.empty()) {
        out.message = error.message;
    }
    return out;
}

db::Result<std::vector<std::string>> MysqlAdmin::tables() {
    auto rows =
        query("SELECT TABLE_NAME FROM information_schema.TABLES "
              "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME");
    if (!rows) {
        return rows.error();
    }
    return rows->texts(0);
}

db::Result<std::unique_ptr<db::BulkWriter>> MysqlAdmin::bulk_writer(
    const std::string& table, std::span<const db::BulkColumn> columns
) {
    if (handle_ == nullptr) {
        return closed("INSERT " + table);
    }
    return MysqlBulkWriter::open(*this, table, columns);
}

// A second session asks the server to end the statement. A server that does not even answer that is cut off.
void MysqlAdmin::interrupt() noexcept {
    try {
        if (!in_flight_) {
            return;
        }
        interrupted_ = true;
        db::SessionOptions options = options_;
        options.connect_timeout = kKillLimit;
        options.isolation = db::Isolation::server_default;
        const auto other = sign_in_blocking(settings_, password_, options);
        const WaitLimit limit(deadline_after(kKillLimit));
        const std::string kill = fmt::format("KILL QUERY {}", session_id_);
        if (other && mysql_query(other->get(), kill.c_str()) == 0) {
            return;
        }
    } catch (...) {  // out of memory: cut off
    }
    if (const int fd = fd_; fd >= 0 && in_flight_) {
        ::shutdown(fd, SHUT_RDWR);
    }
}

}  // namespace oltpsim::drivers::mysql
