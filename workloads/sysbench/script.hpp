// The eleven scripts of sysbench's OLTP family and what each is made of.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace oltpsim::workloads::sysbench {

enum class Script : std::uint8_t {
    oltp_read_write,
    oltp_read_only,
    oltp_write_only,
    oltp_point_select,
    oltp_update_index,
    oltp_update_non_index,
    oltp_insert,
    oltp_delete,
    bulk_insert,
    select_random_points,
    select_random_ranges,
};

struct ScriptInfo {
    Script script;
    std::string_view name;  ///< as sysbench calls the file
    std::string_view summary;
};

inline constexpr std::array<ScriptInfo, 11> kScripts{{
    {Script::oltp_read_write,
     "oltp_read_write",
     "sysbench: 14 reads and 4 writes in one transaction"},
    {Script::oltp_read_only,
     "oltp_read_only",
     "sysbench: the 14 reads of oltp_read_write in one transaction"},
    {Script::oltp_write_only,
     "oltp_write_only",
     "sysbench: the 4 writes of oltp_read_write in one transaction"},
    {Script::oltp_point_select, "oltp_point_select", "sysbench: one row by primary key"},
    {Script::oltp_update_index, "oltp_update_index", "sysbench: one update of the indexed column k"
    },
    {Script::oltp_update_non_index,
     "oltp_update_non_index",
     "sysbench: one update of the column c without index"},
    {Script::oltp_insert, "oltp_insert", "sysbench: one insert; tables grow"},
    {Script::oltp_delete, "oltp_delete", "sysbench: one delete by primary key; tables shrink"},
    {Script::bulk_insert,
     "bulk_insert",
     "sysbench: multi-row inserts, each client into its own table"},
    {Script::select_random_points,
     "select_random_points",
     "sysbench: one IN list on column k, a segment per client"},
    {Script::select_random_ranges,
     "select_random_ranges",
     "sysbench: one count over ranges of k, a segment per client"},
}};

constexpr std::string_view name_of(Script script) {
    return kScripts[static_cast<std::size_t>(script)].name;
}

}  // namespace oltpsim::workloads::sysbench
