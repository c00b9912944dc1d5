// Rows into one table by prepared multi-row INSERTs; transactions are the caller's. Thread: the admin session's.
#pragma once

#include "db/driver.hpp"

#include <memory>
#include <string>
#include <vector>

namespace oltpsim::drivers::mysql {

class MysqlAdmin;

class MysqlBulkWriter final : public db::BulkWriter {
public:
    /// Errors: bad_argument without columns. Lifetime: the session must outlive the writer.
    static db::Result<std::unique_ptr<db::BulkWriter>> open(
        MysqlAdmin& session, const std::string& table, std::span<const db::BulkColumn> columns
    );
    ~MysqlBulkWriter() override;

    db::Result<void> append(std::span<const db::Value> row) override;
    db::Result<void> finish() override;

private:
    MysqlBulkWriter(
        MysqlAdmin& session, const std::string& table, std::span<const db::BulkColumn> columns
    );
    db::Result<void> flush();
    db::Result<void> send_unprepared(const db::Statement& statement);
    db::Statement make_statement(std::uint32_t id, std::size_t rows) const;

    MysqlAdmin& session_;
    std::string operation_;
    std::string head_;  ///< "INSERT INTO t (a,b) VALUES "
    std::vector<db::ColumnType> types_;
    std::size_t rows_per_statement_;
    db::Statement full_;  ///< id 0
    db::Statement odd_;   ///< id 1, for odd_rows_ rows
    std::size_t odd_rows_ = 0;
    std::vector<db::Value>
        values_;  ///< row-major; texts hold an offset into arena_ in `number` until flush()
    std::string arena_;
    std::size_t rows_ = 0;
    std::string sql_;
    bool prepares_ = true;
};

}  // namespace oltpsim::drivers::mysql
