// The blocking session: DDL, loading, checks, server facts. Thread: one; interrupt() any.
#pragma once

#include "db/driver.hpp"
#include "drivers/mysql/channel.hpp"
#include "drivers/mysql/sign_in.hpp"

#include <atomic>
#include <memory>

namespace oltpsim::drivers::mysql {

class MysqlAdmin final : public db::AdminConnection {
public:
    static db::Result<std::unique_ptr<db::AdminConnection>> open(
        Settings settings, const db::Secret& password, const db::SessionOptions& options
    );
    ~MysqlAdmin() override;

    db::Result<db::ResultSet> query(const std::string& sql) override;
    db::Result<db::ServerFacts> facts() override;
    /// Com_commit: COMMIT statements since the server started. Statements that commit by themselves are not in it,
    /// and Handler_commit counts per storage engine and log, so it does not equal transactions.
    db::Result<std::uint64_t> commit_counter() override;
    db::Result<std::vector<std::string>> tables() override;
    db::Result<std::vector<std::string>> columns(const std::string& table) override;
    /// GET_LOCK, which knows no databases: the name carries a digest of ours.
    db::Result<bool> try_lock(const std::string& name) override;
    db::Result<void> begin() override { return command("BEGIN"); }
    db::Result<void> commit() override { return command("COMMIT"); }
    db::Result<void> rollback() override { return command("ROLLBACK"); }
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override;

    // --- for the bulk writer of this session ---
    bool is_open() const noexcept { return channel_ != nullptr; }
    Channel& channel() noexcept { return *channel_; }
    db::DbError closed(const std::string& operation);
    /// Waits for the command started on channel(). Errors as of query(), named by `operation`.
    db::Result<void> finish(bool finished, const std::string& operation);

private:
    MysqlAdmin(
        Settings settings, db::Secret password, const db::SessionOptions& options, Handle handle
    );
    db::Result<void> command(const char* sql);
    db::DbError failure(
        int code, std::string_view sqlstate, std::string text, std::string operation
    );
    void disconnect() noexcept;

    Settings settings_;
    db::Secret password_;
    db::SessionOptions options_;
    Handle handle_;
    db::ArrivalAudit audit_;  ///< off: nothing is timed here
    std::unique_ptr<Channel> channel_;
    unsigned long session_id_;
    std::atomic<int> fd_;
    std::atomic<bool> in_flight_{false};
    std::atomic<bool> interrupted_{false};
    TimePoint deadline_ = TimePoint::max();  ///< of the call in progress
};

/// Product name from the version text and version_comment.
std::string product_of(std::string_view version, std::string_view comment);

}  // namespace oltpsim::drivers::mysql
