// What check and run look at in sbtest tables, whoever loaded them.
#pragma once

#include "db/driver.hpp"
#include "db/statement.hpp"
#include "workload/workload.hpp"
#include "workloads/sysbench/rows.hpp"
#include "workloads/sysbench/settings.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace oltpsim::workloads::sysbench {

/// Reads only. Lifetime: for one call; the references must outlive it. Thread: the caller's.
class TableChecks {
public:
    TableChecks(
        const Settings& settings,
        const db::SqlFile& sql,
        const RowSource& rows,
        db::AdminConnection& connection
    )
        : settings_(settings), sql_(sql), rows_(rows), connection_(connection) {}

    /// Shape: per table one each of "row_count", "id_range", "k_range", "row_format" and, if `fresh`, "row_contents".
    /// Of a fresh table up to 100,000 rows every row is compared, of a bigger one 10,000 with both ends; the details say so.
    /// Counts are exact when nothing ran since the load, or when the script keeps every row; else they are told and pass.
    std::vector<workload::CheckResult> run(bool fresh) const;
    /// See Dataset::fits(). Looks at names, columns and the highest id; counts nothing.
    std::string fits() const;

private:
    struct Summary {
        std::uint64_t rows = 0;
        bool empty = true;
        std::int64_t lowest_id = 0, highest_id = 0, lowest_k = 0, highest_k = 0;
    };
    db::Result<db::ResultSet> ask(std::string_view name, std::map<std::string, std::string> marks)
        const;
    void check_table(std::uint32_t table, bool fresh, std::vector<workload::CheckResult>& results)
        const;
    void check_summary(
        std::uint32_t table,
        const Summary& found,
        bool fresh,
        std::vector<workload::CheckResult>& results
    ) const;
    void check_rows(std::uint32_t table, bool fresh, std::vector<workload::CheckResult>& results)
        const;
    /// What reading rows, batch by batch, came to.
    struct Findings {
        std::set<std::int64_t> ids;  ///< found
        std::string bad_format;      ///< of the first row that has one
        std::uint64_t different = 0;
        std::int64_t first_different = 0;
    };
    void compare_rows(std::uint32_t table, const db::ResultSet& found, Findings& findings) const;
    std::string missing_columns(std::uint32_t table) const;

    const Settings& settings_;
    const db::SqlFile& sql_;
    const RowSource& rows_;
    db::AdminConnection& connection_;
};

}  // namespace oltpsim::workloads::sysbench
