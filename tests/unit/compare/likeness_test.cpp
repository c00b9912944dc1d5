// Unlike things are found, each named.
#include "compare/likeness.hpp"
#include "made_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace oltpsim::compare {
namespace {

using testing::HasSubstr;
using Change = std::function<void(results::RunResult&)>;

std::vector<std::string> found_after(const Change& change) {
    const auto base = made_run("A", {made_step(4, 1000, 30, 60)});
    auto other = made_run("B", {made_step(4, 1000, 30, 60)});
    change(other);
    std::vector<std::string> texts;
    for (const auto& one : differences(made_side("A", {base}), made_side("B", {other}))) {
        texts.push_back(one.text());
    }
    return texts;
}

Change each_target(const std::function<void(results::TargetResult&)>& change) {
    return [change](results::RunResult& run) {
        for (auto& target : run.steps.front().targets) {
            change(target);
        }
    };
}

TEST(Likeness, results_that_differ_in_their_storage_only_are_alike) {
    EXPECT_TRUE(found_after([](auto& run) { run.storage["array"] = "another"; }).empty());
    EXPECT_TRUE(found_after([](auto& run) { run.workload_facts["NURand C"] = "7"; }).empty());
}

TEST(Likeness, everything_that_spoils_a_comparison_is_named) {
    const std::vector<std::pair<Change, std::string>> cases{
        {[](auto& run) { run.workload = "tpcc"; },
         "workload: sysbench/oltp_read_write against tpcc (B)"},
        {[](auto& run) { run.workload_facts["table_size"] = "1000"; },
         "workload: table_size: 10000000 against 1000 (B)"},
        {[](auto& run) { run.workload_facts.erase("distribution"); },
         "workload: distribution: special against n/a (B)"},
        {[](auto& run) { run.arrival = "poisson"; }, "arrival: closed against poisson (B)"},
        {[](auto& run) { run.think_time_mean_ms = 4743; },
         "pacing: none against mean 4,743.0 ms (B)"},
        {[](auto& run) { run.methodology_version = 2; }, "methodology version: 1 against 2 (B)"},
        {each_target([](auto& target) { target.clients = 64; }), "clients per VM: 32 against 64 (B)"
        },
        {each_target([](auto& target) { target.product = "PostgreSQL"; }),
         "database: MySQL against PostgreSQL (B)"},
        {each_target([](auto& target) { target.settings["innodb_flush_log_at_trx_commit"] = "2"; }),
         "durability: innodb_flush_log_at_trx_commit=1 against innodb_flush_log_at_trx_commit=2 (B)"
        },
        {each_target([](auto& target) { target.buffer_bytes = 100'000'000'000; }),
         "data ÷ server's cache: 10.00 against 1.00 (B)"},
    };
    for (const auto& [change, text] : cases) {
        EXPECT_EQ(found_after(change), std::vector<std::string>{text});
    }
}

TEST(Likeness, repeats_of_one_side_must_be_alike_too) {
    auto second = made_run("A", {made_step(4, 1000, 30, 60)});
    second.workload_facts["tables"] = "50";
    const Side side = made_side("A", {made_run("A", {made_step(4, 1000, 30, 60)}), second});
    const auto found = differences_within(side);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().text(), "workload: tables: 100 against 50 (run 2 of A)");
}

TEST(Likeness, versions_and_lengths_are_remarks) {
    auto other = made_run("B", {made_step(4, 1000, 30, 60)});
    other.steps.front().sample_planned_s = 1800;
    other.steps.front().targets.front().version = "8.0.40";
    const auto texts = remarks(
        made_side("A", {made_run("A", {made_step(4, 1000, 30, 60)})}), made_side("B", {other})
    );
    EXPECT_THAT(
        texts, testing::Contains(HasSubstr("server version: 9.1.0 (A), 8.0.40 | 9.1.0 (B)"))
    );
    EXPECT_THAT(
        texts, testing::Contains(HasSubstr("length of the sample: 3600 s (A), 1800 s (B)"))
    );
}

TEST(Likeness, across_methodology_versions_nothing_is_tested) {
    auto other = made_run("B", {made_step(4, 2000, 10, 20)});
    other.methodology_version = 2;
    const auto all = compare_sides(
        "w",
        {made_side("A", {made_run("A", {made_step(4, 1000, 30, 60)})}), made_side("B", {other})},
        {}
    );
    ASSERT_FALSE(all.tests.empty());
    for (const auto& pair : all.tests) {
        EXPECT_FALSE(pair.test);
        EXPECT_THAT(pair.words, HasSubstr("not tested: methodology versions differ"));
        EXPECT_THAT(pair.words, HasSubstr("[UNLIKE]"));
    }
}

TEST(Likeness, a_run_far_from_the_published_protocol_is_told_so) {
    auto small = made_run("mine", {made_step(4, 1000, 30, 60)});
    small.workload_facts["table_size"] = "1000";
    const auto texts = protocol_remarks(made_side("mine", {small}), "sysbench");
    ASSERT_EQ(texts.size(), 1u);
    EXPECT_EQ(texts.front(), "mine: table_size 1000, the published runs had 10000000");
}

}  // namespace
}  // namespace oltpsim::compare
