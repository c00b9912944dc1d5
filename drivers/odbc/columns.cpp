// Rows out of a result.
#include "drivers/odbc/columns.hpp"

#include "db/decimal_text.hpp"
#include "drivers/odbc/parameters.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace oltpsim::drivers::odbc {
namespace {

constexpr std::size_t kBlockBytes = 64 * 1024;
constexpr std::size_t kMostRows = 100;
constexpr std::size_t kFirstPiece = 4096;

SQLPOINTER pointer_to(std::uintptr_t value) noexcept {
    return reinterpret_cast<SQLPOINTER>(value);  // as ODBC hands over numbers
}

std::size_t aligned(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

}  // namespace

SQLRETURN Columns::describe(SQLHSTMT statement, SQLUSMALLINT number, Described& out) const {
    // Some drivers insist on a place for the name.
    std::array<SQLWCHAR, 256> column_name{};
    SQLSMALLINT name_length = 0;
    SQLSMALLINT nullable = 0;
    const SQLRETURN code = SQLDescribeColW(
        statement,
        number,
        column_name.data(),
        static_cast<SQLSMALLINT>(column_name.size()),
        &name_length,
        &out.sql_type,
        &out.size,
        &out.digits,
        &nullable
    );
    if (!SQL_SUCCEEDED(code)) {
        return code;
    }
    if (dialect_ == Dialect::mysql && out.sql_type == SQL_BIGINT) {
        SQLLEN is_unsigned = SQL_FALSE;
        SQLColAttributeW(statement, number, SQL_DESC_UNSIGNED, nullptr, 0, nullptr, &is_unsigned);
        out.is_unsigned = is_unsigned == SQL_TRUE;
    }
    if (dialect_ == Dialect::sqlite) {
        std::array<SQLWCHAR, 64> name{};
        SQLSMALLINT bytes = 0;
        const SQLRETURN named = SQLColAttributeW(
            statement,
            number,
            SQL_DESC_TYPE_NAME,
            name.data(),
            static_cast<SQLSMALLINT>(name.size() * sizeof(SQLWCHAR)),
            &bytes,
            nullptr
        );
        if (SQL_SUCCEEDED(named)) {
            const auto end = std::find(name.begin(), name.end(), SQLWCHAR{0});
            out.type_name = to_utf8(name.data(), static_cast<std::size_t>(end - name.begin()));
        }
        // sqliteodbc leaves "(12,2)" out of the name and says the second number here.
        SQLLEN scale = 0;
        SQLColAttributeW(statement, number, SQL_DESC_PRECISION, nullptr, 0, nullptr, &scale);
        out.digits = static_cast<SQLSMALLINT>(std::clamp<SQLLEN>(scale, 0, 18));
    }
    return SQL_SUCCESS;
}

void Columns::lay_out(const std::vector<Described>& described) {
    columns_.clear();
    row_bytes_ = 0;
    in_pieces_ = false;
    for (const Described& one : described) {
        Column column;
        column.reading = reading_of(dialect_, one);
        column.c_type = c_type_of(column.reading);
        column.scale = column.reading == Reading::whole_decimal
                           ? std::max(
                                 db::declared_scale(one.type_name),
                                 static_cast<std::uint8_t>(std::clamp<int>(one.digits, 0, 18))
                             )
                           : std::uint8_t{0};
        const bool longer = is_long(dialect_, one);
        in_pieces_ = in_pieces_ || longer;
        column.bytes = longer ? 0 : aligned(bytes_for(column.reading, one));
        column.offset = row_bytes_;
        row_bytes_ += column.bytes + sizeof(SQLLEN);
        columns_.push_back(column);
    }
    rows_per_fetch_ = in_pieces_
                          ? 1
                          : std::clamp<std::size_t>(
                                kBlockBytes / std::max<std::size_t>(row_bytes_, 1), 1, kMostRows
                            );
}

SQLRETURN Columns::bind(SQLHSTMT statement, SQLSMALLINT count) {
    if (bound_ && columns_.size() == static_cast<std::size_t>(count)) {
        return SQL_SUCCESS;
    }
    std::vector<Described> described(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < described.size(); ++i) {
        const SQLRETURN code = describe(statement, static_cast<SQLUSMALLINT>(i + 1), described[i]);
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
    }
    lay_out(described);
    const SQLRETURN code = bind_block(statement);
    bound_ = SQL_SUCCEEDED(code);
    return code;
}

void Columns::set_rows_per_fetch(SQLHSTMT statement, std::size_t rows) {
    SQLSetStmtAttrW(statement, SQL_ATTR_ROWS_FETCHED_PTR, &fetched_, 0);
    rows_per_fetch_ = rows;
    if (rows > 1 &&
        SQLSetStmtAttrW(statement, SQL_ATTR_ROW_ARRAY_SIZE, pointer_to(rows), 0) == SQL_SUCCESS) {
        return;
    }
    // One row was asked for, or blocks are refused or cut down.
    rows_per_fetch_ = 1;
    SQLSetStmtAttrW(statement, SQL_ATTR_ROW_ARRAY_SIZE, pointer_to(1), 0);
}

SQLRETURN Columns::bind_block(SQLHSTMT statement) {
    SQLFreeStmt(statement, SQL_UNBIND);
    SQLSetStmtAttrW(statement, SQL_ATTR_ROW_BIND_TYPE, pointer_to(row_bytes_), 0);
    set_rows_per_fetch(statement, rows_per_fetch_);
    if (in_pieces_) {
        return SQL_SUCCESS;
    }
    block_.assign(row_bytes_ * rows_per_fetch_, std::byte{0});
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        std::byte* data = block_.data() + column.offset;
        const SQLRETURN code = SQLBindCol(
            statement,
            static_cast<SQLUSMALLINT>(i + 1),
            column.c_type,
            data,
            static_cast<SQLLEN>(column.bytes),
            reinterpret_cast<SQLLEN*>(data + column.bytes)
        );
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
    }
    return SQL_SUCCESS;
}

