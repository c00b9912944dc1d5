// Rows into one table by prepared INSERTs of up to 100 rows, inside the caller's transaction. Thread: one.
#pragma once

#include "drivers/mysql_cppconn/session.hpp"

#include <string>
#include <vector>

namespace sql {
class PreparedStatement;
}

namespace oltpsim::drivers::mysql_cppconn {

class CppconnBulkWriter final : public db::BulkWriter {
public:
    /// Lifetime: the session must outlive the writer.
    CppconnBulkWriter(
        Session& session, const std::string& table, std::span<const db::BulkColumn> columns
    );
    CppconnBulkWriter(const CppconnBulkWriter&) = delete;
    CppconnBulkWriter& operator=(const CppconnBulkWriter&) = delete;
    ~CppconnBulkWriter() override;

    /// Errors: bad_argument for a row of another width; those of the server when a batch is sent.
    db::Result<void> append(std::span<const db::Value> row) override;
    db::Result<void> finish() override { return flush(); }

private:
    std::string insert_of(std::size_t rows) const;
    db::Result<void> flush();
    db::Result<void> send();

    Session& session_;
    std::string operation_;
    std::string head_;  ///< INSERT INTO … VALUES
    std::string row_;   ///< (?,?,…)
    std::vector<db::ColumnType> types_;
    std::size_t batch_;  ///< rows per statement
    std::unique_ptr<sql::PreparedStatement> full_;
    std::vector<db::Value>
        kept_;  ///< row by row; `number` of a text is its place in arena_ until flush()
    std::string arena_;
};

}  // namespace oltpsim::drivers::mysql_cppconn
