// What prepare builds: the nine tables, by warehouse, and a metadata row with W and C_Load.
#pragma once

#include "db/statement.hpp"
#include "workload/workload.hpp"
#include "workloads/tpcc/rows.hpp"
#include "workloads/tpcc/settings.hpp"
#include "workloads/tpcc/tables.hpp"

#include <cstdint>

namespace oltpsim::workloads::tpcc {

/// Thread: const calls from many.
class TpccDataset : public workload::Dataset {
public:
    /// Errors: unsupported for a dialect without schema, or with an option it does not have.
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
    db::Result<void> before_run(db::AdminConnection& connection) const override;

private:
    TpccDataset(const Settings& settings, const workload::Binding& binding);
    db::Result<void> read(const workload::Binding& binding);
    db::Result<void> expand(const db::SqlFile& tables);
    void list_tables(const db::SqlFile& tables);

    Settings settings_;
    RowSource rows_;
    db::SqlFile checks_;
    std::vector<workload::DatasetTable> tables_;
    std::vector<std::string> create_;
    std::vector<std::vector<std::string>> finish_;  ///< one group per table
    std::vector<std::string> drop_;
    std::vector<std::string> routines_;  ///< made before a run in mode procedures
};

}  // namespace oltpsim::workloads::tpcc
