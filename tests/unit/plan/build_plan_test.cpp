// From plan text to RunPlan: defaults, profiles, settings, and every fault named with its place.
#include "plan/starter_plan.hpp"
#include "unit/plan/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::plan {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(BuildPlan, fills_in_defaults) {
    const Built b(plan_with(""));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->name, "sysbench oltp_read_write");
    EXPECT_EQ(b.plan->options.count("table_size"), 10'000U);
    EXPECT_EQ(b.plan->targets[0].clients, 1U);
    EXPECT_EQ(b.plan->targets[0].connections, 1U);
    EXPECT_EQ(b.plan->steps[0].name, "1 VM");
    EXPECT_EQ(b.plan->phases.precondition, 0s);
    EXPECT_EQ(b.plan->phases.sample, 60s);
    EXPECT_EQ(b.plan->arrival, Arrival::closed);
    EXPECT_EQ(b.plan->seed, 1U);
    EXPECT_THAT(b.warnings(), HasSubstr("no precondition phase"));
}

TEST(BuildPlan, reads_the_sketch_of_a_real_plan) {
    const Built b(R"({
        "name": "AF250 RAID1 raw",
        "storage": {"array": "ETERNUS AF250", "drives": 12},
        "workload": {"profile": "sysbench/oltp_read_write", "tables": 100, "table_size": "10M"},
        "clients": 32,
        "targets": [{"url": "mysql://sbtest@vm{01..24}/sbtest", "group": "controller {A,B}", "password_env": "SB_PW"}],
        "steps": [{"targets": 4}, {"targets": 8}, {"targets": 16}, {"targets": 24}],
        "phases": {"precondition": {"at_least": "2h", "until_steady": false}, "sample": "1h"},
        "seed": 7
    })");
    ASSERT_TRUE(b.plan) << b.errors();
    const RunPlan& plan = *b.plan;
    ASSERT_EQ(plan.targets.size(), 24U);
    EXPECT_EQ(plan.targets[0].name, "vm01");
    EXPECT_EQ(plan.targets[0].group, "controller A");
    EXPECT_EQ(plan.targets[1].group, "controller B");
    EXPECT_EQ(plan.targets[23].name, "vm24");
    EXPECT_EQ(plan.targets[23].group, "controller B");
    EXPECT_EQ(plan.targets[23].data_index, 23U);
    EXPECT_EQ(plan.targets[5].url.password_env, "SB_PW");
    EXPECT_EQ(plan.targets[5].seed, 7U);
    ASSERT_EQ(plan.steps.size(), 4U);
    EXPECT_EQ(plan.steps[1].name, "8 VMs");
    EXPECT_EQ(plan.steps[1].targets.size(), 8U);
    EXPECT_EQ(plan.phases.precondition, 2h);
    EXPECT_EQ(plan.options.count("table_size"), 10'000'000U);
    EXPECT_EQ(plan.storage.at("drives"), "12");
}

