// Options resolved into what a transaction and a data set need.
#include "workloads/sysbench/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::workloads::sysbench {
namespace {

using workload::OptionValues;

std::uint32_t small_count(const OptionValues& values, const char* name) {
    return static_cast<std::uint32_t>(values.count(name));
}

Compat compat_of(const std::string& text) {
    return text == "0.5" ? Compat::v0_5 : text == "1.1" ? Compat::v1_1 : Compat::v1_0;
}

// "auto" is what the version draws with when asked nothing. Source: sysbench commits 0bd7771, 805825f.
std::string rand_type_of(const OptionValues& values, Compat compat) {
    const std::string& type = values.text("rand_type");
    if (type != "auto") {
        return type;
    }
    return compat == Compat::v1_1 ? "uniform" : "special";
}

DistributionKind kind_of(const std::string& type, Compat compat) {
    const bool old = compat == Compat::v0_5;
    if (type == "gaussian") {
        return old ? DistributionKind::gaussian_05 : DistributionKind::gaussian;
    }
    if (type == "special") {
        return old ? DistributionKind::special_05 : DistributionKind::special;
    }
    if (type == "pareto") {
        return DistributionKind::pareto;
    }
    return type == "zipfian" ? DistributionKind::zipfian : DistributionKind::uniform;
}

StatementCounts counts_of(Script script, const OptionValues& values) {
    StatementCounts counts;
    const bool reads = script == Script::oltp_read_write || script == Script::oltp_read_only;
    const bool writes = script == Script::oltp_read_write || script == Script::oltp_write_only;
    if (reads) {
        counts.point_selects = small_count(values, "point_selects");
    }
    if (reads && values.boolean("range_selects")) {
        counts.simple_ranges = small_count(values, "simple_ranges");
        counts.sum_ranges = small_count(values, "sum_ranges");
        counts.order_ranges = small_count(values, "order_ranges");
        counts.distinct_ranges = small_count(values, "distinct_ranges");
    }
    if (writes || script == Script::oltp_update_index) {
        counts.index_updates = small_count(values, "index_updates");
    }
    if (writes || script == Script::oltp_update_non_index) {
        counts.non_index_updates = small_count(values, "non_index_updates");
    }
    if (writes) {
        counts.delete_inserts = small_count(values, "delete_inserts");
    }
    if (script == Script::oltp_point_select) {
        counts.point_selects = 1;  // whatever the option says. Source: oltp_point_select.lua
    }
    return counts;
}

bool has_statement_groups(Script script) {
    switch (script) {
        case Script::oltp_read_write:
        case Script::oltp_read_only:
        case Script::oltp_write_only:
        case Script::oltp_update_index:
        case Script::oltp_update_non_index: return true;
        default: return false;
    }
}

bool is_plain_word(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
}

}  // namespace

bool Settings::keeps_rows() const noexcept {
    switch (script) {
        case Script::oltp_insert:
        case Script::oltp_delete:
        case Script::bulk_insert: return false;
        default: break;
    }
    // Each pair puts back what it took, unless something comes between the two statements, or ids may occur twice.
    return counts.delete_inserts == 0 || (!skip_trx && !secondary);
}

std::string Settings::distribution_text() const {
    std::string text{to_string(shape.kind)};
    switch (shape.kind) {
        case DistributionKind::uniform: break;
        case DistributionKind::gaussian:
        case DistributionKind::gaussian_05:
            text += fmt::format(", mean of {}", shape.iterations);
            break;
        case DistributionKind::special:
            text += fmt::format(
                ": {} % of draws in the upper {} % of the central {} % of ids, the others gaussian "
                "(mean of {})",
                shape.special_share,
                shape.special_share,
                shape.special_percent,
                shape.iterations
            );
            break;
        case DistributionKind::special_05:
            text += fmt::format(
                ": {} % of draws in the central {} % of ids, the others gaussian (mean of {})",
                100 - 100 / (100 / (100 - shape.special_share)),
                shape.special_percent,
                shape.iterations
            );
            break;
        case DistributionKind::pareto: text += fmt::format(", h = {}", shape.pareto_h); break;
        case DistributionKind::zipfian:
            text += fmt::format(", exponent {}", shape.zipfian_exponent);
            break;
    }
    return text;
}

std::string check_rules(Script script, const OptionValues& values) {
    if (!is_plain_word(values.text("mysql_storage_engine"))) {
        return "mysql_storage_engine must be one word of letters, digits and _";
    }
    if (script == Script::bulk_insert) {
        return {};
    }
    const std::string& options = values.text("create_table_options");
    if (options.find_first_of(";{}") != std::string::npos ||
        options.find("--") != std::string::npos) {
        return "create_table_options is added to one CREATE TABLE: no ';', '--' or braces";
    }
    const bool one_table =
        script == Script::select_random_points || script == Script::select_random_ranges;
    if (one_table && values.count("tables") != 1) {
        return fmt::format("tables must be 1: {} works on one table", name_of(script));
    }
    const StatementCounts counts = counts_of(script, values);
    if (has_statement_groups(script) && counts.reads() + counts.writes() == 0) {
        return fmt::format("{} has no statement left: raise one of its counts", name_of(script));
    }
    const std::uint64_t size = values.count("table_size");
    if (counts.reads() > counts.point_selects && values.count("range_size") > size) {
        return fmt::format(
            "range_size ({}) is larger than table_size ({})", values.count("range_size"), size
        );
    }
    return {};
}

Settings resolve(Script script, const OptionValues& values) {
    Settings settings;
    settings.script = script;
    settings.compat_text = values.text("compat");
    settings.compat = compat_of(settings.compat_text);
    settings.prepared = values.text("db_ps_mode") == "auto";
    settings.engine = values.text("mysql_storage_engine");
    if (script == Script::bulk_insert) {
        settings.bulk_rows = small_count(values, "bulk_rows");
        settings.table_size = 0;
        return settings;
    }
    settings.tables = small_count(values, "tables");
    settings.table_size = small_count(values, "table_size");
    settings.counts = counts_of(script, values);
    settings.range_size = small_count(values, "range_size");
    settings.auto_inc = values.boolean("auto_inc");
    settings.skip_trx = values.boolean("skip_trx");
    settings.secondary = values.boolean("secondary");
    settings.create_secondary = values.boolean("create_secondary");
    settings.table_options = values.text("create_table_options");
    settings.rand_type = rand_type_of(values, settings.compat);
    settings.shape.kind = kind_of(settings.rand_type, settings.compat);
    settings.shape.iterations = small_count(values, "rand_spec_iter");
    settings.shape.special_percent = small_count(values, "rand_spec_pct");
    settings.shape.special_share = small_count(values, "rand_spec_res");
    settings.shape.pareto_h = values.number("rand_pareto_h");
    settings.shape.zipfian_exponent = values.number("rand_zipfian_exp");
    if (script == Script::select_random_points) {
        settings.random_points = small_count(values, "random_points");
    }
    if (script == Script::select_random_ranges) {
        settings.number_of_ranges = small_count(values, "number_of_ranges");
        settings.delta = small_count(values, "delta");
    }
    return settings;
}

}  // namespace oltpsim::workloads::sysbench
