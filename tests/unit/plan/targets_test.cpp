// Target entries: templates dealt out by the equal-length rule, names that tell targets apart, no target twice.
#include "unit/plan/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::plan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const Built& b) {
    std::vector<std::string> names;
    if (b.plan) {
        for (const TargetPlan& target : b.plan->targets) {
            names.push_back(target.name);
        }
    }
    return names;
}

TEST(Targets, are_named_by_name_key_then_url_then_address) {
    const Built b(plan_with(
        "",
        R"([{"url": "mysql://vm1/a?name=x", "name": "first"}, "mysql://vm2/a?name=second", "mysql://vm3/a"])"
    ));
    EXPECT_THAT(names_of(b), ElementsAre("first", "second", "vm3")) << b.errors();
}

TEST(Targets, on_one_host_are_told_apart_by_port_then_database_then_number) {
    const Built ports(plan_with("", R"(["mysql://127.0.0.1:3301/a", "mysql://127.0.0.1:3302/a"])"));
    EXPECT_THAT(names_of(ports), ElementsAre("127.0.0.1:3301", "127.0.0.1:3302")) << ports.errors();
    const Built databases(plan_with("", R"(["mysql://vm1/a", "mysql://vm1/b"])"));
    EXPECT_THAT(names_of(databases), ElementsAre("vm1/a", "vm1/b"));
    const Built simulated(plan_with("", R"(["simulated:?latency_ms=1", "simulated:?latency_ms=1"])")
    );
    EXPECT_THAT(names_of(simulated), ElementsAre("simulated", "simulated-2")) << simulated.errors();
}

TEST(Targets, of_connection_strings_are_named_by_source_or_server) {
    const Built sources(plan_with("", R"(["mysql:DSN=array-a;UID=u", "mysql:dsn=array-b"])"));
    EXPECT_THAT(names_of(sources), ElementsAre("array-a", "array-b")) << sources.errors();
    const Built servers(plan_with(
        "",
        R"(["mysql:Driver=/usr/lib/x.so;Server=10.0.0.1;Port=5432;Database=a",
            "mysql:Driver=/usr/lib/x.so;Server=10.0.0.1;Port=5433;Database=a"])"
    ));
    EXPECT_THAT(names_of(servers), ElementsAre("10.0.0.1:5432", "10.0.0.1:5433"))
        << servers.errors();
    const Built files(plan_with("", R"(["mysql:Driver=/usr/lib/x.so;Database=/mnt/data.db"])"));
    EXPECT_THAT(names_of(files), ElementsAre("data")) << files.errors();
}

TEST(Targets, that_are_the_same_database_or_have_the_same_name_are_refused) {
    const Built same(plan_with("", R"(["mysql://vm1/a", "mysql://other@vm1/a?name=b"])"));
    EXPECT_THAT(same.errors(), HasSubstr("\"vm1\" and \"b\" are the same database"));
    const Built names(plan_with(
        "", R"([{"url": "mysql://vm1/a", "name": "x"}, {"url": "mysql://vm2/a", "name": "x"}])"
    ));
    EXPECT_THAT(names.errors(), HasSubstr("two targets are named \"x\""));
}

TEST(Targets, deal_templates_by_the_equal_length_rule) {
    const Built b(plan_with(
        "",
        R"([{"url": "mysql://vm{1..4}/a", "name": "n{4..1}", "group": "{A,B}", "password_env": "PW{1..4}"}])"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_THAT(names_of(b), ElementsAre("n4", "n3", "n2", "n1"));
    EXPECT_EQ(b.plan->targets[2].group, "A");
    EXPECT_EQ(b.plan->targets[3].url.password_env, "PW4");
    const Built uneven(plan_with("", R"([{"url": "mysql://vm{1..5}/a", "group": "{A,B}"}])"));
    EXPECT_THAT(uneven.errors(), HasSubstr("\"targets[0].group\" gives 2 values for 5 targets"));
    EXPECT_THAT(uneven.errors(), HasSubstr("divides the number of targets"));
    const Built one_name(plan_with("", R"([{"url": "mysql://vm{1..2}/a", "name": "x"}])"));
    EXPECT_THAT(one_name.errors(), HasSubstr("gives 1 value for 2 targets"));
}

TEST(Targets, of_equal_url_are_told_apart_in_their_endpoints) {
    const Built b(plan_with("", R"("simulated:?latency_ms=5&name=vm{1..2}")"));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets[0].url.to_string(), b.plan->targets[1].url.to_string());
    EXPECT_NE(
        b.plan->targets[0].endpoint().url.to_string(), b.plan->targets[1].endpoint().url.to_string()
    );
}

TEST(Targets, may_have_clients_of_their_own) {
    const Built b(plan_with(
        R"("clients": 4)",
        R"(["mysql://vm1/a", {"url": "mysql://vm2/a", "clients": 8, "connections": 2}])"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets[0].clients, 4U);
    EXPECT_EQ(b.plan->targets[1].clients, 8U);
    EXPECT_EQ(b.plan->targets[1].connections, 2U);
}

TEST(Targets, with_identical_data_share_one_data_index) {
    const Built b(plan_with(R"("identical_data": true)", R"("mysql://vm{1..3}/a")"));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets[2].data_index, 0U);
    EXPECT_THAT(b.warnings(), HasSubstr("deduplication"));
}

TEST(Targets, of_a_dialect_without_schema_are_refused) {
    const Built b(plan_with("", R"("mysql://vm1/a?dialect=klingon")"));
    EXPECT_FALSE(b.plan);
    EXPECT_THAT(b.errors(), HasSubstr("klingon"));
}

TEST(Steps, by_number_by_name_and_by_template) {
    const Built b(plan_with(
        R"("steps": [1, {"targets": ["vm{2..3}"], "name": "right"}, {"targets": ["vm3", "vm1"]}, 1])",
        R"("mysql://vm{1..3}/a")"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    ASSERT_EQ(b.plan->steps.size(), 4U);
    EXPECT_EQ(b.plan->steps[0].name, "1 VM");
    EXPECT_THAT(b.plan->steps[1].targets, ElementsAre(1U, 2U));
    EXPECT_EQ(b.plan->steps[1].name, "right");
    EXPECT_THAT(b.plan->steps[2].targets, ElementsAre(0U, 2U));
    EXPECT_EQ(b.plan->steps[3].name, "1 VM (2)");
}

}  // namespace
}  // namespace oltpsim::plan