SQLRETURN Columns::fetch(SQLHSTMT statement, db::ResultSet& out) {
    truncated_ = false;
    out.set_columns(static_cast<std::uint32_t>(columns_.size()));
    while (true) {
        fetched_ = 0;
        const SQLRETURN code = SQLFetch(statement);
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
        if (in_pieces_) {
            const SQLRETURN read = read_pieces(statement, out);
            if (!SQL_SUCCEEDED(read)) {
                return read;
            }
            continue;
        }
        const auto rows = rows_per_fetch_ == 1 ? SQLULEN{1} : fetched_;
        for (SQLULEN row = 0; row < rows; ++row) {
            if (!append_row(row, out)) {
                truncated_ = true;
                return SQL_ERROR;
            }
        }
        if (rows < rows_per_fetch_) {
            return SQL_NO_DATA;
        }
    }
}

// False when a value did not fit.
bool Columns::append_row(std::size_t row, db::ResultSet& out) {
    const std::byte* start = block_.data() + row * row_bytes_;
    for (const Column& column : columns_) {
        const std::byte* data = start + column.offset;
        SQLLEN length = 0;
        std::memcpy(&length, data + column.bytes, sizeof length);
        if (length == SQL_NULL_DATA) {
            out.add_cell(db::Value::null());
            continue;
        }
        const bool fits = column.c_type != SQL_C_CHAR ||
                          (length >= 0 && static_cast<std::size_t>(length) < column.bytes);
        if (!fits) {
            return false;
        }
        out.add_cell(value_of(column, data, static_cast<std::size_t>(length)));
    }
    out.count_row();
    return true;
}

