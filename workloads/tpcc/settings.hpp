// Options of the TPC-C-like workload: their declaration and their values resolved.
#pragma once

#include "core/clock.hpp"
#include "workload/options.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// The five transactions of clause 2, in the order in which they are reported.
enum class Kind : std::uint8_t { new_order, payment, order_status, delivery, stock_level };
inline constexpr std::size_t kKinds = 5;

enum class Mode : std::uint8_t { statements, procedures };
enum class Pace : std::uint8_t { tpcc_spec, sr_sql, none };

/// By Kind; whole percent, sum 100.
using Weights = std::array<std::uint32_t, kKinds>;

struct Settings {
    std::uint32_t warehouses = 10;
    Mode mode = Mode::statements;
    bool deck = true;  ///< false: weighted draw
    Weights weights{45, 43, 4, 4, 4};
    Pace pace = Pace::tpcc_spec;
    double pace_scale = 1;
    bool deferred_delivery = false;
    std::optional<std::int64_t> c_run;  ///< C_Run of C_LAST; unset: from the seed
    bool foreign_keys = false;
    std::string engine = "innodb";
    std::string table_options;
};

std::string to_string(Mode mode);
std::string to_string(Pace pace);

/// The options the workload understands.
std::vector<workload::OptionSpec> option_specs();
/// Rules between options. "" if fine, else one sentence naming the key.
std::string check_rules(const workload::OptionValues& values);
/// Precondition: check_rules() found nothing.
Settings resolve(const workload::OptionValues& values);

}  // namespace oltpsim::workloads::tpcc
