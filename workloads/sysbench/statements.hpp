// The statements a script runs, expanded for every table of one target and numbered densely.
#pragma once

#include "db/statement.hpp"
#include "workload/workload.hpp"
#include "workloads/sysbench/settings.hpp"

#include <array>
#include <cstdint>

namespace oltpsim::workloads::sysbench {

enum class Kind : std::uint8_t {
    point_select,
    simple_range,
    sum_range,
    order_range,
    distinct_range,
    index_update,
    non_index_update,
    delete_row,
    insert,
    insert_auto,
    random_points,
    random_ranges,
    bulk_insert,
};
inline constexpr std::size_t kKindCount = 13;

/// Immutable once made. Shape: (kinds the script uses) × tables; for bulk_insert one table per client.
class Statements {
public:
    /// Errors: unsupported for an unknown dialect, schema_mismatch or bad_argument for a broken override file.
    static db::Result<Statements> make(const Settings& settings, const workload::Binding& binding);

    /// `table` is 0-based. Precondition: the script uses `kind`.
    const db::Statement& get(Kind kind, std::uint32_t table) const {
        return set_[first_[static_cast<std::size_t>(kind)] + table];
    }
    const db::StatementSet& set() const noexcept { return set_; }

private:
    db::Result<void> add(
        const db::SqlFile& file, const Settings& settings, Kind kind, std::uint32_t tables
    );

    db::StatementSet set_;
    std::array<std::uint32_t, kKindCount> first_{};
};

/// The 1-based number of a table in SQL, as the value of the mark {table}.
std::string table_number(std::uint32_t table);

}  // namespace oltpsim::workloads::sysbench
