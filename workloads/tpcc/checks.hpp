// The consistency conditions of clause 3.3.2, in one snapshot, over all warehouses.
#pragma once

#include "db/driver.hpp"
#include "db/statement.hpp"
#include "workload/workload.hpp"
#include "workloads/tpcc/settings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// Reads only. Lifetime: for one call; the references must outlive it. Thread: the caller's.
class ConsistencyChecks {
public:
    ConsistencyChecks(
        const Settings& settings, const db::SqlFile& sql, db::AdminConnection& connection
    )
        : settings_(settings), sql_(sql), connection_(connection) {}

    /// `fresh`: nothing has run since the load, so row counts and condition 3.3.2.11 hold too.
    std::vector<workload::CheckResult> run(bool fresh) const;

private:
    struct Condition;
    workload::CheckResult check(const Condition& condition) const;
    workload::CheckResult count_rows(std::string_view table, std::uint64_t expected) const;
    db::Result<db::ResultSet> ask(const std::string& name, std::uint32_t first, std::uint32_t last)
        const;
    /// Blocks whose names begin with `prefix`, in file order. One whose name ends in "_text" answers the text that is run then.
    db::Result<void> run_all(std::string_view prefix) const;

    const Settings& settings_;
    const db::SqlFile& sql_;
    db::AdminConnection& connection_;
};

}  // namespace oltpsim::workloads::tpcc
