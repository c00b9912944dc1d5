// The session for everything that is not measured: DDL, loading, checks, facts. Thread: one; interrupt() any.
#pragma once

#include "drivers/odbc/session.hpp"

namespace oltpsim::drivers::odbc {

class OdbcAdmin final : public db::AdminConnection {
public:
    OdbcAdmin(std::shared_ptr<const Access> access, const db::SessionOptions& options)
        : session_(std::move(access), options) {}
    OdbcAdmin(const OdbcAdmin&) = delete;
    OdbcAdmin& operator=(const OdbcAdmin&) = delete;
    ~OdbcAdmin() override;

    db::Result<void> connect() { return session_.open(true); }

    /// On SQL Server, DROP … IF EXISTS is put into words that its 2014 version knows.
    db::Result<db::ResultSet> query(const std::string& sql) override;
    db::Result<db::ServerFacts> facts() override;
    db::Result<std::uint64_t> commit_counter() override;
    db::Result<std::vector<std::string>> tables() override;
    db::Result<std::vector<std::string>> columns(const std::string& table) override;
    db::Result<bool> try_lock(const std::string& name) override;
    db::Result<void> begin() override { return control(db::CommandKind::begin); }
    db::Result<void> commit() override { return control(db::CommandKind::commit); }
    db::Result<void> rollback() override;
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override { session_.interrupt(db::ErrorClass::cancelled); }

private:
    db::Result<void> control(db::CommandKind kind);
    db::Result<db::ResultSet> ask(std::string_view sql);
    /// Asked of the server once.
    bool is_babelfish();
    /// Ends in an error that leaves the session unusable: closes it.
    db::DbError spoilt(db::DbError error);
    /// One value as text; empty where the question fails or has no answer: the fact is not available.
    std::string fact(std::string_view sql);
    db::Result<db::ServerFacts> facts_of_sqlserver();

    Session session_;
    std::optional<bool> babelfish_;
};

}  // namespace oltpsim::drivers::odbc
