// Options: defaults, rules, and what a result says of them.
#include "workload/options.hpp"
#include "workloads/tpcc/settings.hpp"
#include "workloads/tpcc/workload.hpp"

#include <gtest/gtest.h>

#include <map>

namespace oltpsim::workloads::tpcc {
namespace {

workload::OptionValues values_of(const std::map<std::string, std::string>& given = {}) {
    workload::OptionValues values;
    for (const auto& spec : option_specs()) {
        const auto found = given.find(spec.name);
        EXPECT_EQ(
            values.parse_and_set(spec, found == given.end() ? spec.default_text : found->second), ""
        );
    }
    return values;
}

std::unique_ptr<workload::Workload> workload_of(
    const std::map<std::string, std::string>& given, std::uint32_t clients
) {
    workload::Binding binding;
    binding.dialect = "postgresql";
    binding.seed = 7;
    binding.clients = clients;
    auto made = make_workload(resolve(values_of(given)), binding);
    EXPECT_TRUE(made);
    return std::move(*made);
}

TEST(Options, defaults_follow_the_clauses) {
    const auto values = values_of();
    EXPECT_EQ(check_rules(values), "");
    const Settings settings = resolve(values);
    EXPECT_TRUE(settings.deck);
    EXPECT_EQ(settings.pace, Pace::tpcc_spec);
    EXPECT_EQ(settings.mode, Mode::statements);
    EXPECT_FALSE(settings.c_run.has_value());
}

TEST(Options, wrong_weights_and_constants_are_refused_by_name) {
    for (const char* weights : {"45/43/4/4", "45/43/4/4/5", "a/43/4/4/4", "45/43/4/4/4/0"}) {
        EXPECT_NE(
            check_rules(values_of({{"weights", weights}})).find("weights"), std::string::npos
        );
    }
    EXPECT_NE(check_rules(values_of({{"c_run", "256"}})).find("c_run"), std::string::npos);
    EXPECT_EQ(check_rules(values_of({{"c_run", "255"}})), "");
}

TEST(Facts, say_tpcc_like_and_what_a_warehouse_gets) {
    const auto few = workload_of({{"warehouses", "100"}, {"pacing", "none"}}, 8);
    const auto facts = few->describe();
    EXPECT_EQ(facts.at("benchmark").rfind("TPC-C-like", 0), 0U);
    EXPECT_EQ(facts.at("terminals"), "8 on 8 of 100 warehouses (ten per warehouse would be 1000)");
    EXPECT_EQ(few->mean_pacing(), Nanos{});
    const auto full = workload_of({{"warehouses", "1500"}, {"pacing", "sr-sql"}}, 15'000);
    EXPECT_EQ(full->describe().at("terminals"), "ten per warehouse");
    EXPECT_EQ(full->describe().at("TPS ceiling").rfind("3162.", 0), 0U)
        << full->describe().at("TPS ceiling");
}

TEST(Types, carry_limits_and_the_rate_per_minute) {
    const auto workload = workload_of({}, 10);
    const auto types = workload->transactions();
    ASSERT_EQ(types.size(), 5U);
    EXPECT_EQ(types[0].per_minute, "new_order_per_min");
    EXPECT_EQ(types[0].p90_limit, std::chrono::seconds{5});
    EXPECT_EQ(types[4].p90_limit, std::chrono::seconds{20});
    EXPECT_TRUE(types[2].read_only && types[4].read_only);
}

TEST(Types, say_which_tables_grow) {
    const auto workload = workload_of({}, 10);
    const auto types = workload->transactions();
    std::map<std::string, double> rows;
    for (const auto& [table, added] : types[0].growth) {
        rows[table] = added;
    }
    EXPECT_EQ(
        rows, (std::map<std::string, double>{{"new_order", 1}, {"order_line", 10}, {"orders", 1}})
    );
    EXPECT_EQ(types[1].growth.at(0).first, "history");
    EXPECT_TRUE(types[2].growth.empty() && types[4].growth.empty());
    EXPECT_EQ(types[3].growth.at(0).second, -10);
}

TEST(Types, deferred_delivery_is_counted_twice_under_two_names) {
    const auto workload = workload_of({{"delivery", "deferred"}}, 10);
    const auto types = workload->transactions();
    ASSERT_EQ(types.size(), 6U);
    EXPECT_EQ(types[3].background, 5);
    EXPECT_TRUE(types[5].is_background);
    EXPECT_TRUE(types[3].growth.empty());
    EXPECT_EQ(types[5].growth.at(0).second, -10);
    EXPECT_EQ(types[5].p90_limit, std::chrono::seconds{80});
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
