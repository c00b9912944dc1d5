// Schema and rows of the sbtest tables. All dialect text comes from tables.sql.
#include "workloads/sysbench/dataset.hpp"

#include "workloads/sysbench/statements.hpp"
#include "workloads/sysbench/table_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace oltpsim::workloads::sysbench {
namespace {

using db::BulkColumn;
using db::ColumnType;
using db::Value;

const std::vector<BulkColumn>& columns() {
    static const std::vector<BulkColumn> kColumns{
        {"id", ColumnType::int32},
        {"k", ColumnType::int32},
        {"c", ColumnType::fixed_char},
        {"pad", ColumnType::fixed_char}
    };
    return kColumns;
}

// A block of a number only, in a file that may hold comments around it.
double number_in(const db::SqlFile& file, std::string_view name) {
    const auto block = file.expand(name, {});
    double value = 0;
    if (block) {
        std::from_chars(block->sql.data(), block->sql.data() + block->sql.size(), value);
    }
    return value;
}

}  // namespace

db::Result<std::unique_ptr<workload::Dataset>> SbtestDataset::make(
    const Settings& settings, const workload::Binding& binding
) {
    auto file = db::SqlFile::load("sysbench", binding.dialect, "tables.sql", binding.schema_dir);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<SbtestDataset> made(new SbtestDataset(settings, binding, std::move(*file)));
    const auto expanded = made->expand(made->sql_);
    if (!expanded) {
        return expanded.error();
    }
    return std::unique_ptr<workload::Dataset>(std::move(made));
}

SbtestDataset::SbtestDataset(
    const Settings& settings, const workload::Binding& binding, db::SqlFile sql
)
    : settings_(settings),
      sql_(std::move(sql)),
      rows_(binding.seed, binding.target, settings.table_size, settings.shape) {}

db::Result<void> SbtestDataset::expand(const db::SqlFile& file) {
    const double bytes_per_row =
        file.contains("bytes_per_row") ? number_in(file, "bytes_per_row") : 0;
    for (std::uint32_t table = 0; table < settings_.tables; ++table) {
        tables_.push_back(
            {"sbtest" + table_number(table), columns(), settings_.loaded_rows(), bytes_per_row}
        );
        const auto expanded = expand_table(file, table);
        if (!expanded) {
            return expanded.error();
        }
    }
    return {};
}

// Which blocks apply: `_0_5` variants win in compat 0.5 where a dialect has them, blocks a dialect lacks are not needed there.
db::Result<void> SbtestDataset::expand_table(const db::SqlFile& file, std::uint32_t table) {
    std::map<std::string, std::string> marks{
        {"table", table_number(table)},
        {"engine", settings_.engine},
        {"options", settings_.table_options},
        {"next_id", fmt::format("{}", settings_.loaded_rows() + 1)},
    };
    db::Result<void> result;
    const auto text = [&](std::string name) {
        if (settings_.compat == Compat::v0_5 && file.contains(name + "_0_5")) {
            name += "_0_5";
        }
        auto block = file.expand(name, marks);
        if (!block && result) {
            result = block.error();
        }
        return block ? block->sql : std::string{};
    };
    const auto optional_text = [&](std::vector<std::string>& to, const std::string& prefix) {
        for (const std::string& name : file.names()) {
            if (name.starts_with(prefix)) {
                to.push_back(text(name));
            }
        }
    };
    marks["id"] = text(settings_.auto_inc ? "id_auto" : "id_explicit");
    if (settings_.auto_inc) {
        optional_text(create_, "create_auto");
    }
    create_.push_back(text(settings_.secondary ? "create_table_secondary" : "create_table"));
    std::vector<std::string> finish;
    if (settings_.secondary) {
        optional_text(finish, "finish_id_index");
    }
    if (settings_.create_secondary) {
        optional_text(finish, "finish_k_index");
    }
    if (settings_.auto_inc) {
        optional_text(finish, "finish_auto");
    }
    optional_text(finish, "finish_statistics");
    finish_.push_back(std::move(finish));
    drop_.push_back(text("drop_table"));
    if (settings_.auto_inc) {
        optional_text(drop_, "drop_auto");
    }
    return result;
}

