// The tables sbtest1 … sbtestN of all scripts but bulk_insert: schema, rows, checks.
#pragma once

#include "workload/workload.hpp"
#include "workloads/sysbench/rows.hpp"
#include "workloads/sysbench/settings.hpp"

#include <cstdint>

namespace oltpsim::workloads::sysbench {

/// Rows of one load unit at most.
inline constexpr std::uint64_t kUnitRows = 100'000;

/// Thread: const calls from many.
class SbtestDataset : public workload::Dataset {
public:
    /// Errors: unsupported for an unknown dialect, schema_mismatch or bad_argument for a broken override file.
    static db::Result<std::unique_ptr<workload::Dataset>> make(
        const Settings& settings, const workload::Binding& binding
    );

    std::span<const workload::DatasetTable> tables() const override { return tables_; }
    std::vector<std::string> create_sql() const override { return create_; }
    std::vector<std::string> finish_sql() const override;
    std::vector<std::vector<std::string>> finish_groups() const override { return finish_; }
    std::vector<std::string> drop_sql() const override { return drop_; }
    std::string identity() const override;
    std::vector<workload::LoadUnit> units() const override;
    db::Result<void> write_unit(
        const workload::LoadUnit& unit,
        db::AdminConnection& connection,
        const std::function<void(std::uint64_t)>& progress
    ) const override;
    std::vector<workload::CheckResult> check(db::AdminConnection& connection, bool loaded_by_us)
        const override;
    std::string fits(db::AdminConnection& connection) const override;

private:
    SbtestDataset(const Settings& settings, const workload::Binding& binding, db::SqlFile sql);
    db::Result<void> expand(const db::SqlFile& file);
    db::Result<void> expand_table(const db::SqlFile& file, std::uint32_t table);

    Settings settings_;
    db::SqlFile sql_;
    RowSource rows_;
    std::vector<workload::DatasetTable> tables_;
    std::vector<std::string> create_;
    std::vector<std::vector<std::string>> finish_;  ///< one group per table
    std::vector<std::string> drop_;
};

}  // namespace oltpsim::workloads::sysbench
