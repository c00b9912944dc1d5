// The declaration of options. Names and defaults: sysbench 1.0.20 oltp_common.lua and sysbench --help;
// create_table_options, rand_zipfian_exp and zipfian: sysbench 1.1.
#include "workloads/sysbench/settings.hpp"

#include <fmt/format.h>

namespace oltpsim::workloads::sysbench {
namespace {

using workload::OptionSpec;
using workload::OptionType;

constexpr double kMaxId = 2'147'483'647;   // INTEGER
constexpr double kMaxStatements = 10'000;  // of one kind in a transaction

OptionSpec count(
    std::string name, std::uint64_t preset, std::string help, double low, double high
) {
    return {
        std::move(name),
        OptionType::count,
        fmt::format("{}", preset),
        std::move(help),
        {},
        low,
        high
    };
}

OptionSpec number(std::string name, std::string preset, std::string help, double low, double high) {
    return {std::move(name), OptionType::number, std::move(preset), std::move(help), {}, low, high};
}

OptionSpec flag(std::string name, bool preset, std::string help) {
    return {
        std::move(name), OptionType::boolean, preset ? "on" : "off", std::move(help), {}, 0, 1e18
    };
}

OptionSpec text(
    std::string name, std::string preset, std::string help, std::vector<std::string> choices = {}
) {
    return {
        std::move(name),
        OptionType::text,
        std::move(preset),
        std::move(help),
        std::move(choices),
        0,
        1e18
    };
}

void add_table_options(std::vector<OptionSpec>& all) {
    all.push_back(count("tables", 1, "Number of tables", 1, 100'000));
    all.push_back(count("table_size", 10'000, "Number of rows per table", 1, kMaxId));
    all.push_back(flag(
        "auto_inc",
        true,
        "Ids are given by the database when loading and inserting; off: by the client"
    ));
    all.push_back(flag("secondary", false, "A plain index on id in place of the primary key"));
    all.push_back(flag("create_secondary", true, "Create the index on k after loading"));
    all.push_back(text("create_table_options", "", "Text added to CREATE TABLE"));
    all.push_back(text(
        "mysql_storage_engine",
        "innodb",
        "Storage engine, on MySQL only; loading resumes exactly only on transactional ones"
    ));
}

void add_statement_options(std::vector<OptionSpec>& all) {
    all.push_back(count("range_size", 100, "Rows of each range SELECT", 1, kMaxId));
    all.push_back(count("point_selects", 10, "Point SELECTs per transaction", 0, kMaxStatements));
    all.push_back(
        count("simple_ranges", 1, "Simple range SELECTs per transaction", 0, kMaxStatements)
    );
    all.push_back(count("sum_ranges", 1, "SELECT SUM() ranges per transaction", 0, kMaxStatements));
    all.push_back(
        count("order_ranges", 1, "SELECT ORDER BY ranges per transaction", 0, kMaxStatements)
    );
    all.push_back(
        count("distinct_ranges", 1, "SELECT DISTINCT ranges per transaction", 0, kMaxStatements)
    );
    all.push_back(count(
        "index_updates", 1, "Updates of the indexed column k per transaction", 0, kMaxStatements
    ));
    all.push_back(
        count("non_index_updates", 1, "Updates of the column c per transaction", 0, kMaxStatements)
    );
    all.push_back(
        count("delete_inserts", 1, "DELETE and INSERT pairs per transaction", 0, kMaxStatements)
    );
    all.push_back(flag("range_selects", true, "off: no range SELECTs of any kind"));
    all.push_back(flag("skip_trx", false, "No BEGIN and COMMIT, every statement commits by itself")
    );
}

void add_random_options(std::vector<OptionSpec>& all) {
    all.push_back(text(
        "rand_type",
        "auto",
        "Distribution of ids; auto: the default of the sysbench imitated (special, in 1.1 uniform)",
        {"auto", "uniform", "gaussian", "special", "pareto", "zipfian"}
    ));
    all.push_back(
        count("rand_spec_iter", 12, "special and gaussian: uniform numbers per draw", 1, 10'000)
    );
    all.push_back(
        count("rand_spec_pct", 1, "special: width of the central band, % of all ids", 1, 100)
    );
    all.push_back(
        count("rand_spec_res", 75, "special: % of draws that fall into the central band", 0, 99)
    );
    all.push_back(number("rand_pareto_h", "0.2", "pareto: parameter h", 1e-6, 1 - 1e-6));
    all.push_back(number("rand_zipfian_exp", "0.8", "zipfian: exponent", 0, 100));
}

OptionSpec compat_option() {
    return text(
        "compat",
        "1.0",
        "The sysbench imitated. 0.5: one table per transaction, special covers the whole central "
        "band; 1.0: a table per "
        "statement group; 1.1: the same, default distribution uniform",
        {"0.5", "1.0", "1.1"}
    );
}

OptionSpec ps_mode_option() {
    return text(
        "db_ps_mode",
        "auto",
        "auto: prepared statements; disable: plain SQL each time",
        {"auto", "disable"}
    );
}

}  // namespace

std::vector<OptionSpec> option_specs(Script script) {
    std::vector<OptionSpec> all;
    if (script == Script::bulk_insert) {
        all.push_back(count(
            "bulk_rows",
            1000,
            "Rows of each INSERT, which is one transaction; sysbench counts each row",
            1,
            1000
        ));
        all.push_back(text("mysql_storage_engine", "innodb", "Storage engine, on MySQL only"));
        all.push_back(compat_option());
        all.push_back(ps_mode_option());
        return all;
    }
    add_table_options(all);
    add_statement_options(all);
    add_random_options(all);
    if (script == Script::select_random_points) {
        all.push_back(count("random_points", 10, "Values in the IN list", 1, 2000));
    }
    if (script == Script::select_random_ranges) {
        all.push_back(count("number_of_ranges", 10, "BETWEEN ranges of a SELECT", 1, 1000));
        all.push_back(count("delta", 5, "Each range is k BETWEEN x AND x + delta", 0, kMaxId));
    }
    all.push_back(compat_option());
    all.push_back(ps_mode_option());
    return all;
}

}  // namespace oltpsim::workloads::sysbench
