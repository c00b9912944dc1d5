// What prepare writes down in a target: oltpsim_meta (facts about the load) and oltpsim_load (units that are done).
// Plain SQL that every dialect takes; no vendor here.
#pragma once

#include "db/driver.hpp"
#include "db/error.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::load {

inline constexpr std::string_view kMetaTable = "oltpsim_meta";
inline constexpr std::string_view kUnitTable = "oltpsim_load";

/// An object that prepare made. `kind` is TABLE, SEQUENCE, VIEW, PROCEDURE or FUNCTION.
struct MadeObject {
    std::string kind;
    std::string name;
    std::string to_string() const { return kind + " " + name; }
};

/// The notes of one target as read or to be written.
struct Notes {
    std::string family;    ///< of workloads, e.g. "sysbench"
    std::string identity;  ///< of the data set
    std::uint64_t seed = 0;
    std::uint32_t data_index = 0;
    std::string tool_version;
    std::string begun_utc;
    std::string loaded_utc;           ///< empty while loading
    std::uint64_t runs = 0;           ///< writing runs begun since
    std::vector<MadeObject> objects;  ///< in the order to drop them
    /// Columns of each table as they were once prepare had made it, by table; none where prepare came not that far.
    std::map<std::string, std::string> columns;
    bool is_loaded() const noexcept { return !loaded_utc.empty(); }
};

/// "DROP TABLE IF EXISTS x", or T-SQL's "IF OBJECT_ID(…) IS NOT NULL DROP TABLE x", as an object. Errors: bad_argument for any
/// other text; names are plain identifiers.
db::Result<MadeObject> object_of(const std::string& drop_sql);

/// Reads and writes notes over one session. Errors: of the database. Thread: the session's. Lifetime: the session's.
class Notebook {
public:
    explicit Notebook(db::AdminConnection& connection) : connection_(connection) {}

    /// Makes both tables where they are missing and writes the first notes, all of them or none.
    db::Result<void> begin(const Notes& notes, const std::set<std::string>& present);
    /// Precondition: the meta table exists. A table without facts gives notes with an empty family.
    db::Result<Notes> read();
    db::Result<std::set<std::uint32_t>> units_done();
    /// Inside the unit's own transaction.
    db::Result<void> mark_unit(std::uint32_t unit, std::uint64_t rows);
    db::Result<bool> is_unit_done(std::uint32_t unit);
    db::Result<void> mark_loaded(const std::string& utc);
    db::Result<void> count_run();
    /// Notes the columns that the tables made have now. Errors: schema_mismatch where a table had others before.
    db::Result<void> note_columns(const Notes& notes);
    /// Drops both tables.
    db::Result<void> remove();

private:
    db::Result<void> run(const std::string& sql);
    db::Result<void> put(std::string_view name, std::string_view value);
    /// Writes facts in a transaction of their own.
    db::Result<void> put_all(const std::map<std::string, std::string>& facts);

    db::AdminConnection& connection_;
};

/// Columns of a table here as one line, fit for the notes; empty if there is no such table or nothing is known of it.
db::Result<std::string> columns_of(db::AdminConnection& connection, const std::string& table);

/// Names of the tables here, in lower case.
db::Result<std::set<std::string>> tables_present(db::AdminConnection& connection);

}  // namespace oltpsim::load