std::vector<std::string> SbtestDataset::finish_sql() const {
    std::vector<std::string> all;
    for (const auto& group : finish_) {
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

std::string SbtestDataset::identity() const {
    std::string text = fmt::format(
        "tables={} table_size={} rows={} auto_inc={} secondary={} create_secondary={} "
        "mysql_storage_engine={} rand={}/{}/{}/{}/{}/{} "
        "generator={}",
        settings_.tables,
        settings_.table_size,
        settings_.loaded_rows(),
        on_off(settings_.auto_inc),
        on_off(settings_.secondary),
        on_off(settings_.create_secondary),
        settings_.engine,
        settings_.rand_type,
        settings_.shape.iterations,
        settings_.shape.special_percent,
        settings_.shape.special_share,
        settings_.shape.pareto_h,
        settings_.shape.zipfian_exponent,
        kRowGenerator
    );
    if (settings_.compat == Compat::v0_5) {
        text += " compat=0.5";  // other column types on MySQL, another special
    }
    if (!settings_.table_options.empty()) {
        std::uint64_t digest = 0;
        for (const char c : settings_.table_options) {
            digest = seed_of(digest, static_cast<unsigned char>(c));
        }
        text += fmt::format(" create_table_options=#{:016x}", digest);
    }
    return text;
}

// Numbered across tables first, so that several connections start on different tables and each table grows in order.
std::vector<workload::LoadUnit> SbtestDataset::units() const {
    std::vector<workload::LoadUnit> all;
    const std::uint64_t rows = settings_.loaded_rows();
    const std::uint64_t chunks = (rows + kUnitRows - 1) / kUnitRows;
    for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
        const std::uint64_t first = chunk * kUnitRows + 1;
        const std::uint64_t last = std::min(rows, first + kUnitRows - 1);
        for (std::uint32_t table = 0; table < settings_.tables; ++table) {
            workload::LoadUnit unit;
            unit.id = static_cast<std::uint32_t>(all.size());
            unit.label = fmt::format("{} rows {}-{}", tables_[table].name, first, last);
            unit.rows = last - first + 1;
            all.push_back(std::move(unit));
        }
    }
    return all;
}

db::Result<void> SbtestDataset::write_unit(
    const workload::LoadUnit& unit,
    db::AdminConnection& connection,
    const std::function<void(std::uint64_t)>& progress
) const {
    constexpr std::uint64_t kReportEvery = 2000;
    const std::uint32_t table = unit.id % settings_.tables;
    const auto first = static_cast<std::int64_t>(unit.id / settings_.tables * kUnitRows) + 1;
    auto writer = connection.bulk_writer(tables_[table].name, columns());
    if (!writer) {
        return writer.error();
    }
    Row row;
    for (std::uint64_t i = 0; i < unit.rows; ++i) {
        rows_.fill(table, first + static_cast<std::int64_t>(i), row);
        const std::array<Value, 4> values{
            Value::integer(row.id),
            Value::integer(row.k),
            Value::text(row.c()),
            Value::text(row.pad())
        };
        const auto appended = (*writer)->append(values);
        if (!appended) {
            return appended.error();
        }
        if ((i + 1) % kReportEvery == 0) {
            progress(kReportEvery);
        }
    }
    const auto finished = (*writer)->finish();
    if (!finished) {
        return finished.error();
    }
    progress(unit.rows % kReportEvery);
    return {};
}

std::vector<workload::CheckResult> SbtestDataset::check(
    db::AdminConnection& connection, bool loaded_by_us
) const {
    const TableChecks checks(settings_, sql_, rows_, connection);
    return checks.run(loaded_by_us);
}

std::string SbtestDataset::fits(db::AdminConnection& connection) const {
    const TableChecks checks(settings_, sql_, rows_, connection);
    return checks.fits();
}

}  // namespace oltpsim::workloads::sysbench
