// The session for everything that is not measured: DDL, loading, checks, facts. Thread: one; interrupt() any.
#pragma once

#include "db/driver.hpp"
#include "drivers/postgresql/admin_link.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// Questions about the server keep to SessionOptions::statement_timeout; SQL given by the caller and loading have no
/// limit, because building an index takes as long as it takes: interrupt() ends them.
class PgAdminConnection final : public db::AdminConnection {
public:
    static db::Result<std::unique_ptr<db::AdminConnection>> open(
        const db::Endpoint& endpoint, const db::SessionOptions& options
    );

    explicit PgAdminConnection(Nanos short_limit) : short_limit_(short_limit) {}

    db::Result<db::ResultSet> query(const std::string& sql) override;
    db::Result<db::ServerFacts> facts() override;
    /// xact_commit of the current database less this session's own commits. A server session reports its commits when
    /// it ends, at most about a second late while it is busy, and up to ten seconds late when it falls idle. Counted
    /// besides transactions: each sign-in (1), each statement outside a transaction, a PREPARE too, and autovacuum's work.
    db::Result<std::uint64_t> commit_counter() override;
    db::Result<std::vector<std::string>> tables() override;
    db::Result<std::vector<std::string>> columns(const std::string& table) override;
    /// An advisory lock: per database, and here per schema too.
    db::Result<bool> try_lock(const std::string& name) override;
    db::Result<void> begin() override;
    db::Result<void> commit() override;
    db::Result<void> rollback() override;
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override { link_.interrupt(); }

private:
    AdminLink link_;
    Nanos short_limit_;
};

}  // namespace oltpsim::drivers::postgresql
