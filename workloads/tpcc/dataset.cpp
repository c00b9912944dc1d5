// Schema text comes from tables.sql, conditions from checks.sql, routines from procedures.sql of the dialect.
#include "workloads/tpcc/dataset.hpp"

#include "workloads/tpcc/checks.hpp"
#include "workloads/tpcc/load_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::array<TableId, kTableCount> kAllTables{
    TableId::warehouse,
    TableId::district,
    TableId::customer,
    TableId::history,
    TableId::new_order,
    TableId::orders,
    TableId::order_line,
    TableId::item,
    TableId::stock,
    TableId::metadata
};

db::DbError refuse(std::string message) {
    db::DbError error;
    error.cls = db::ErrorClass::unsupported;
    error.operation = "tpcc";
    error.message = std::move(message);
    return error;
}

/// A block that holds a number only; 0 when there is none.
double number_in(const db::SqlFile& file, const std::string& name) {
    double value = 0;
    if (file.contains(name)) {
        if (const auto block = file.expand(name, {})) {
            std::from_chars(block->sql.data(), block->sql.data() + block->sql.size(), value);
        }
    }
    return value;
}

/// Appends the blocks whose names begin with `prefix`, in file order.
db::Result<void> collect(
    const db::SqlFile& file,
    std::string_view prefix,
    const std::map<std::string, std::string>& marks,
    std::vector<std::string>& to
) {
    for (const std::string& name : file.names()) {
        if (!name.starts_with(prefix)) {
            continue;
        }
        auto block = file.expand(name, marks);
        if (!block) {
            return block.error();
        }
        to.push_back(std::move(block->sql));
    }
    return {};
}

std::uint64_t digest_of(std::string_view text) {
    std::uint64_t digest = 0;
    for (const char c : text) {
        digest = seed_of(digest, static_cast<unsigned char>(c));
    }
    return digest;
}

}  // namespace

db::Result<std::unique_ptr<workload::Dataset>> TpccDataset::make(
    const Settings& settings, const workload::Binding& binding
) {
    std::unique_ptr<TpccDataset> made(new TpccDataset(settings, binding));
    const auto read = made->read(binding);
    if (!read) {
        return read.error();
    }
    return std::unique_ptr<workload::Dataset>(std::move(made));
}

TpccDataset::TpccDataset(const Settings& settings, const workload::Binding& binding)
    : settings_(settings), rows_(binding.seed, binding.target) {}

db::Result<void> TpccDataset::read(const workload::Binding& binding) {
    const std::string& dialect = binding.dialect;
    auto tables = db::SqlFile::load("tpcc", dialect, "tables.sql", binding.schema_dir);
    if (!tables) {
        return tables.error();
    }
    auto checks = db::SqlFile::load("tpcc", dialect, "checks.sql", binding.schema_dir);
    if (!checks) {
        return checks.error();
    }
    checks_ = std::move(*checks);
    if (settings_.mode == Mode::procedures) {
        const auto routines =
            db::SqlFile::load("tpcc", dialect, "procedures.sql", binding.schema_dir);
        if (!routines) {
            return refuse(fmt::format(
                "mode procedures needs stored procedures, which {} does not have; use mode "
                "statements",
                binding.dialect
            ));
        }
        const auto collected = collect(*routines, "routine_", {}, routines_);
        if (!collected) {
            return collected;
        }
    }
    list_tables(*tables);
    return expand(*tables);
}

void TpccDataset::list_tables(const db::SqlFile& tables) {
    for (const TableId table : kAllTables) {
        const std::string name{name_of(table)};
        const double bytes = number_in(tables, "bytes_" + name);
        // Tables of a few rows count as one page per hundred rows.
        const bool small =
            table == TableId::warehouse || table == TableId::district || table == TableId::metadata;
        tables_.push_back(
            {name, columns_of(table), loaded_rows(table, settings_.warehouses), small ? 150 : bytes}
        );
    }
}

