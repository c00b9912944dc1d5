// Which blocks of statements.sql a script needs, and the repeated parts of IN lists, ranges and multi-row inserts.
#include "workloads/sysbench/statements.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::workloads::sysbench {
namespace {

constexpr std::array<std::string_view, kKindCount> kNames{
    "point_select",
    "simple_range",
    "sum_range",
    "order_range",
    "distinct_range",
    "index_update",
    "non_index_update",
    "delete",
    "insert",
    "insert_auto",
    "random_points",
    "random_ranges",
    "bulk_insert",
};

std::vector<Kind> kinds_of(const Settings& settings) {
    switch (settings.script) {
        case Script::oltp_insert: return {settings.auto_inc ? Kind::insert_auto : Kind::insert};
        case Script::oltp_delete: return {Kind::delete_row};
        case Script::bulk_insert: return {Kind::bulk_insert};
        case Script::select_random_points: return {Kind::random_points};
        case Script::select_random_ranges: return {Kind::random_ranges};
        default: break;
    }
    const StatementCounts& counts = settings.counts;
    std::vector<Kind> kinds;
    const auto add = [&](std::uint32_t count, Kind kind) {
        if (count > 0) {
            kinds.push_back(kind);
        }
    };
    add(counts.point_selects, Kind::point_select);
    add(counts.simple_ranges, Kind::simple_range);
    add(counts.sum_ranges, Kind::sum_range);
    add(counts.order_ranges, Kind::order_range);
    add(counts.distinct_ranges, Kind::distinct_range);
    add(counts.index_updates, Kind::index_update);
    add(counts.non_index_updates, Kind::non_index_update);
    add(counts.delete_inserts, Kind::delete_row);
    add(counts.delete_inserts, Kind::insert);
    return kinds;
}

/// How often the `<name>_item` block is repeated inside {items}, by what, and with how many parameters each.
struct Repeat {
    std::uint32_t times = 0;
    std::uint32_t params = 0;
    std::string_view separator;
};

Repeat repeat_of(Kind kind, const Settings& settings) {
    switch (kind) {
        case Kind::random_points: return {settings.random_points, 1, ", "};
        case Kind::random_ranges: return {settings.number_of_ranges, 2, " OR "};
        case Kind::bulk_insert: return {settings.bulk_rows, 2, ", "};
        default: return {};
    }
}

db::Result<std::string> repeat_items(
    const db::SqlFile& file, std::string_view name, const Repeat& repeat
) {
    std::string items;
    for (std::uint32_t i = 0; i < repeat.times; ++i) {
        const std::uint32_t first = i * repeat.params + 1;
        const auto item = file.expand(
            fmt::format("{}_item", name),
            {{"a", fmt::format("{}", first)}, {"b", fmt::format("{}", first + 1)}}
        );
        if (!item) {
            return item.error();
        }
        items += i > 0 ? repeat.separator : std::string_view{};
        items += item->sql;
    }
    return items;
}

}  // namespace

std::string table_number(std::uint32_t table) { return fmt::format("{}", table + 1); }

db::Result<Statements> Statements::make(
    const Settings& settings, const workload::Binding& binding
) {
    const auto file =
        db::SqlFile::load("sysbench", binding.dialect, "statements.sql", binding.schema_dir);
    if (!file) {
        return file.error();
    }
    const std::uint32_t tables =
        settings.script == Script::bulk_insert ? binding.clients : settings.tables;
    Statements all;
    for (const Kind kind : kinds_of(settings)) {
        const auto added = all.add(*file, settings, kind, tables);
        if (!added) {
            return added.error();
        }
    }
    return all;
}

db::Result<void> Statements::add(
    const db::SqlFile& file, const Settings& settings, Kind kind, std::uint32_t tables
) {
    std::string name{kNames[static_cast<std::size_t>(kind)]};
    if (kind == Kind::insert_auto && settings.secondary && file.contains("insert_auto_secondary")) {
        name = "insert_auto_secondary";
    }
    const Repeat repeat = repeat_of(kind, settings);
    const auto items = repeat_items(file, name, repeat);
    if (!items) {
        return items.error();
    }
    first_[static_cast<std::size_t>(kind)] = static_cast<std::uint32_t>(set_.size());
    for (std::uint32_t table = 0; table < tables; ++table) {
        auto statement = file.expand(name, {{"table", table_number(table)}, {"items", *items}});
        if (!statement) {
            return statement.error();
        }
        if (repeat.times > 0) {
            const std::size_t params = std::size_t{repeat.times} * repeat.params;
            statement->params.assign(params, db::ColumnType::int32);
        }
        statement->prepare = settings.prepared;
        set_.add(std::move(*statement));
    }
    return {};
}

}  // namespace oltpsim::workloads::sysbench
