// A database that is not there, behind a library that blocks: each statement sleeps on the connection's own thread. For
// measuring what blocking connections cost the engine (bench/odbc-cost); to try things out, use the driver `simulated`.
#include "db/driver.hpp"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <condition_variable>
#include <mutex>

namespace oltpsim::drivers::simulated_blocking {
namespace {

db::DbError error_of(db::ErrorClass cls, std::string operation, std::string message) {
    db::DbError error;
    error.cls = cls;
    error.operation = std::move(operation);
    error.message = std::move(message);
    return error;
}

/// Milliseconds per statement. Errors: bad_argument.
db::Result<Nanos> latency_of(const db::TargetUrl& url) {
    constexpr double kMost = 600'000;
    const auto found = url.params.find("latency_ms");
    double value = 1;
    if (found != url.params.end()) {
        const std::string& text = found->second;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (status != std::errc{} || end != text.data() + text.size() || !(value >= 0) ||
            value > kMost) {
            return error_of(
                db::ErrorClass::bad_argument,
                "simulated+blocking target",
                fmt::format("latency_ms must be a number from 0 to {}, got '{}'", kMost, text)
            );
        }
    }
    return Nanos(static_cast<std::int64_t>(value * 1e6));
}

class SleepingConnection final : public db::Connection {
public:
    SleepingConnection(Nanos latency, const db::SessionOptions& options)
        : Connection(options, nullptr), latency_(latency) {}

    void abort(db::ErrorClass why) noexcept override {
        {
            const std::lock_guard lock(mutex_);
            why_ = static_cast<int>(why) + 1;
        }
        wake_.notify_all();
    }
    void close() noexcept override {
        open_ = false;
        clear_transaction_flag();
    }
    bool is_open() const noexcept override { return open_; }

protected:
    Step begin_open() override {
        const std::lock_guard lock(mutex_);
        why_ = 0;
        open_ = true;
        return Step::done;
    }
    // BEGIN and COMMIT take no time of their own.
    Step begin_commands(std::span<const db::Command> commands) override {
        const db::Command& command = commands.front();
        if (!open_) {
            set_error(error_of(db::ErrorClass::connection_lost, "start", "the session is closed"));
            return Step::done;
        }
        if (command.kind != db::CommandKind::execute) {
            return Step::done;
        }
        std::unique_lock lock(mutex_);
        if (wake_.wait_for(lock, latency_, [this] { return why_ != 0; })) {
            open_ = false;
            set_error(error_of(
                static_cast<db::ErrorClass>(why_ - 1), command.statement->name, "interrupted"
            ));
            return Step::done;
        }
        result_slot(0).count_row();
        return Step::done;
    }

private:
    Nanos latency_;
    std::mutex mutex_;
    std::condition_variable wake_;
    int why_ = 0;  ///< class + 1, 0 = none
    std::atomic<bool> open_{false};
};

class EmptyBulkWriter final : public db::BulkWriter {
public:
    db::Result<void> append(std::span<const db::Value>) override { return {}; }
    db::Result<void> finish() override { return {}; }
};

class EmptyAdmin final : public db::AdminConnection {
public:
    db::Result<db::ResultSet> query(const std::string&) override { return db::ResultSet{}; }
    db::Result<db::ServerFacts> facts() override {
        db::ServerFacts facts;
        facts.product = "simulated";
        facts.version = "1";
        return facts;
    }
    db::Result<std::uint64_t> commit_counter() override {
        return error_of(db::ErrorClass::unsupported, "read commit counter", "nothing is counted");
    }
    db::Result<std::vector<std::string>> tables() override { return std::vector<std::string>{}; }
    db::Result<void> begin() override { return {}; }
    db::Result<void> commit() override { return {}; }
    db::Result<void> rollback() override { return {}; }
    db::Result<std::unique_ptr<db::BulkWriter>>
    bulk_writer(const std::string&, std::span<const db::BulkColumn>) override {
        return std::unique_ptr<db::BulkWriter>(std::make_unique<EmptyBulkWriter>());
    }
    void interrupt() noexcept override {}
};

class SleepingDriver final : public db::Driver {
public:
    SleepingDriver() {
        info_.name = "simulated_blocking";
        info_.schemes = {"simulated+blocking"};
        info_.dialect = "sqlite";  // statements are never looked at; some schema must be named
        info_.io_model = db::IoModel::blocking;
        info_.stores_data = false;
        info_.params = {{"latency_ms", "milliseconds per statement, always the same (default 1)"}};
        info_.url_example = "simulated+blocking:vm1?latency_ms=12";
    }

    const db::DriverInfo& info() const noexcept override { return info_; }
    db::Result<void> check(const db::TargetUrl& url) const override {
        const auto latency = latency_of(url);
        return latency ? db::Result<void>{} : db::Result<void>{latency.error()};
    }
    // Precondition: check() was fine.
    std::unique_ptr<db::Connection>
    make_connection(const db::Endpoint& endpoint, const db::SessionOptions& options, const db::StatementSet&, db::IoLoop*)
        const override {
        return std::make_unique<SleepingConnection>(latency_of(endpoint.url).value(), options);
    }
    db::Result<std::unique_ptr<db::AdminConnection>>
    connect_admin(const db::Endpoint&, const db::SessionOptions&) const override {
        return std::unique_ptr<db::AdminConnection>(std::make_unique<EmptyAdmin>());
    }

private:
    db::DriverInfo info_;
};

}  // namespace

std::unique_ptr<db::Driver> make_driver() { return std::make_unique<SleepingDriver>(); }

}  // namespace oltpsim::drivers::simulated_blocking
