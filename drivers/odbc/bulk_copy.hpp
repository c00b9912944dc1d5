// Rows into one SQL Server table by the driver's bulk copy (INSERT BULK of TDS), which shares the session's transaction.
// Thread: one.
#pragma once

#include "drivers/odbc/bulk_api.hpp"
#include "drivers/odbc/session.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

/// For each column to be written, its 1-based place in the table. `present`: the table's columns, "name type" each.
/// Errors: schema_mismatch for no table or an unknown column, unsupported where the table has columns that nobody writes.
db::Result<std::vector<int>> places_of(
    const std::vector<std::string>& present, std::span<const db::BulkColumn> columns
);

class BulkCopy final : public db::BulkWriter {
public:
    /// Asks for bulk copy on a connection that is not connected yet. False: this driver has none.
    static bool enable(SQLHDBC connection, const std::string& driver) noexcept;
    /// Lifetime: the session must outlive the writer.
    static db::Result<std::unique_ptr<db::BulkWriter>> start(
        Session& session,
        const std::string& table,
        std::span<const db::BulkColumn> columns,
        std::vector<int> places
    );
    BulkCopy(const BulkCopy&) = delete;
    BulkCopy& operator=(const BulkCopy&) = delete;
    ~BulkCopy() override;

    db::Result<void> append(std::span<const db::Value> row) override;
    /// Errors: also when the server counts other rows than were sent.
    db::Result<void> finish() override;

private:
    struct Column {
        int type = 0;
        int place = 0;
        std::size_t capacity = 0;
        std::unique_ptr<std::byte[]> buffer;
    };

    BulkCopy(
        Session& session,
        const std::string& table,
        std::span<const db::BulkColumn> columns,
        std::vector<int> places
    );

    bool begin();
    bool bind(Column& column, std::size_t bytes);
    bool store(const db::Value& value, Column& column);
    db::Result<void> end();
    db::DbError failed();

    Session& session_;
    const BulkApi* api_;
    std::string table_;
    std::string operation_;
    std::string hints_;
    std::vector<Column> columns_;
    std::size_t batch_;
    std::size_t sent_ = 0;
    bool begun_ = false;
};

}  // namespace oltpsim::drivers::odbc