db::Result<void> TpccDataset::expand(const db::SqlFile& tables) {
    const std::map<std::string, std::string> marks{
        {"options", settings_.table_options}, {"engine", settings_.engine}
    };
    auto done = collect(tables, "create_", marks, create_);
    for (const TableId table : kAllTables) {
        std::vector<std::string> group;
        if (done) {
            done = collect(tables, fmt::format("finish_{}_", name_of(table)), marks, group);
        }
        if (!group.empty()) {
            finish_.push_back(std::move(group));
        }
    }
    if (done && settings_.foreign_keys) {
        std::vector<std::string> keys;
        done = collect(tables, "foreign_key_", marks, keys);
        if (done && keys.empty()) {
            return refuse("foreign_keys: this dialect cannot add them after the rows");
        }
        // They need every primary key, so all becomes one group.
        finish_ = {finish_sql()};
        finish_.front().insert(finish_.front().end(), keys.begin(), keys.end());
    }
    if (done) {
        done = collect(tables, "drop_", marks, drop_);
    }
    return done;
}

std::vector<std::string> TpccDataset::finish_sql() const {
    std::vector<std::string> all;
    for (const auto& group : finish_) {
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

std::string TpccDataset::identity() const {
    std::string text = fmt::format(
        "warehouses={} foreign_keys={} mysql_storage_engine={} generator={}",
        settings_.warehouses,
        settings_.foreign_keys ? "on" : "off",
        settings_.engine,
        kRowGenerator
    );
    if (!settings_.table_options.empty()) {
        text += fmt::format(" create_table_options=#{:016x}", digest_of(settings_.table_options));
    }
    return text;
}

std::vector<workload::LoadUnit> TpccDataset::units() const {
    return list_units(rows_, settings_.warehouses);
}

db::Result<void> TpccDataset::write_unit(
    const workload::LoadUnit& unit,
    db::AdminConnection& connection,
    const std::function<void(std::uint64_t)>& progress
) const {
    return write_rows_of(unit, rows_, settings_.warehouses, connection, progress);
}

std::vector<workload::CheckResult> TpccDataset::check(
    db::AdminConnection& connection, bool loaded_by_us
) const {
    return ConsistencyChecks(settings_, checks_, connection).run(loaded_by_us);
}

std::string TpccDataset::fits(db::AdminConnection& connection) const {
    const auto present = connection.tables();
    if (!present) {
        return present.error().describe();
    }
    for (const workload::DatasetTable& table : tables_) {
        const bool found = std::any_of(present->begin(), present->end(), [&](const auto& name) {
            return std::equal(
                name.begin(),
                name.end(),
                table.name.begin(),
                table.name.end(),
                [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; }
            );
        });
        if (!found) {
            return fmt::format("table {} not found; run oltpsim prepare first", table.name);
        }
    }
    const auto metadata = checks_.expand("metadata", {});
    const auto answer =
        metadata ? connection.query(metadata->sql) : db::Result<db::ResultSet>(metadata.error());
    if (!answer) {
        return answer.error().describe();
    }
    if (answer->rows() == 0) {
        return "tpcc_metadata is empty; run oltpsim prepare first";
    }
    if (answer->integer(0, 0) != settings_.warehouses) {
        return fmt::format(
            "the database holds {} warehouses, the plan says {}",
            answer->integer(0, 0),
            settings_.warehouses
        );
    }
    const std::int64_t load = answer->integer(0, 1);
    const std::int64_t run = settings_.c_run.value_or(rows_.constants().last_run);
    if (!is_valid_delta(load, run)) {
        return fmt::format(
            "C_Load {} in the database and C_Run {} of this plan differ by {}, which clause "
            "2.1.6.1 "
            "does not allow (65 to 119, not 96 or 112): use the seed it was loaded with, or set "
            "c_run",
            load,
            run,
            load > run ? load - run : run - load
        );
    }
    return {};
}

db::Result<void> TpccDataset::before_run(db::AdminConnection& connection) const {
    for (const std::string& sql : routines_) {
        const auto done = connection.query(sql);
        if (!done) {
            return done.error();
        }
    }
    return {};
}

}  // namespace oltpsim::workloads::tpcc
