// Names and columns of the nine tables and of the metadata, in the order in which RowSource makes values.
#pragma once

#include "workload/workload.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace oltpsim::workloads::tpcc {

enum class TableId : std::uint8_t {
    warehouse,
    district,
    stock,
    customer,
    history,
    orders,
    new_order,
    order_line,
    item,
    metadata
};
inline constexpr std::size_t kTableCount = 10;

std::string_view name_of(TableId table) noexcept;
const std::vector<db::BulkColumn>& columns_of(TableId table);
/// Rows after prepare; order_line's number is the expected one, 10 lines per order.
std::uint64_t loaded_rows(TableId table, std::uint64_t warehouses) noexcept;

}  // namespace oltpsim::workloads::tpcc