TEST(BuildPlan, collects_every_fault_with_its_line_and_starts_nothing) {
    const Built b("{\n"
                  "  \"workload\": {\"profile\": \"sysbench/oltp_read_write\",\n"
                  "               \"table-size\": 100,\n"
                  "               \"tables\": -1,\n"
                  "               \"rand_type\": \"unifrom\",\n"
                  "               \"auto_inc\": \"maybe\"},\n"
                  "  \"client\": 4,\n"
                  "  \"targets\": [\"mysqll://vm1/sbtest\", {\"url\": "
                  "\"mysql://vm2/sbtest?sslmod=x\", \"weight\": 1}],\n"
                  "  \"phases\": {\"sample\": \"soon\"},\n"
                  "  \"phases\": {}\n"
                  "}");
    EXPECT_FALSE(b.plan);
    EXPECT_THAT(
        b.errors(), HasSubstr("plan.jsonc:3:16: error: unknown key \"table-size\" in workload")
    );
    EXPECT_THAT(b.errors(), HasSubstr("did you mean \"table_size\"?"));
    EXPECT_THAT(
        b.errors(),
        HasSubstr("plan.jsonc:4:26: error: \"workload.tables\" must be a whole number from 1")
    );
    EXPECT_THAT(b.errors(), HasSubstr("plan.jsonc:5:"));
    EXPECT_THAT(b.errors(), HasSubstr("did you mean \"uniform\"?"));
    EXPECT_THAT(b.errors(), HasSubstr("plan.jsonc:6:"));
    EXPECT_THAT(
        b.errors(),
        HasSubstr("plan.jsonc:7:3: error: unknown key \"client\"; did you mean \"clients\"?")
    );
    EXPECT_THAT(b.errors(), HasSubstr("no driver for \"mysqll:\", did you mean \"mysql:\"?"));
    EXPECT_THAT(
        b.errors(), HasSubstr("unknown URL parameter \"sslmod\"; did you mean \"sslmode\"?")
    );
    EXPECT_THAT(b.errors(), HasSubstr("unknown key \"weight\" in targets[1]"));
    EXPECT_THAT(
        b.errors(), HasSubstr("plan.jsonc:9:24: error: \"phases.sample\" must be a duration")
    );
    EXPECT_THAT(b.errors(), HasSubstr("key \"phases\" is here twice; the first is in line 9"));
}

struct BadPlan {
    const char* more;
    const char* message;
};

class RefusedPlan : public testing::TestWithParam<BadPlan> {};

