// The session for everything that is not measured: DDL, loading, checks, facts. Thread: one; interrupt() any.
#pragma once

#include "drivers/mysql_cppconn/session.hpp"

namespace oltpsim::drivers::mysql_cppconn {

class CppconnAdmin final : public db::AdminConnection {
public:
    CppconnAdmin(
        std::shared_ptr<const Access> access,
        const db::SessionOptions& options,
        std::shared_ptr<SessionEnder> ender
    )
        : session_(std::move(access), options, std::move(ender)) {}

    db::Result<void> connect() { return session_.open(); }

    db::Result<db::ResultSet> query(const std::string& sql) override;
    db::Result<db::ServerFacts> facts() override;
    /// Com_commit: COMMIT statements of all sessions since the server started.
    db::Result<std::uint64_t> commit_counter() override;
    db::Result<std::vector<std::string>> tables() override;
    db::Result<std::vector<std::string>> columns(const std::string& table) override;
    /// GET_LOCK, which knows no databases: the name carries a digest of ours.
    db::Result<bool> try_lock(const std::string& name) override;
    db::Result<void> begin() override { return control("BEGIN"); }
    db::Result<void> commit() override { return control("COMMIT"); }
    db::Result<void> rollback() override { return control("ROLLBACK"); }
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override { session_.interrupt(db::ErrorClass::cancelled, true); }

private:
    db::Result<void> control(const char* sql);

    Session session_;
};

}  // namespace oltpsim::drivers::mysql_cppconn
