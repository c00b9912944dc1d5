// Each condition is one query that returns the rows which break it; comparisons are exact and NULL-safe in SQL.
// Conditions that need no scan of HISTORY go by ranges of warehouses, so that no query sorts a whole large database.
#include "workloads/tpcc/checks.hpp"

#include "workloads/tpcc/sizes.hpp"
#include "workloads/tpcc/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace oltpsim::workloads::tpcc {
namespace {

using workload::CheckResult;

constexpr std::uint32_t kWarehousesPerQuery = 10;

}  // namespace

/// `labels`: what the query's columns are, in order.
struct ConsistencyChecks::Condition {
    std::string_view clause;
    std::string_view rule;
    std::array<std::string_view, 6> labels;
    bool by_range = true;
    bool fresh_only = false;
};

namespace {

constexpr std::string_view kW = "warehouse";
constexpr std::string_view kD = "district";
constexpr std::string_view kO = "order";

}  // namespace

std::vector<CheckResult> ConsistencyChecks::run(bool fresh) const {
    static constexpr std::array<Condition, 12> kConditions{{
        {"3.3.2.1", "W_YTD = sum(D_YTD)", {kW, "W_YTD", "sum(D_YTD)"}},
        {"3.3.2.2",
         "D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID)",
         {kW, kD, "D_NEXT_O_ID - 1", "max(O_ID)", "max(NO_O_ID)"}},
        {"3.3.2.3",
         "max(NO_O_ID) - min(NO_O_ID) + 1 = count(NEW-ORDER)",
         {kW, kD, "min(NO_O_ID)", "max(NO_O_ID)", "count(NEW-ORDER)"}},
        {"3.3.2.4",
         "sum(O_OL_CNT) = count(ORDER-LINE)",
         {kW, kD, "sum(O_OL_CNT)", "count(ORDER-LINE)"}},
        {"3.3.2.5",
         "O_CARRIER_ID is null where and only where a NEW-ORDER row exists",
         {kW, kD, kO, "O_CARRIER_ID", "NO_O_ID"}},
        {"3.3.2.6",
         "O_OL_CNT = number of the order's lines",
         {kW, kD, kO, "O_OL_CNT", "count(ORDER-LINE)"}},
        {"3.3.2.7",
         "OL_DELIVERY_D is null where and only where O_CARRIER_ID is null",
         {kW, kD, kO, "line", "OL_DELIVERY_D", "O_CARRIER_ID"}},
        {"3.3.2.8", "W_YTD = sum(H_AMOUNT)", {kW, "W_YTD", "sum(H_AMOUNT)"}, false},
        {"3.3.2.9", "D_YTD = sum(H_AMOUNT)", {kW, kD, "D_YTD", "sum(H_AMOUNT)"}, false},
        {"3.3.2.10",
         "C_BALANCE = sum(delivered OL_AMOUNT) - sum(H_AMOUNT)",
         {kW, kD, "customer", "C_BALANCE", "sum(OL_AMOUNT)", "sum(H_AMOUNT)"},
         false},
        {"3.3.2.11",
         "count(ORDER) - count(NEW-ORDER) = 2100",
         {kW, kD, "count(ORDER)", "count(NEW-ORDER)"},
         true,
         true},
        {"3.3.2.12",
         "C_BALANCE + C_YTD_PAYMENT = sum(delivered OL_AMOUNT)",
         {kW, kD, "customer", "C_BALANCE", "C_YTD_PAYMENT", "sum(OL_AMOUNT)"}},
    }};
    std::vector<CheckResult> results;
    if (const auto begun = run_all("snapshot_begin"); !begun) {
        results.push_back({"snapshot", false, begun.error().describe()});
        return results;
    }
    for (const TableId table :
         {TableId::warehouse, TableId::district, TableId::customer, TableId::stock, TableId::item
         }) {
        results.push_back(count_rows(name_of(table), loaded_rows(table, settings_.warehouses)));
    }
    for (const TableId table : {TableId::history, TableId::orders, TableId::new_order}) {
        if (fresh) {
            results.push_back(count_rows(name_of(table), loaded_rows(table, settings_.warehouses)));
        }
    }
    for (const Condition& condition : kConditions) {
        if (fresh || !condition.fresh_only) {
            results.push_back(check(condition));
        } else {
            results.push_back(
                {std::string(condition.clause),
                 true,
                 "holds for the initial population only; not checked after a run"}
            );
        }
    }
    (void)run_all("snapshot_end");
    return results;
}

db::Result<void> ConsistencyChecks::run_all(std::string_view prefix) const {
    for (const std::string& name : sql_.names()) {
        if (!name.starts_with(prefix)) {
            continue;
        }
        const auto statement = sql_.expand(name, {});
        if (!statement) {
            return statement.error();
        }
        auto done = connection_.query(statement->sql);
        if (done && name.ends_with("_text")) {
            done = connection_.query(done->rows() > 0 ? done->as_text(0, 0) : std::string());
        }
        if (!done) {
            return done.error();
        }
    }
    return {};
}

CheckResult ConsistencyChecks::count_rows(std::string_view table, std::uint64_t expected) const {
    CheckResult result{fmt::format("rows of {}", table), false, {}};
    const auto statement = sql_.expand("count_rows", {{"table", std::string(table)}});
    const auto answer = statement ? connection_.query(statement->sql)
                                  : db::Result<db::ResultSet>(statement.error());
    if (!answer) {
        result.detail = answer.error().describe();
        return result;
    }
    const auto found = static_cast<std::uint64_t>(answer->integer(0, 0));
    result.passed = found == expected;
    result.detail =
        result.passed ? fmt::format("{}", found) : fmt::format("{}, expected {}", found, expected);
    return result;
}

db::Result<db::ResultSet> ConsistencyChecks::ask(
    const std::string& name, std::uint32_t first, std::uint32_t last
) const {
    const auto statement =
        sql_.expand(name, {{"first", fmt::format("{}", first)}, {"last", fmt::format("{}", last)}});
    if (!statement) {
        return statement.error();
    }
    return connection_.query(statement->sql);
}

CheckResult ConsistencyChecks::check(const Condition& condition) const {
    CheckResult result{std::string(condition.clause), true, std::string(condition.rule)};
    std::string name = "check_" + result.id;
    std::replace(name.begin(), name.end(), '.', '_');
    const std::uint32_t step = condition.by_range ? kWarehousesPerQuery : settings_.warehouses;
    for (std::uint32_t first = 1; first <= settings_.warehouses && result.passed; first += step) {
        const auto answer = ask(name, first, std::min(settings_.warehouses, first + step - 1));
        if (!answer) {
            return {result.id, false, answer.error().describe()};
        }
        if (answer->rows() == 0) {
            continue;
        }
        result.passed = false;
        result.detail += " does not hold:";
        for (std::uint32_t column = 0; column < answer->columns(); ++column) {
            result.detail += fmt::format(
                "{} {} {}",
                column == 0 ? "" : ",",
                column < condition.labels.size() ? condition.labels[column] : std::string_view{},
                answer->is_null(0, column) ? "null" : answer->as_text(0, column)
            );
        }
        if (answer->rows() > 1) {
            result.detail += fmt::format(" (and {} more)", answer->rows() - 1);
        }
    }
    return result;
}

}  // namespace oltpsim::workloads::tpcc
