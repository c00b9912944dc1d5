// Base of all conformance tests: one target, its driver, sessions on it, and a table that is gone afterwards.
#pragma once

#include "conformance/target_under_test.hpp"
#include "support/test_loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace oltpsim::test {

/// One statement with its values, or BEGIN, COMMIT, ROLLBACK.
struct Order {
    db::CommandKind kind = db::CommandKind::execute;
    const db::Statement* statement = nullptr;
    std::vector<db::Value> values;
};

inline Order begin() { return {db::CommandKind::begin, nullptr, {}}; }
inline Order begin_read_only() { return {db::CommandKind::begin_read_only, nullptr, {}}; }
inline Order commit() { return {db::CommandKind::commit, nullptr, {}}; }
inline Order rollback() { return {db::CommandKind::rollback, nullptr, {}}; }

/// A connection of either kind. Blocking drivers get a thread per operation, asynchronous ones the loop.
class TestSession {
public:
    TestSession(std::unique_ptr<db::Connection> connection, TestLoop* loop, std::string password);
    TestSession(const TestSession&) = delete;
    TestSession& operator=(const TestSession&) = delete;
    ~TestSession();

    bool open();
    /// Runs to the end. True when all went well.
    bool run(std::vector<Order> orders, bool one_batch = false);
    /// Starts without waiting.
    void start(std::vector<Order> orders, bool one_batch = false);
    /// Waits for what start() began. True when all went well.
    bool wait(Nanos patience = std::chrono::seconds{60});
    /// Lets it go on for a while. Asynchronous: the loop turns.
    void let_run(Nanos duration);
    void abort(db::ErrorClass why) { connection_->abort(why); }

    db::Connection& connection() { return *connection_; }
    const db::DbError& error() const { return connection_->error(); }
    const db::ResultSet& result(std::size_t command = 0) const {
        return connection_->result(command);
    }
    /// "ok", or the error, for messages of failed assertions.
    std::string outcome() const {
        return connection_->ok() ? "ok" : connection_->error().describe();
    }

private:
    bool finish();

    std::unique_ptr<db::Connection> connection_;
    TestLoop* loop_;
    std::string password_;
    std::vector<Order> orders_;
    std::vector<db::Command> commands_;
    std::thread thread_;
};

class Conformance : public testing::TestWithParam<TargetUnderTest> {
protected:
    void SetUp() override;
    void TearDown() override;

    const TargetUnderTest& target() const { return GetParam(); }
    const Dialect& dialect() const { return GetParam().dialect; }
    const Abilities& can() const { return GetParam().can; }
    db::Driver& driver() { return *driver_; }
    db::Endpoint& endpoint() { return endpoint_; }
    /// Name of this test's table; `{t}` in any SQL given here.
    const std::string& table() const { return table_; }

    /// Adds a statement, written with ? and {t}, for call(). All statements come before the first session.
    std::uint32_t statement(
        std::string sql,
        std::vector<db::ColumnType> params = {},
        db::RowUse rows = db::RowUse::none,
        bool prepare = true
    );
    Order call(std::uint32_t statement, std::vector<db::Value> values = {}) const {
        return {db::CommandKind::execute, &statements_[statement], std::move(values)};
    }
    /// Creates `{t}` (columns).
    void make_table(const std::string& columns);
    /// Runs a text as administrator; fails the test on error.
    db::ResultSet admin_query(const std::string& sql);
    std::int64_t admin_number(const std::string& sql) { return admin_query(sql).integer(0, 0); }
    db::AdminConnection& admin();
    std::unique_ptr<db::AdminConnection> another_admin(const db::SessionOptions& options = {});

    /// A session that is not open yet.
    std::unique_ptr<TestSession> session(const db::SessionOptions& options = {});
    std::unique_ptr<TestSession> session_to(
        const db::Endpoint& endpoint, const db::SessionOptions& options = {}
    );
    /// An open one; fails the test when it cannot be opened.
    std::unique_ptr<TestSession> open_session(const db::SessionOptions& options = {});
    TestLoop* loop() { return loop_ ? &*loop_ : nullptr; }
    bool is_async() const { return loop_.has_value(); }
    std::string filled(std::string sql) const;

private:
    std::unique_ptr<db::Driver> driver_;
    db::Endpoint endpoint_;
    std::string table_;
    db::StatementSet statements_;
    std::optional<TestLoop> loop_;
    std::unique_ptr<db::AdminConnection> admin_;
};

/// Skips by name what a target cannot show.
#define NEEDS(ability)                                                                             \
    do {                                                                                           \
        if (!can().ability) {                                                                      \
            GTEST_SKIP() << target().label << " has no ability '" #ability "'";                    \
        }                                                                                          \
    } while (false)

}  // namespace oltpsim::test
