// What a transaction sees of its connection: statements to await, in order or as a group.
#pragma once

#include "db/connection.hpp"

#include <array>
#include <coroutine>
#include <string>
#include <utility>

namespace oltpsim::workload {

/// Facade over one connection for one transaction. Thread: the connection's.
/// Every await yields bool: did all commands succeed? The error stays in connection().error().
class Session {
public:
    explicit Session(db::Connection& connection) noexcept : connection_(connection) {}

    /// Awaitable over the commands stored in it.
    template <std::size_t N>
    struct Await {
        db::Connection& connection;
        std::array<db::Command, N> commands;

        bool await_ready() { return connection.start(commands, false); }
        void await_suspend(std::coroutine_handle<> caller) noexcept {
            connection.set_waiter(caller);
        }
        bool await_resume() const noexcept { return connection.ok(); }
    };
    struct AwaitGroup {
        db::Connection& connection;
        std::span<const db::Command> commands;
        bool one_batch;

        bool await_ready() { return connection.start(commands, one_batch); }
        void await_suspend(std::coroutine_handle<> caller) noexcept {
            connection.set_waiter(caller);
        }
        bool await_resume() const noexcept { return connection.ok(); }
    };

    struct AwaitOpen {
        db::Connection& connection;

        bool await_ready() { return connection.open(); }
        void await_suspend(std::coroutine_handle<> caller) noexcept {
            connection.set_waiter(caller);
        }
        bool await_resume() const noexcept { return connection.ok(); }
    };

    /// Opens the session; the engine's business, not a transaction's.
    AwaitOpen open() noexcept { return {connection_}; }
    /// `params` must live in the caller's frame until the await is over.
    Await<1> execute(const db::Statement& statement, std::span<const db::Value> params) noexcept {
        return {connection_, {{{db::CommandKind::execute, &statement, params}}}};
    }
    Await<1> begin() noexcept { return control(db::CommandKind::begin); }
    Await<1> begin_read_only() noexcept { return control(db::CommandKind::begin_read_only); }
    Await<1> commit() noexcept { return control(db::CommandKind::commit); }
    Await<1> rollback() noexcept { return control(db::CommandKind::rollback); }

    /// Commands whose inputs do not depend on each other's results. They travel as one batch where the driver
    /// pipelines and the plan allows: groups of reads from Pipelining::reads on, groups with writes at full.
    AwaitGroup run(std::span<const db::Command> commands, bool writes) noexcept {
        const db::Pipelining mode = connection_.options().pipelining;
        const bool batch =
            mode == db::Pipelining::full || (mode == db::Pipelining::reads && !writes);
        return {connection_, commands, batch};
    }

    const db::ResultSet& result(std::size_t command = 0) const {
        return connection_.result(command);
    }
    const db::DbError& error() const noexcept { return connection_.error(); }
    db::Connection& connection() noexcept { return connection_; }

    /// What queued work did, for the result's background.csv (TPC-C 2.7.2.2). Of the last transaction only.
    void record(std::string text) { record_ = std::move(text); }
    std::string take_record() noexcept { return std::exchange(record_, {}); }

private:
    Await<1> control(db::CommandKind kind) noexcept {
        return {connection_, {{{kind, nullptr, {}}}}};
    }

    db::Connection& connection_;
    std::string record_;
};

}  // namespace oltpsim::workload