db::Value Columns::value_of(const Column& column, const std::byte* data, std::size_t length) const {
    const std::string_view text(reinterpret_cast<const char*>(data), length);
    std::int64_t number = 0;
    double real = 0;
    SQL_TIMESTAMP_STRUCT stamp{};
    switch (column.reading) {
        case Reading::integer:
            std::memcpy(&number, data, sizeof number);
            return db::Value::integer(number);
        case Reading::whole_decimal:
            std::memcpy(&number, data, sizeof number);
            return db::Value::decimal(number, column.scale);
        case Reading::whole_timestamp:
            std::memcpy(&number, data, sizeof number);
            return db::Value::timestamp(number);
        case Reading::real: std::memcpy(&real, data, sizeof real); return db::Value::floating(real);
        case Reading::timestamp:
            std::memcpy(&stamp, data, sizeof stamp);
            return db::Value::timestamp(from_timestamp(stamp));
        case Reading::unsigned_big: {
            const auto [end, status] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            const bool whole = status == std::errc{} && end == text.data() + text.size();
            return whole ? db::Value::integer(number) : db::Value::text(text);
        }
        case Reading::decimal: return decimal_of(text);
        case Reading::text: break;
    }
    return db::Value::text(text);
}

SQLRETURN Columns::read_pieces(SQLHSTMT statement, db::ResultSet& out) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        SQLLEN length = 0;
        const SQLRETURN code =
            read_piece(statement, static_cast<SQLUSMALLINT>(i + 1), columns_[i], length);
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
        out.add_cell(
            length == SQL_NULL_DATA ? db::Value::null()
                                    : value_of(
                                          columns_[i],
                                          reinterpret_cast<const std::byte*>(piece_.data()),
                                          static_cast<std::size_t>(length)
                                      )
        );
    }
    out.count_row();
    return SQL_SUCCESS;
}

// One cell into piece_, however long. Texts come in as many pieces as it takes.
SQLRETURN Columns::read_piece(
    SQLHSTMT statement, SQLUSMALLINT number, const Column& column, SQLLEN& length
) {
    piece_.resize(std::max({piece_.size(), kFirstPiece, column.bytes}));
    std::size_t got = 0;
    while (true) {
        SQLLEN indicator = 0;
        const SQLRETURN code = SQLGetData(
            statement,
            number,
            column.c_type,
            piece_.data() + got,
            static_cast<SQLLEN>(piece_.size() - got),
            &indicator
        );
        if (code == SQL_NO_DATA) {  // behind the last piece
            length = static_cast<SQLLEN>(got);
            return SQL_SUCCESS;
        }
        if (!SQL_SUCCEEDED(code) || indicator == SQL_NULL_DATA || column.c_type != SQL_C_CHAR) {
            length = indicator;
            return code;
        }
        const std::size_t room = piece_.size() - got - 1;  // the driver ends each piece with a NUL
        const bool more = indicator == SQL_NO_TOTAL || static_cast<std::size_t>(indicator) > room;
        if (!more) {
            length = static_cast<SQLLEN>(got) + indicator;
            return SQL_SUCCESS;
        }
        // A driver may stop before a character that does not fit whole.
        const std::size_t whole = std::strlen(piece_.data() + got);
        got += whole > 0 ? whole : room;
        piece_.resize(piece_.size() * 2);
    }
}

SQLRETURN Columns::count(SQLHSTMT statement, db::ResultSet& out) {
    if (!counting_) {
        set_rows_per_fetch(statement, kMostRows);
        counting_ = true;
    }
    while (true) {
        fetched_ = 0;
        const SQLRETURN code = SQLFetch(statement);
        if (!SQL_SUCCEEDED(code)) {
            return code;
        }
        const std::size_t rows = rows_per_fetch_ == 1 ? 1 : fetched_;
        out.count_rows(rows);
        if (rows < rows_per_fetch_) {
            return SQL_NO_DATA;
        }
    }
}

}  // namespace oltpsim::drivers::odbc
