// The empty tables that bulk_insert fills: sbtest1 … one per client.
#pragma once

#include "workload/workload.hpp"
#include "workloads/sysbench/settings.hpp"

namespace oltpsim::workloads::sysbench {

/// Thread: const calls from many.
class BulkDataset : public workload::Dataset {
public:
    /// Errors: as SbtestDataset::make.
    static db::Result<std::unique_ptr<workload::Dataset>> make(
        const Settings& settings, const workload::Binding& binding
    );

    std::span<const workload::DatasetTable> tables() const override { return tables_; }
    std::vector<std::string> create_sql() const override { return create_; }
    std::vector<std::string> finish_sql() const override { return {}; }
    std::vector<std::vector<std::string>> finish_groups() const override { return {}; }
    std::vector<std::string> drop_sql() const override { return drop_; }
    std::string identity() const override;
    std::vector<workload::LoadUnit> units() const override { return {}; }
    db::Result<void> write_unit(
        const workload::LoadUnit& unit,
        db::AdminConnection& connection,
        const std::function<void(std::uint64_t)>& progress
    ) const override;
    /// Rows 1…n without a gap in every table.
    std::vector<workload::CheckResult> check(db::AdminConnection& connection, bool loaded_by_us)
        const override;
    /// Tables must be there and empty: ids start at 1.
    std::string fits(db::AdminConnection& connection) const override;

private:
    BulkDataset(const Settings& settings, db::SqlFile sql)
        : settings_(settings), sql_(std::move(sql)) {}
    db::Result<void> expand(std::uint32_t clients);

    Settings settings_;
    db::SqlFile sql_;
    std::vector<workload::DatasetTable> tables_;
    std::vector<std::string> create_;
    std::vector<std::string> drop_;
};

}  // namespace oltpsim::workloads::sysbench
