// The figures of a plan, its text and JSON, and the agreement of the JSON Schema with the keys that are read.
#include "core/embedded.hpp"
#include "plan/explain.hpp"
#include "plan/plan_keys.hpp"
#include "unit/plan/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace oltpsim::plan {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Ceiling, is_clients_over_response_plus_think_time_and_what_connections_carry) {
    TargetPlan target;
    target.clients = 15'000;
    target.connections = 15'000;
    EXPECT_NEAR(closed_loop_ceiling(target, 4743200us, 4200us), 15'000 / 4.7474, 0.01);
    target.clients = 32;
    target.connections = 32;
    EXPECT_NEAR(closed_loop_ceiling(target, 0s, 10ms), 3200, 0.01);
    target.connections = 8;
    EXPECT_NEAR(closed_loop_ceiling(target, 0s, 10ms), 800, 0.01);
}

TEST(Explain, adds_up_rows_connections_and_wall_clock) {
    const Built b(plan_with(
        R"("clients": 8, "phases": {"precondition": "2h", "sample": "1h"}, "steps": [1, 2])",
        R"("mysql://vm{1,2}/sbtest")"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    const Explanation e = explain(*b.plan);
    EXPECT_EQ(e.total.rows, 20'000U);
    EXPECT_EQ(e.total.tables, 2U);
    ASSERT_TRUE(e.total.bytes);
    EXPECT_GT(*e.total.bytes, 20'000U * 180);
    EXPECT_EQ(e.connections, 16U);
    EXPECT_EQ(e.wall, 6h);
    EXPECT_NEAR(e.steps[1].ceiling_tps[1], 16'000, 0.1);
    const std::string text = explain_text(e);
    EXPECT_THAT(text, HasSubstr("total wall clock 6 h"));
    EXPECT_THAT(text, HasSubstr("20,000"));
    EXPECT_THAT(text, HasSubstr("16,000"));
    EXPECT_THAT(text, HasSubstr("special"));
    const auto json = nlohmann::json::parse(explain_json(e));
    EXPECT_EQ(json["total"]["rows"], 20'000);
    EXPECT_EQ(json["total"]["wall_clock_s"], 21'600.0);
    EXPECT_EQ(json["steps"][1]["closed_loop_ceiling"][1]["response_ms"], 1.0);
    EXPECT_EQ(json["hash"], b.plan->hash);
}

TEST(Explain, sets_the_data_against_the_caches_of_servers_that_were_asked) {
    const Built b(plan_with(R"("clients": 8)", R"("mysql://vm{1,2,3}/sbtest")"));
    ASSERT_TRUE(b.plan) << b.errors();
    Explanation e = explain(*b.plan);
    EXPECT_EQ(explain_text(e).find("own caches"), std::string::npos);
    EXPECT_FALSE(nlohmann::json::parse(explain_json(e))["targets"][0].contains("buffer_bytes"));

    const std::uint64_t bytes = *e.targets[0].bytes;
    e.buffers = {
        {"MariaDB 10.11", bytes / 4, ""},
        {"MariaDB 10.11", bytes * 2, ""},
        {"", {}, "nobody is there"}
    };
    const std::string text = explain_text(e);
    EXPECT_THAT(text, HasSubstr("vm1   MariaDB 10.11  "));
    EXPECT_THAT(text, HasSubstr("  4.00\n"));
    EXPECT_THAT(text, HasSubstr("  0.50\n"));
    EXPECT_THAT(text, HasSubstr("reads do not reach the storage"));
    EXPECT_THAT(text, HasSubstr("vm3: nobody is there\n"));
    const auto json = nlohmann::json::parse(explain_json(e))["targets"];
    EXPECT_EQ(json[0]["buffer_bytes"], bytes / 4);
    EXPECT_NEAR(json[0]["data_to_buffer"].get<double>(), 4, 0.01);
    EXPECT_TRUE(json[0]["trouble"].is_null());
    EXPECT_TRUE(json[2]["server"].is_null());
    EXPECT_TRUE(json[2]["data_to_buffer"].is_null());
    EXPECT_EQ(json[2]["trouble"], "nobody is there");
}

TEST(Explain, an_open_loop_has_no_ceiling) {
    const Built b(plan_with(R"("rate": 100)"));
    ASSERT_TRUE(b.plan) << b.errors();
    const Explanation e = explain(*b.plan);
    EXPECT_TRUE(e.steps[0].ceiling_tps.empty());
    EXPECT_THAT(explain_text(e), HasSubstr("Poisson arrivals, 100 per second"));
}

nlohmann::json plan_schema() {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.path == "schemas/json/plan.schema.json") {
            return nlohmann::json::parse(file.content);
        }
    }
    return {};
}

template <std::size_t N>
std::set<std::string> keys(const std::string_view (&list)[N]) {
    return {std::begin(list), std::end(list)};
}

std::set<std::string> properties(const nlohmann::json& object) {
    std::set<std::string> names;
    for (const auto& [name, value] : object.at("properties").items()) {
        names.insert(name);
    }
    return names;
}

TEST(PlanSchema, knows_exactly_the_keys_that_are_read) {
    const auto schema = plan_schema();
    ASSERT_FALSE(schema.is_null());
    const auto& parts = schema.at("definitions");
    EXPECT_EQ(properties(schema), keys(kPlanKeys));
    EXPECT_EQ(properties(parts.at("target").at("oneOf").at(1)), keys(kTargetKeys));
    EXPECT_EQ(properties(parts.at("step").at("oneOf").at(1)), keys(kStepKeys));
    EXPECT_EQ(properties(parts.at("phases")), keys(kPhaseKeys));
    EXPECT_EQ(properties(parts.at("precondition")), keys(kPreconditionKeys));
    EXPECT_EQ(properties(parts.at("arrival")), keys(kArrivalKeys));
    EXPECT_EQ(properties(parts.at("retries")), keys(kRetryKeys));
    EXPECT_EQ(properties(parts.at("load")), keys(kLoadKeys));
    EXPECT_EQ(properties(parts.at("hooks")), keys(kHooksKeys));
    EXPECT_EQ(properties(parts.at("step_hooks")), keys(kStepHooksKeys));
    EXPECT_EQ(properties(parts.at("hook").at("oneOf").at(1)), keys(kHookKeys));
    EXPECT_EQ(properties(parts.at("sweep")), keys(kSweepKeys));
}

}  // namespace
}  // namespace oltpsim::plan
