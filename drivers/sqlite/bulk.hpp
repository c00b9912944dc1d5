// Rows into one table by prepared INSERTs of up to 100 rows, inside the caller's transaction. Thread: one.
#pragma once

#include "db/driver.hpp"
#include "drivers/sqlite/database.hpp"

namespace oltpsim::drivers::sqlite {

class SqliteBulkWriter final : public db::BulkWriter {
public:
    SqliteBulkWriter(
        Database& database, const std::string& table, std::span<const db::BulkColumn> columns
    );
    SqliteBulkWriter(const SqliteBulkWriter&) = delete;
    SqliteBulkWriter& operator=(const SqliteBulkWriter&) = delete;
    ~SqliteBulkWriter() override;

    /// Errors: schema_mismatch for a missing table or column.
    db::Result<void> prepare();
    db::Result<void> append(std::span<const db::Value> row) override;
    db::Result<void> finish() override;

private:
    std::string insert_of(std::size_t rows) const;
    db::Result<void> flush();
    /// Inserts `rows` kept rows from the `first`-th on with `statement`.
    db::Result<void> insert(sqlite3_stmt* statement, std::size_t first, std::size_t rows);

    Database& database_;
    std::string head_;  ///< INSERT INTO … VALUES
    std::string row_;   ///< (?,?,…)
    std::string operation_;
    std::size_t columns_;
    std::size_t batch_;  ///< rows per statement
    sqlite3_stmt* many_ = nullptr;
    sqlite3_stmt* one_ = nullptr;
    std::vector<db::Value> kept_;  ///< row by row; texts point into arena_ by offset until flush()
    std::vector<std::size_t> offsets_;  ///< of each kept value's text
    std::string arena_;
};

}  // namespace oltpsim::drivers::sqlite
