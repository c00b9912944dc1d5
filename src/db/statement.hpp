// Statements are data: named SQL from schemas/<workload>/<dialect>/, expanded once per target and numbered densely,
// so that a connection keeps its prepared handles in a plain array.
#pragma once

#include "db/error.hpp"
#include "db/value.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::db {

/// What becomes of the rows of a statement.
enum class RowUse : std::uint8_t {
    none,   ///< returns no rows
    count,  ///< rows are received and counted, cells not unpacked (what sysbench does)
    keep,   ///< rows are unpacked into the ResultSet
};

/// One SQL statement of a target's set.
struct Statement {
    std::uint32_t id = 0;            ///< dense, 0-based within its StatementSet
    std::string name;                ///< as in the SQL file
    std::string sql;                 ///< with the dialect's own placeholders ($1 or ?)
    std::vector<ColumnType> params;  ///< one per placeholder, in order
    RowUse rows = RowUse::none;
    bool prepare = true;  ///< false: sent unprepared each time (sysbench db-ps-mode=disable)
    bool writes = false;
};

/// All statements that a workload may run on one target. Immutable once connections use it.
class StatementSet {
public:
    /// Adds a statement and returns its id.
    std::uint32_t add(Statement statement);
    const Statement& operator[](std::uint32_t id) const { return statements_[id]; }
    std::size_t size() const noexcept { return statements_.size(); }
    std::span<const Statement> all() const noexcept { return statements_; }

private:
    std::vector<Statement> statements_;
};

/// A file of named statements. Format, one block each:
///   -- name: point_select
///   -- params: int32 text
///   -- rows: count
///   SELECT c FROM sbtest{table} WHERE id = ?
/// `{word}` marks are filled in by expand(). Blocks without params/rows lines are DDL or admin text.
/// One statement per block. `-- prepare: no` sends it unprepared; `-- writes: yes|no` overrides what its verb says.
/// Comments (`-- …`, also behind SQL) are left out of the text. Declared params must match the placeholders; a block
/// whose number of placeholders depends on a mark declares none and its user fills Statement::params.
class SqlFile {
public:
    /// Errors: bad_argument naming `path` and line.
    static Result<SqlFile> parse(std::string_view path, std::string_view content);
    /// The file `schemas/<workload>/<dialect>/<file>`: from `override_dir` when it holds one, else embedded.
    static Result<SqlFile> load(
        std::string_view workload,
        std::string_view dialect,
        std::string_view file,
        const std::string& override_dir = {}
    );

    bool contains(std::string_view name) const;
    /// The named statement with marks replaced. Errors: schema_mismatch for an unknown name or an unfilled mark.
    Result<Statement> expand(std::string_view name, const std::map<std::string, std::string>& marks)
        const;
    /// Names in file order.
    std::vector<std::string> names() const;

private:
    std::string path_;
    std::vector<Statement> blocks_;
    std::vector<std::uint32_t> lines_;  ///< of each block's name, for messages
};

}  // namespace oltpsim::db