TEST_P(RefusedPlan, says_why) {
    const Built b(plan_with(GetParam().more));
    EXPECT_FALSE(b.plan);
    EXPECT_THAT(b.errors(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    plan,
    RefusedPlan,
    testing::Values(
        BadPlan{R"("clients": 0)", "\"clients\" must be a whole number from 1"},
        BadPlan{R"("clients": "-1")", "got \"-1\""},
        BadPlan{R"("clients": 1.5)", "got \"1.5\""},
        BadPlan{R"("clients": true)", "got \"true\""},
        BadPlan{R"("hooks": [])", "must be an object"},
        BadPlan{R"("repeats": 3)", "\"repeat\""},
        BadPlan{R"("phases": {"sample": "0s"})", "at least 1s"},
        BadPlan{R"("phases": [])", "must be an object"},
        BadPlan{R"("steps": [])", "is empty"},
        BadPlan{R"("steps": [{"targets": 2}])", "is 2, but the plan has 1 targets"},
        BadPlan{R"("steps": [{"targets": 0}])", "must be a whole number from 1"},
        BadPlan{
            R"("steps": [{"targets": ["vn1"]}])", "no target named \"vn1\"; did you mean \"vm1\"?"
        },
        BadPlan{R"("steps": [{"targets": ["vm1", "vm1"]}])", "twice"},
        BadPlan{
            R"("steps": [{"name": "a", "targets": 1}, {"name": "a", "targets": 1}])",
            "two steps named \"a\""
        },
        BadPlan{R"("steps": [{}])", "has no \"targets\""},
        BadPlan{R"("rate": 5, "arrival": {"mode": "constant", "rate": 5})", "given twice"},
        BadPlan{R"("arrival": {"mode": "poisson"})", "needs a rate"},
        BadPlan{R"("arrival": {"mode": "closed", "rate": 5})", "clients set the pace"},
        BadPlan{R"("rate": 5, "think_time": "1s")", "no meaning with a rate"},
        BadPlan{R"("isolation": "read-comitted")", "did you mean \"read_committed\"?"},
        BadPlan{R"("retries": {"max_tries": 0})", "from 1"},
        BadPlan{R"("retries": {"base_backoff": "1s"})", "must not be below base_backoff"},
        BadPlan{R"("connect_timeout": "0s")", "longer than 0"},
        BadPlan{R"("clock": "virtual")", "vm1 is a real database"},
        BadPlan{
            R"("clients": 8, "max_transactions": 4)", "less than one for each of the 8 clients"
        },
        BadPlan{
            R"("rate": 1000, "phases": {"sample": "90s"}, "max_transactions": "80k")", "need 90,000"
        },
        BadPlan{R"("storage": "AF250")", "must be an object of texts"},
        BadPlan{R"("seed": "abc")", "must be a whole number"}
    )
);

TEST(BuildPlan, names_the_nearest_workload_and_says_which_there_are) {
    const Built near(R"({"workload": "sysbench/oltp_readwrite", "targets": "mysql://a/b"})");
    EXPECT_THAT(near.errors(), HasSubstr("did you mean \"sysbench/oltp_read_write\"?"));
    const Built far(R"({"workload": "zzz", "targets": "mysql://a/b"})");
    EXPECT_THAT(far.errors(), HasSubstr("storagereview-sysbench"));
    const Built none(R"({"targets": "mysql://a/b"})");
    EXPECT_THAT(none.errors(), HasSubstr("\"workload.profile\" must name the workload"));
    const Built no_targets(R"({"workload": "sysbench/oltp_read_write"})");
    EXPECT_THAT(no_targets.errors(), HasSubstr("\"targets\" is missing"));
}

TEST(BuildPlan, a_profile_supplies_defaults_that_the_plan_overrides) {
    const Built b(R"({"workload": {"profile": "storagereview-sysbench", "table_size": 1000},
        "phases": {"sample": "10m"}, "targets": "mysql://vm{01..09}/sbtest"})");
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->workload->name(), "sysbench/oltp_read_write");
    EXPECT_EQ(b.plan->profile, "storagereview-sysbench");
    EXPECT_EQ(b.plan->options.count("tables"), 100U);
    EXPECT_EQ(b.plan->options.count("table_size"), 1000U);
    EXPECT_EQ(b.plan->options.text("compat"), "0.5");
    EXPECT_EQ(b.plan->targets[0].clients, 32U);
    EXPECT_EQ(b.plan->phases.precondition, 2h);
    EXPECT_EQ(b.plan->phases.sample, 10min);
    ASSERT_EQ(b.plan->steps.size(), 2U);
    EXPECT_EQ(b.plan->steps[1].targets.size(), 8U);
    EXPECT_THAT(b.warnings(), HasSubstr("more than 9 VMs are left out"));
}

TEST(BuildPlan, a_profile_with_larger_steps_still_runs_the_few_targets_there_are) {
    const Built b(R"({"workload": "storagereview-sysbench", "targets": "mysql://vm{1,2}/sbtest"})");
    ASSERT_TRUE(b.plan) << b.errors();
    ASSERT_EQ(b.plan->steps.size(), 1U);
    EXPECT_EQ(b.plan->steps[0].name, "2 VMs");
}

TEST(BuildPlan, a_rate_alone_means_poisson_arrivals) {
    const Built b(plan_with(R"("rate": 250)"));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->arrival, Arrival::poisson);
    EXPECT_EQ(b.plan->rate, 250);
}

TEST(BuildPlan, thinking_clients_share_a_capped_pool) {
    const Built thinking(plan_with(R"("clients": 15000, "think_time": "4.743s")"));
    ASSERT_TRUE(thinking.plan) << thinking.errors();
    EXPECT_EQ(thinking.plan->targets[0].connections, 64U);
    const Built few(plan_with(R"("clients": 8, "think_time": "1s")"));
    EXPECT_EQ(few.plan->targets[0].connections, 8U);
    const Built busy(plan_with(R"("clients": 100)"));
    EXPECT_EQ(busy.plan->targets[0].connections, 100U);
    const Built queueing(plan_with(R"("clients": 100, "connections": 10)"));
    EXPECT_EQ(queueing.plan->targets[0].connections, 10U);
    EXPECT_THAT(queueing.warnings(), HasSubstr("fewer connections than clients"));
    const Built surplus(plan_with(R"("clients": 2, "connections": 10)"));
    EXPECT_THAT(surplus.warnings(), HasSubstr("more connections than clients"));
}

TEST(BuildPlan, relative_files_are_relative_to_the_plan) {
    const std::string target = R"([{"url": "mysql://vm1/sbtest", "password_file": "secret"}])";
    const Built b(plan_with("", target), "plans/a.jsonc");
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets[0].url.password_file, "plans/secret");
}

TEST(BuildPlan, a_password_in_a_url_works_warns_and_is_kept_nowhere) {
    const Built b(plan_with("", R"(["mysql://sbtest:hunter2@vm1/sbtest"])"));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets[0].url.password.reveal(), "hunter2");
    EXPECT_THAT(b.warnings(), HasSubstr("holds a password"));
    EXPECT_THAT(b.warnings(), Not(HasSubstr("hunter2")));
    EXPECT_THAT(b.plan->canonical_json, Not(HasSubstr("hunter2")));
}

TEST(BuildPlan, errors_never_show_a_password) {
    for (const char* targets : {
             R"(["mysql://sbtest:hunter2@vm1:port/sbtest"])",
             R"(["mysqll://sbtest:hunter2@vm1/sbtest"])",
             R"(["mysql://sbtest:hunter2@vm{1..}/sbtest"])",
             R"(["mysql://sbtest:hunter2@vm1/sbtest?nonsense=1"])",
             R"(["mysql://sbtest:hunter2@vm1/sbtest?sslmode=x"])",
             R"([{"url": "mysql://vm1/sbtest", "password": "hunter2"}])",
             R"([{"url": "mysql://vm1/sbtest", "clients": "mysql://sbtest:hunter2@vm1/sbtest"}])",
             R"(["mysql://sbtest:hunter2@vm1/sbtest", "mysql://sbtest:hunter2@vm1/sbtest"])",
         }) {
        const Built b(plan_with("", targets));
        EXPECT_FALSE(b.plan) << targets;
        EXPECT_FALSE(b.errors().empty()) << targets;
        EXPECT_THAT(b.errors() + b.warnings(), Not(HasSubstr("hunter2"))) << targets;
    }
}

TEST(BuildPlan, the_starter_plan_is_a_good_plan) {
    const Built b(plan::starter_plan());
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->targets.size(), 2U);
    EXPECT_EQ(b.plan->steps.size(), 2U);
    EXPECT_EQ(b.warnings(), "");
}

TEST(CanonicalPlan, gives_the_same_plan_again) {
    for (const std::string& text : {
             plan_with(""),
             plan_with(
                 R"("rate": 250, "isolation": "serializable", "pipeline": "reads", "identical_data": true)"
             ),
             std::string(
                 R"({"workload": {"profile": "storagereview-sysbench"}, "think_time": "4743200us",
                "targets": [{"url": "mysql://u@vm{1..8}/sbtest", "group": "{A,B}", "password_env": "PW"}]})"
             ),
             std::string(plan::starter_plan()),
         }) {
        const Built first(text);
        ASSERT_TRUE(first.plan) << first.errors();
        const Built second(first.plan->canonical_json);
        ASSERT_TRUE(second.plan) << second.errors();
        EXPECT_EQ(first.plan->canonical_json, second.plan->canonical_json);
        EXPECT_EQ(first.plan->hash, second.plan->hash);
    }
}

TEST(CanonicalPlan, hash_tells_plans_apart_but_not_where_the_password_comes_from) {
    const Built a(plan_with("", R"([{"url": "mysql://vm1/sbtest", "password_env": "A"}])"));
    const Built b(plan_with("", R"([{"url": "mysql://vm1/sbtest", "password_file": "/b"}])"));
    const Built c(
        plan_with(R"("seed": 2)", R"([{"url": "mysql://vm1/sbtest", "password_env": "A"}])")
    );
    EXPECT_EQ(a.plan->hash, b.plan->hash);
    EXPECT_NE(a.plan->hash, c.plan->hash);
    EXPECT_EQ(a.plan->hash.size(), 16U);
}

}  // namespace
}  // namespace oltpsim::plan
