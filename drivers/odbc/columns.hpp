// Columns of one statement's result: bound once to a block of rows, which each fetch fills. Columns that may be long are
// read piece by piece instead. Thread: the statement's.
#pragma once

#include "db/result_set.hpp"
#include "drivers/odbc/column_types.hpp"

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace oltpsim::drivers::odbc {

class Columns {
public:
    explicit Columns(Dialect dialect) : dialect_(dialect) {}

    /// Describes and binds the `count` columns of the result at hand. Does nothing when they are bound already.
    SQLRETURN bind(SQLHSTMT statement, SQLSMALLINT count);
    /// Appends all rows of the result. Returns SQL_NO_DATA at the end, or an error's code.
    SQLRETURN fetch(SQLHSTMT statement, db::ResultSet& out);
    /// Counts the rows of a result whose columns nobody reads. Returns as fetch() does.
    SQLRETURN count(SQLHSTMT statement, db::ResultSet& out);
    /// Did a value not fit its buffer? Then fetch() has failed without a diagnostic record.
    bool truncated() const noexcept { return truncated_; }

private:
    struct Column {
        Reading reading = Reading::text;
        SQLSMALLINT c_type = SQL_C_CHAR;
        std::uint8_t scale = 0;
        std::size_t bytes = 0;   ///< of the buffer
        std::size_t offset = 0;  ///< of the buffer in a row; the indicator follows behind it
    };

    SQLRETURN describe(SQLHSTMT statement, SQLUSMALLINT number, Described& out) const;
    void lay_out(const std::vector<Described>& described);
    void set_rows_per_fetch(SQLHSTMT statement, std::size_t rows);
    SQLRETURN bind_block(SQLHSTMT statement);
    bool append_row(std::size_t row, db::ResultSet& out);
    SQLRETURN read_pieces(SQLHSTMT statement, db::ResultSet& out);
    SQLRETURN read_piece(
        SQLHSTMT statement, SQLUSMALLINT number, const Column& column, SQLLEN& length
    );
    db::Value value_of(const Column& column, const std::byte* data, std::size_t length) const;

    Dialect dialect_;
    std::vector<Column> columns_;
    std::size_t row_bytes_ = 0;
    std::size_t rows_per_fetch_ = 1;
    bool in_pieces_ = false;
    bool truncated_ = false;
    bool bound_ = false;
    bool counting_ = false;
    SQLULEN fetched_ = 0;
    std::vector<std::byte> block_;
    std::string piece_;
};

}  // namespace oltpsim::drivers::odbc
