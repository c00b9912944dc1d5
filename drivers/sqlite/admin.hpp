// The session for everything that is not measured. A missing file is made by the first call that writes, so that looking
// at a target (tables, facts, checks) leaves nothing behind.
// Thread: one; interrupt() any.
#pragma once

#include "db/driver.hpp"
#include "drivers/sqlite/database.hpp"
#include "drivers/sqlite/file_lock.hpp"

#include <optional>

namespace oltpsim::drivers::sqlite {

class SqliteAdmin final : public db::AdminConnection {
public:
    SqliteAdmin(Settings settings, const db::SessionOptions& options)
        : database_(std::move(settings), options.statement_timeout) {}

    /// Opens the file if there is one. Errors: connect_failed when there could not even be one.
    db::Result<void> connect();

    db::Result<db::ResultSet> query(const std::string& sql) override;
    db::Result<db::ServerFacts> facts() override;
    db::Result<std::uint64_t> commit_counter() override;
    db::Result<std::vector<std::string>> tables() override;
    db::Result<std::vector<std::string>> columns(const std::string& table) override;
    /// A lock on a file beside the database's, which is gone again once the session ends.
    db::Result<bool> try_lock(const std::string& name) override;
    db::Result<void> begin() override { return control("BEGIN IMMEDIATE"); }
    db::Result<void> commit() override { return control("COMMIT"); }
    db::Result<void> rollback() override;
    db::Result<std::unique_ptr<db::BulkWriter>> bulk_writer(
        const std::string& table, std::span<const db::BulkColumn> columns
    ) override;
    void interrupt() noexcept override { database_.interrupt(db::ErrorClass::cancelled); }

private:
    /// Opens the file if there is one by now. False: there is none.
    db::Result<bool> find_file();
    /// First column of a query, as texts; none while there is no file.
    db::Result<std::vector<std::string>> names(const std::string& sql);
    db::Result<void> make_file();
    db::Result<void> control(const char* sql);
    db::Result<void> run_one(sqlite3_stmt* statement, db::ResultSet& result);

    Database database_;
    std::optional<FileLock> lock_;
};

}  // namespace oltpsim::drivers::sqlite
