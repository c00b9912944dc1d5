// Cutting the initial population into units and writing one: ITEM once, then four units per warehouse.
#pragma once

#include "workload/workload.hpp"
#include "workloads/tpcc/rows.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// Unit 0 is ITEM and the metadata row; unit 1 + 4·(w-1) + part belongs to warehouse w.
std::vector<workload::LoadUnit> list_units(const RowSource& rows, std::uint32_t warehouses);

/// Writes the rows of `unit`. Errors: of the database.
db::Result<void> write_rows_of(
    const workload::LoadUnit& unit,
    const RowSource& rows,
    std::uint32_t warehouses,
    db::AdminConnection& connection,
    const std::function<void(std::uint64_t)>& progress
);

}  // namespace oltpsim::workloads::tpcc
