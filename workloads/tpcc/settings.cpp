// Declaration of the options, in the words of the field, and their resolution.
#include "workloads/tpcc/settings.hpp"

#include "core/text.hpp"
#include "workloads/tpcc/nurand.hpp"
#include "workloads/tpcc/sizes.hpp"

#include <fmt/format.h>

#include <numeric>

namespace oltpsim::workloads::tpcc {
namespace {

using workload::OptionSpec;
using workload::OptionType;
using workload::OptionValues;

OptionSpec choice(
    std::string name, std::string preset, std::string help, std::vector<std::string> choices
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

OptionSpec words(std::string name, std::string preset, std::string help) {
    return choice(std::move(name), std::move(preset), std::move(help), {});
}

/// "45/43/4/4/4" by Kind; nullopt unless it is five whole numbers with the sum 100.
std::optional<Weights> parse_weights(const std::string& text) {
    const auto parts = split(text, '/');
    Weights weights{};
    if (parts.size() != weights.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = parse_count(trim(parts[i]));
        if (!value || *value > 100) {
            return std::nullopt;
        }
        weights[i] = static_cast<std::uint32_t>(*value);
    }
    const std::uint32_t sum = std::accumulate(weights.begin(), weights.end(), 0U);
    return sum == 100 ? std::optional(weights) : std::nullopt;
}

}  // namespace

std::string to_string(Mode mode) { return mode == Mode::statements ? "statements" : "procedures"; }

std::string to_string(Pace pace) {
    switch (pace) {
        case Pace::tpcc_spec: return "tpcc-spec";
        case Pace::sr_sql: return "sr-sql";
        case Pace::none: break;
    }
    return "none";
}

std::vector<OptionSpec> option_specs() {
    return {
        {"warehouses",
         OptionType::count,
         "10",
         "Number of warehouses (W), about 100 MB each",
         {},
         1,
         kMostWarehouses},
        choice(
            "mode",
            "statements",
            "statements: client-side SQL; procedures: one stored-procedure call per transaction",
            {"statements", "procedures"}
        ),
        choice(
            "mix",
            "deck",
            "deck: each client deals from shuffled decks of 23 cards (10 New-Order, 10 Payment, 1 "
            "of each other); weighted: independent draws by weights",
            {"deck", "weighted"}
        ),
        words(
            "weights",
            "45/43/4/4/4",
            "weighted mix: percent of New-Order/Payment/Order-Status/Delivery/Stock-Level"
        ),
        choice(
            "pacing",
            "tpcc-spec",
            "tpcc-spec: keying 18/3/2/2/2 s and mean think 12/12/10/5/5 s; sr-sql: mean think "
            "4.743 s in all; none: no delays",
            {"tpcc-spec", "sr-sql", "none"}
        ),
        {"pacing_scale",
         OptionType::number,
         "1",
         "Factor on all keying and think times",
         {},
         0,
         1000},
        choice(
            "delivery",
            "inline",
            "inline: Delivery runs inside its response time; deferred: it is queued and runs in "
            "the background",
            {"inline", "deferred"}
        ),
        words(
            "c_run", "auto", "Constant C of C_LAST in the run (0 to 255); auto: a valid one by seed"
        ),
        {"foreign_keys",
         OptionType::boolean,
         "off",
         "Create foreign keys after loading",
         {},
         0,
         1e18},
        words("mysql_storage_engine", "innodb", "Storage engine, on MySQL only"),
        words(
            "create_table_options",
            "",
            "Text added to every CREATE TABLE (tablespace, partitions, fill factor)"
        ),
    };
}

std::string check_rules(const OptionValues& values) {
    if (!parse_weights(values.text("weights"))) {
        return fmt::format(
            "\"workload.weights\" must be five whole percentages with the sum 100, such as "
            "45/43/4/4/4, got \"{}\"",
            values.text("weights")
        );
    }
    constexpr std::uint32_t kMostQueued = 20;
    const bool deferred = values.text("delivery") == "deferred" && values.text("mix") == "weighted";
    const std::size_t place = static_cast<std::size_t>(Kind::delivery);
    if (deferred && (*parse_weights(values.text("weights")))[place] > kMostQueued) {
        return fmt::format(
            "\"workload.delivery\" deferred queues more than it can do with so many Deliveries: at "
            "most {} percent",
            kMostQueued
        );
    }
    const std::string& c_run = values.text("c_run");
    const auto number = parse_count(c_run);
    if (c_run != "auto" && (!number || *number > static_cast<std::uint64_t>(kALast))) {
        return fmt::format(
            "\"workload.c_run\" must be auto or a whole number from 0 to 255, got \"{}\"", c_run
        );
    }
    return {};
}

Settings resolve(const OptionValues& values) {
    Settings settings;
    settings.warehouses = static_cast<std::uint32_t>(values.count("warehouses"));
    settings.mode = values.text("mode") == "procedures" ? Mode::procedures : Mode::statements;
    settings.deck = values.text("mix") == "deck";
    settings.weights = parse_weights(values.text("weights")).value_or(Weights{});
    const std::string& pace = values.text("pacing");
    settings.pace = pace == "none" ? Pace::none : pace == "sr-sql" ? Pace::sr_sql : Pace::tpcc_spec;
    settings.pace_scale = values.number("pacing_scale");
    settings.deferred_delivery = values.text("delivery") == "deferred";
    if (const auto c_run = parse_count(values.text("c_run"))) {
        settings.c_run = static_cast<std::int64_t>(*c_run);
    }
    settings.foreign_keys = values.boolean("foreign_keys");
    settings.engine = values.text("mysql_storage_engine");
    settings.table_options = values.text("create_table_options");
    return settings;
}

}  // namespace oltpsim::workloads::tpcc
