// Source: sysbench 1.0.20 bulk_insert.lua, prepare().
#include "workloads/sysbench/bulk_dataset.hpp"

#include "workloads/sysbench/statements.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::workloads::sysbench {

using workload::CheckResult;

db::Result<std::unique_ptr<workload::Dataset>> BulkDataset::make(
    const Settings& settings, const workload::Binding& binding
) {
    auto file = db::SqlFile::load("sysbench", binding.dialect, "tables.sql", binding.schema_dir);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<BulkDataset> made(new BulkDataset(settings, std::move(*file)));
    const auto expanded = made->expand(binding.clients);
    if (!expanded) {
        return expanded.error();
    }
    return std::unique_ptr<workload::Dataset>(std::move(made));
}

db::Result<void> BulkDataset::expand(std::uint32_t clients) {
    for (std::uint32_t table = 0; table < clients; ++table) {
        const std::map<std::string, std::string> marks{
            {"table", table_number(table)}, {"engine", settings_.engine}
        };
        const auto create = sql_.expand("create_bulk_table", marks);
        if (!create) {
            return create.error();
        }
        const auto drop = sql_.expand("drop_table", marks);
        if (!drop) {
            return drop.error();
        }
        tables_.push_back(
            {"sbtest" + table_number(table),
             {{"id", db::ColumnType::int32}, {"k", db::ColumnType::int32}},
             0,
             0}
        );
        create_.push_back(create->sql);
        drop_.push_back(drop->sql);
    }
    return {};
}

std::string BulkDataset::identity() const {
    return fmt::format("bulk tables={} mysql_storage_engine={}", tables_.size(), settings_.engine);
}

db::Result<void> BulkDataset::
    write_unit(const workload::LoadUnit&, db::AdminConnection&, const std::function<void(std::uint64_t)>&)
        const {
    return {};
}

std::vector<CheckResult> BulkDataset::check(db::AdminConnection& connection, bool) const {
    std::vector<CheckResult> results;
    for (std::uint32_t table = 0; table < tables_.size(); ++table) {
        const std::string& name = tables_[table].name;
        const auto sql = sql_.expand("summary", {{"table", table_number(table)}});
        const auto answer =
            sql ? connection.query(sql->sql) : db::Result<db::ResultSet>(sql.error());
        if (!answer) {
            results.push_back(
                {"row_count", false, fmt::format("{}: {}", name, answer.error().describe())}
            );
            continue;
        }
        const std::int64_t rows = answer->integer(0, 0);
        const bool dense =
            rows == 0 || (answer->integer(0, 1) == 1 && answer->integer(0, 2) == rows);
        results.push_back(
            {"row_count",
             dense,
             fmt::format("{}: {} rows, ids up to {}", name, rows, answer->integer(0, 2))}
        );
    }
    return results;
}

std::string BulkDataset::fits(db::AdminConnection& connection) const {
    const auto present = connection.tables();
    if (!present) {
        return present.error().describe();
    }
    for (std::uint32_t table = 0; table < tables_.size(); ++table) {
        const std::string& name = tables_[table].name;
        if (std::find(present->begin(), present->end(), name) == present->end()) {
            return fmt::format(
                "table {} not found (bulk_insert needs one per client); run oltpsim prepare first",
                name
            );
        }
        const auto sql = sql_.expand("highest_id", {{"table", table_number(table)}});
        const auto highest =
            sql ? connection.query(sql->sql) : db::Result<db::ResultSet>(sql.error());
        if (!highest) {
            return highest.error().describe();
        }
        if (!highest->is_null(0, 0)) {
            return fmt::format(
                "table {} is not empty, and bulk_insert starts at id 1; run cleanup and prepare "
                "first",
                name
            );
        }
    }
    return {};
}

}  // namespace oltpsim::workloads::sysbench
