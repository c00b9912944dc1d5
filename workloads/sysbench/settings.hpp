// Options of the sysbench workloads: their declaration, by sysbench's names and defaults, and their values resolved.
#pragma once

#include "workload/options.hpp"
#include "workloads/sysbench/distribution.hpp"
#include "workloads/sysbench/script.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace oltpsim::workloads::sysbench {

/// Which sysbench is imitated where its versions differ.
enum class Compat : std::uint8_t { v0_5, v1_0, v1_1 };

/// Statements per transaction, by group, in the order sent.
struct StatementCounts {
    std::uint32_t point_selects = 0;
    std::uint32_t simple_ranges = 0;
    std::uint32_t sum_ranges = 0;
    std::uint32_t order_ranges = 0;
    std::uint32_t distinct_ranges = 0;
    std::uint32_t index_updates = 0;
    std::uint32_t non_index_updates = 0;
    std::uint32_t delete_inserts = 0;  ///< pairs

    std::uint32_t reads() const noexcept {
        return point_selects + simple_ranges + sum_ranges + order_ranges + distinct_ranges;
    }
    std::uint32_t writes() const noexcept {
        return index_updates + non_index_updates + 2 * delete_inserts;
    }
};

/// Options of one script, resolved: groups that the script does not run are 0.
struct Settings {
    Script script = Script::oltp_read_write;
    Compat compat = Compat::v1_0;
    std::string compat_text;
    std::uint32_t tables = 1;
    std::uint32_t table_size = 10'000;
    StatementCounts counts;
    std::uint32_t range_size = 100;
    bool auto_inc = true;
    bool skip_trx = false;
    bool secondary = false;
    bool create_secondary = true;
    bool prepared = true;  ///< db_ps_mode
    std::string engine;
    std::string table_options;
    std::string rand_type;  ///< after "auto" is resolved
    DistributionShape shape;
    std::uint32_t random_points = 10;
    std::uint32_t number_of_ranges = 10;
    std::uint32_t delta = 5;
    std::uint32_t bulk_rows = 1000;

    /// Rows that prepare loads into each table.
    std::uint64_t loaded_rows() const noexcept {
        // With client-made ids the loaded ones would collide. Source: sysbench 1.0.20 oltp_insert.lua.
        return script == Script::oltp_insert && !auto_inc ? 0 : table_size;
    }
    /// Does every table still have its loaded rows after a run, as ids and not as contents?
    bool keeps_rows() const noexcept;
    /// Distribution with its parameters, for people: "special (sysbench 0.5), 75 % of draws in the central 1 %".
    std::string distribution_text() const;
};

/// The options `script` understands.
std::vector<workload::OptionSpec> option_specs(Script script);
/// Rules between options. "" if fine, else one sentence naming the key.
std::string check_rules(Script script, const workload::OptionValues& values);
/// Precondition: check_rules() found nothing.
Settings resolve(Script script, const workload::OptionValues& values);
/// As sysbench writes a switch.
inline const char* on_off(bool value) noexcept { return value ? "on" : "off"; }

}  // namespace oltpsim::workloads::sysbench
