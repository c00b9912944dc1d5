// Rows into one table by INSERTs with parameter arrays, inside the caller's transaction; row by row where a driver does
// not take arrays. Thread: one.
#pragma once

#include "drivers/odbc/parameters.hpp"
#include "drivers/odbc/session.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

class BulkInsert final : public db::BulkWriter {
public:
    /// Lifetime: the session must outlive the writer. Errors: those of the driver.
    static db::Result<std::unique_ptr<db::BulkWriter>> start(
        Session& session, const std::string& table, std::span<const db::BulkColumn> columns
    );
    BulkInsert(const BulkInsert&) = delete;
    BulkInsert& operator=(const BulkInsert&) = delete;
    ~BulkInsert() override;

    /// Errors: bad_argument for a row of another width; those of the server when an array is sent.
    db::Result<void> append(std::span<const db::Value> row) override;
    db::Result<void> finish() override { return flush(); }

private:
    struct Column {
        db::ColumnType type = db::ColumnType::int64;
        WireType wire;
        std::size_t capacity = 0;  ///< bytes of the value in a row
        std::size_t longest = 0;   ///< text of this batch
        std::size_t offset = 0;    ///< of the value in a row; its indicator follows
        bool unicode = false;
    };

    BulkInsert(Session& session, const std::string& table, std::span<const db::BulkColumn> columns);

    db::Result<void> make();
    db::Result<void> flush();
    db::Result<void> send(std::size_t rows);
    db::Result<void> send_in_call(std::size_t rows);
    /// Lays rows out and binds them where the shape has changed.
    SQLRETURN lay_out(std::size_t rows);
    SQLRETURN bind();
    void store(const db::Value& value, const Column& column, std::byte* row) const;
    /// One execution for rows [first, first + rows). Errors: those of the first row that failed.
    db::Result<std::size_t> execute(std::size_t first, std::size_t rows);

    Session& session_;
    std::string operation_;
    std::string sql_;
    SQLHSTMT statement_ = SQL_NULL_HSTMT;
    std::vector<Column> columns_;
    std::size_t batch_;  ///< rows per array
    bool arrays_ = true;
    bool several_results_ = false;  ///< one per row of an array
    bool bound_ = false;
    std::size_t row_bytes_ = 0;
    std::vector<db::Value> kept_;  ///< row by row; `number` of a text is its place in arena_
    std::string arena_;
    std::vector<std::byte> rows_;
    std::vector<SQLUSMALLINT> status_;
    SQLULEN processed_ = 0;
};

}  // namespace oltpsim::drivers::odbc
