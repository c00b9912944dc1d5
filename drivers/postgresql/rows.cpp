// Unpacking of rows.
#include "drivers/postgresql/rows.hpp"

#include "drivers/postgresql/binary_codec.hpp"
#include "drivers/postgresql/server_error.hpp"

#include <libpq-fe.h>

#include <charconv>
#include <string_view>

namespace oltpsim::drivers::postgresql {

namespace {

std::string_view cell(const PGresult* result, int row, int column) noexcept {
    return {
        PQgetvalue(result, row, column), static_cast<std::size_t>(PQgetlength(result, row, column))
    };
}

// The number in "UPDATE 3"; a SELECT's tag counts rows read, not changed.
std::uint64_t affected_rows(const PGresult* result) noexcept {
    auto* asked = const_cast<PGresult*>(result);  // libpq's signature; it only reads
    if (PQcmdStatus(asked)[0] == 'S') {
        return 0;
    }
    const std::string_view text = PQcmdTuples(asked);
    std::uint64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

}  // namespace

std::optional<std::string> RowReader::read(
    const PGresult* result, db::RowUse use, db::ResultSet& out
) {
    out.set_affected(affected_rows(result));
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        return std::nullopt;
    }
    if (use == db::RowUse::keep) {
        return unpack(result, out);
    }
    out.count_rows(static_cast<std::uint64_t>(PQntuples(result)));
    return std::nullopt;
}

std::optional<std::string> RowReader::unpack(const PGresult* result, db::ResultSet& out) {
    const int columns = PQnfields(result);
    const int rows = PQntuples(result);
    out.set_columns(static_cast<std::uint32_t>(columns));
    types_.clear();
    for (int c = 0; c < columns; ++c) {
        types_.push_back(PQftype(result, c));
    }
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            if (PQgetisnull(result, r, c) != 0) {
                out.add_cell(db::Value::null());
                continue;
            }
            const auto value =
                decode(types_[static_cast<std::size_t>(c)], cell(result, r, c), scratch_);
            if (!value) {
                return unread_type(PQfname(result, c), types_[static_cast<std::size_t>(c)]);
            }
            out.add_cell(*value);
        }
        out.count_row();
    }
    return std::nullopt;
}

void read_text_rows(const PGresult* result, db::ResultSet& out) {
    out.clear();
    out.set_affected(affected_rows(result));
    const int columns = PQnfields(result);
    out.set_columns(static_cast<std::uint32_t>(columns));
    for (int r = 0; r < PQntuples(result); ++r) {
        for (int c = 0; c < columns; ++c) {
            out.add_cell(
                PQgetisnull(result, r, c) != 0 ? db::Value::null()
                                               : db::Value::text(cell(result, r, c))
            );
        }
        out.count_row();
    }
}

}  // namespace oltpsim::drivers::postgresql
