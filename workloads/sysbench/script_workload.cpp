// The shared part of the sysbench workloads, and the choice among them.
#include "workloads/sysbench/script_workload.hpp"

#include "workloads/sysbench/bulk_insert.hpp"
#include "workloads/sysbench/oltp.hpp"
#include "workloads/sysbench/row_change.hpp"
#include "workloads/sysbench/select_random.hpp"

#include <fmt/format.h>

namespace oltpsim::workloads::sysbench {
namespace {

/// Tables are alike, so the first stands for all. oltp_delete asks for ids at random: how many are still there is not known.
std::vector<std::pair<std::string, double>> growth_of(const Settings& settings) {
    switch (settings.script) {
        case Script::oltp_insert: return {{"sbtest1", 1}};
        case Script::bulk_insert: return {{"sbtest1", settings.bulk_rows}};
        default: return {};
    }
}

workload::TransactionType type_of(const Settings& settings) {
    workload::TransactionType type;
    type.name = name_of(settings.script);
    switch (settings.script) {
        case Script::oltp_insert:
        case Script::oltp_delete:
        case Script::bulk_insert:
            type.queries = 1;
            type.autocommit = true;
            type.growth = growth_of(settings);
            return type;
        case Script::select_random_points:
        case Script::select_random_ranges:
            type.queries = 1;
            type.read_only = true;
            type.autocommit = true;
            return type;
        default: break;
    }
    type.read_only = settings.counts.writes() == 0;
    type.autocommit = !runs_in_transaction(settings);
    type.queries = settings.counts.reads() + settings.counts.writes() +
                   (runs_in_transaction(settings) ? 2 : 0);
    return type;
}

void describe_statements(const Settings& settings, std::map<std::string, std::string>& facts) {
    const StatementCounts& counts = settings.counts;
    facts["statements"] = fmt::format(
        "{} point_selects, {} simple_ranges, {} sum_ranges, {} order_ranges, {} distinct_ranges, "
        "{} index_updates, "
        "{} non_index_updates, {} delete_inserts",
        counts.point_selects,
        counts.simple_ranges,
        counts.sum_ranges,
        counts.order_ranges,
        counts.distinct_ranges,
        counts.index_updates,
        counts.non_index_updates,
        counts.delete_inserts
    );
    if (counts.reads() > counts.point_selects) {
        facts["range_size"] = fmt::format("{}", settings.range_size);
    }
    facts["explicit transactions"] = on_off(runs_in_transaction(settings));
    facts["table choice"] = settings.compat == Compat::v0_5 ? "one table per transaction"
                                                            : "one table per statement group";
}

}  // namespace

ScriptWorkload::ScriptWorkload(Settings settings, Statements statements, std::uint32_t clients)
    : settings_(std::move(settings)),
      statements_(std::move(statements)),
      distribution_(settings_.shape, settings_.table_size),
      types_{type_of(settings_)},
      clients_(clients) {}

std::map<std::string, std::string> ScriptWorkload::describe() const {
    std::map<std::string, std::string> facts;
    facts["compat"] = fmt::format("sysbench {}", settings_.compat_text);
    facts["db_ps_mode"] = settings_.prepared ? "auto (prepared statements)" : "disable (plain SQL)";
    if (settings_.script == Script::bulk_insert) {
        facts["tables"] = fmt::format("{} (one per client)", clients_);
        facts["bulk_rows"] = fmt::format("{} rows per transaction", settings_.bulk_rows);
        return facts;
    }
    facts["tables"] = fmt::format("{}", settings_.tables);
    facts["table_size"] = fmt::format("{}", settings_.table_size);
    facts["distribution"] = settings_.distribution_text();
    facts["auto_inc"] = on_off(settings_.auto_inc);
    facts["create_secondary"] = on_off(settings_.create_secondary);
    facts["secondary"] = on_off(settings_.secondary);
    if (settings_.counts.reads() + settings_.counts.writes() > 0) {
        describe_statements(settings_, facts);
    }
    if (settings_.script == Script::select_random_points) {
        facts["random_points"] = fmt::format("{}", settings_.random_points);
    }
    if (settings_.script == Script::select_random_ranges) {
        facts["number_of_ranges"] = fmt::format("{}", settings_.number_of_ranges);
        facts["delta"] = fmt::format("{}", settings_.delta);
    }
    return facts;
}

db::Result<std::unique_ptr<workload::Workload>> make_workload(
    const Settings& settings, const workload::Binding& binding
) {
    auto statements = Statements::make(settings, binding);
    if (!statements) {
        return statements.error();
    }
    std::unique_ptr<workload::Workload> made;
    switch (settings.script) {
        case Script::oltp_insert:
        case Script::oltp_delete:
            made = std::make_unique<RowChange>(settings, std::move(*statements), binding);
            break;
        case Script::bulk_insert:
            made = std::make_unique<BulkInsert>(settings, std::move(*statements), binding.clients);
            break;
        case Script::select_random_points:
        case Script::select_random_ranges:
            made =
                std::make_unique<SelectRandom>(settings, std::move(*statements), binding.clients);
            break;
        default:
            made = std::make_unique<Oltp>(settings, std::move(*statements), binding.clients);
            break;
    }
    return made;
}

}  // namespace oltpsim::workloads::sysbench
