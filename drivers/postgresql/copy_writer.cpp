// COPY in binary format. Layout: https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
#include "drivers/postgresql/copy_writer.hpp"

#include "drivers/postgresql/binary_codec.hpp"
#include "drivers/postgresql/byte_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace oltpsim::drivers::postgresql {

namespace {

// About this much travels in one piece: fewer calls, and still within the caches.
constexpr std::size_t kPiece = 60'000;
// Signature, no flags, no header extension.
constexpr std::string_view kHeader{"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19};
constexpr std::int16_t kTrailer = -1;
constexpr std::int32_t kNull = -1;

template <typename T>
void put(std::string& buffer, T value) {
    std::array<char, sizeof(T)> bytes{};
    store_big_endian(bytes.data(), value);
    buffer.append(bytes.data(), bytes.size());
}

std::string column_list(std::span<const db::BulkColumn> columns) {
    std::string list;
    for (const auto& column : columns) {
        list += (list.empty() ? "" : ", ") + quoted_name(column.name);
    }
    return list;
}

std::string literal(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c;
        if (c == '\'') {
            result += c;
        }
    }
    return result + "'";
}

// Types of the table's columns by name.
db::Result<std::vector<TypeOid>> look_up_types(
    AdminLink& link, const std::string& table, std::span<const db::BulkColumn> columns
) {
    const std::string sql = fmt::format(
        "SELECT attname, atttypid::bigint FROM pg_attribute "
        "WHERE attrelid = {}::regclass AND attnum > 0 AND NOT attisdropped",
        literal(quoted_name(table))
    );
    const std::string what = "load " + table;
    auto found = link.run(sql, what, Nanos::zero());
    if (!found) {
        return found.error();
    }
    std::vector<TypeOid> types;
    for (const auto& column : columns) {
        std::uint64_t row = 0;
        while (row < found->rows() && found->text(row, 0) != column.name) {
            ++row;
        }
        if (row == found->rows()) {
            return own_error(
                db::ErrorClass::schema_mismatch,
                what,
                fmt::format("table {} has no column {}", table, column.name)
            );
        }
        types.push_back(static_cast<TypeOid>(found->integer(row, 1)));
        if (!is_supported(types.back())) {
            return own_error(
                db::ErrorClass::unsupported,
                what,
                fmt::format(
                    "column {} has a type that cannot be loaded (number {})",
                    column.name,
                    types.back()
                )
            );
        }
    }
    return types;
}

}  // namespace

std::string quoted_name(std::string_view name) {
    std::string result = "\"";
    for (const char c : name) {
        if (c == '.') {
            result += "\".\"";
        } else {
            result += c;
            if (c == '"') {
                result += c;
            }
        }
    }
    return result + "\"";
}

db::Result<std::unique_ptr<db::BulkWriter>> CopyWriter::start(
    AdminLink& link, const std::string& table, std::span<const db::BulkColumn> columns
) {
    auto types = look_up_types(link, table, columns);
    if (!types) {
        return types.error();
    }
    const std::string sql = fmt::format(
        "COPY {} ({}) FROM STDIN (FORMAT binary)", quoted_name(table), column_list(columns)
    );
    if (auto started = link.start_copy(sql, "load " + table); !started) {
        return started.error();
    }
    std::vector<db::BulkColumn> own(columns.begin(), columns.end());
    return std::make_unique<CopyWriter>(link, table, std::move(own), std::move(*types));
}

CopyWriter::CopyWriter(
    AdminLink& link,
    std::string table,
    std::vector<db::BulkColumn> columns,
    std::vector<TypeOid> types
)
    : link_(link),
      table_(std::move(table)),
      columns_(std::move(columns)),
      types_(std::move(types)) {
    buffer_.reserve(kPiece + 8'192);
    buffer_ = kHeader;
}

CopyWriter::~CopyWriter() {
    if (active_) {
        link_.give_up_copy();
    }
}

db::Result<void> CopyWriter::refuse(std::size_t column) const {
    const bool has_name = column < columns_.size();
    return own_error(
        db::ErrorClass::bad_argument,
        "load " + table_,
        has_name ? fmt::format("a value does not fit column {}", columns_[column].name)
                 : std::string{"a row has the wrong number of columns"}
    );
}

db::Result<void> CopyWriter::append(std::span<const db::Value> row) {
    if (!active_ || row.size() != types_.size()) {
        return refuse(columns_.size());
    }
    const std::size_t before = buffer_.size();
    put(buffer_, static_cast<std::int16_t>(row.size()));
    Slot slot;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i].type == db::ValueType::null) {
            put(buffer_, kNull);
            continue;
        }
        const auto bytes = encode(row[i], types_[i], slot);
        if (!bytes) {
            buffer_.resize(before);
            return refuse(i);
        }
        put(buffer_, static_cast<std::int32_t>(bytes->size()));
        buffer_.append(*bytes);
    }
    if (buffer_.size() < kPiece) {
        return {};
    }
    auto sent = link_.send_copy(buffer_);
    buffer_.clear();
    return sent;
}

db::Result<void> CopyWriter::finish() {
    if (!active_) {
        return refuse(columns_.size());
    }
    put(buffer_, kTrailer);
    if (auto sent = link_.send_copy(buffer_); !sent) {
        return sent;  // the destructor ends the COPY
    }
    active_ = false;
    return link_.end_copy();
}

}  // namespace oltpsim::drivers::postgresql
