// From libpq's result to ours. Thread: the connection's.
#pragma once

#include "db/result_set.hpp"
#include "db/statement.hpp"
#include "drivers/postgresql/oids.hpp"
#include "drivers/postgresql/vendor.hpp"

#include <optional>
#include <string>
#include <vector>

namespace oltpsim::drivers::postgresql {

/// Unpacks binary results; its buffers are reused.
class RowReader {
public:
    /// Sets affected rows, counts rows, and unpacks cells where the statement keeps them.
    /// Returns what is wrong with a column, if anything.
    std::optional<std::string> read(const pg_result* result, db::RowUse use, db::ResultSet& out);

private:
    std::optional<std::string> unpack(const pg_result* result, db::ResultSet& out);

    std::vector<TypeOid> types_;
    std::string scratch_;
};

/// Rows of a text-format result as text cells.
void read_text_rows(const pg_result* result, db::ResultSet& out);

}  // namespace oltpsim::drivers::postgresql
