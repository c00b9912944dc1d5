// cleanup drops what prepare made and nothing else.
#include "place.hpp"

namespace oltpsim::test {
namespace {

using Cleanup = LoadTest;

INSTANTIATE_TEST_SUITE_P(Everywhere, Cleanup, testing::ValuesIn(places()), place_name);

TEST_P(Cleanup, drops_what_prepare_made_and_leaves_the_rest) {
    ask("CREATE TABLE keep_me (a INTEGER)");
    const plan::RunPlan plan_ = plan({{"tables", "2"}, {"table_size", "100"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    const auto report = load::cleanup(plan_, {}, stop_);
    ASSERT_TRUE(report.ok()) << report.targets.at(0).error->describe();
    EXPECT_EQ(
        report.targets.at(0).dropped, (std::vector<std::string>{"TABLE sbtest1", "TABLE sbtest2"})
    );
    EXPECT_EQ(tables(), std::vector<std::string>{"keep_me"});
    const auto again = load::cleanup(plan_, {}, stop_);
    EXPECT_TRUE(again.ok());
    EXPECT_TRUE(again.targets.at(0).dropped.empty());
}

TEST_P(Cleanup, goes_by_its_notes_and_not_by_the_plan) {
    ASSERT_TRUE(load::prepare(plan({{"tables", "3"}, {"table_size", "100"}}), {}, stop_).ok());
    const auto report = load::cleanup(plan({{"tables", "1"}, {"table_size", "700"}}), {}, stop_);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.targets.at(0).dropped.size(), 3U);
    EXPECT_TRUE(tables().empty());
}

TEST_P(Cleanup, refuses_tables_made_by_others) {
    ask("CREATE TABLE sbtest1 (a INTEGER)");
    const auto report = load::cleanup(plan({{"table_size", "100"}}), {}, stop_);
    ASSERT_TRUE(report.targets.at(0).error.has_value());
    EXPECT_EQ(report.targets[0].error->cls, db::ErrorClass::schema_mismatch);
    EXPECT_EQ(tables(), std::vector<std::string>{"sbtest1"});
}

TEST_P(Cleanup, drops_nothing_when_a_table_was_replaced_by_one_of_other_columns) {
    const plan::RunPlan plan_ = plan({{"tables", "3"}, {"table_size", "100"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    ask("DROP TABLE sbtest2");
    ask("CREATE TABLE sbtest2 (id INTEGER, payroll INTEGER)");
    const auto report = load::cleanup(plan_, {}, stop_);
    const load::TargetCleanup& one = report.targets.at(0);
    ASSERT_TRUE(one.error.has_value());
    EXPECT_EQ(one.error->cls, db::ErrorClass::schema_mismatch);
    EXPECT_NE(
        one.error->message.find("sbtest2 is not the table that prepare made"), std::string::npos
    ) << one.error->message;
    EXPECT_TRUE(one.dropped.empty());
    EXPECT_EQ(tables().size(), 5U) << "three tables and the notes";
    ask("DROP TABLE sbtest2");
    EXPECT_TRUE(load::cleanup(plan_, {}, stop_).ok());
    EXPECT_TRUE(tables().empty());
}

TEST_P(Cleanup, of_a_prepare_that_noted_no_columns_goes_by_those_it_fills) {
    if (GetParam().label == "mysql56") {
        GTEST_SKIP() << "MySQL 5.6 renames no columns";
    }
    const plan::RunPlan plan_ = plan({{"tables", "2"}, {"table_size", "100"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    ask("DELETE FROM oltpsim_meta WHERE name LIKE 'columns:%'");
    ask("ALTER TABLE sbtest2 RENAME COLUMN pad TO salary");
    auto report = load::cleanup(plan_, {}, stop_);
    ASSERT_TRUE(report.targets.at(0).error.has_value());
    EXPECT_NE(report.targets[0].error->message.find("without pad"), std::string::npos);
    EXPECT_EQ(tables().size(), 4U);
    ask("ALTER TABLE sbtest2 RENAME COLUMN salary TO pad");
    EXPECT_TRUE(load::cleanup(plan_, {}, stop_).ok());
}

TEST_P(Cleanup, that_fails_half_way_says_what_is_gone_and_can_be_repeated) {
    if (GetParam().driver != "postgresql") {
        GTEST_SKIP() << "a view keeps its table only on PostgreSQL";
    }
    const plan::RunPlan plan_ = plan({{"tables", "3"}, {"table_size", "100"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    ask("CREATE VIEW watcher AS SELECT id FROM sbtest2");
    const auto report = load::cleanup(plan_, {}, stop_);
    const load::TargetCleanup& one = report.targets.at(0);
    ASSERT_TRUE(one.error.has_value());
    EXPECT_EQ(one.dropped, std::vector<std::string>{"TABLE sbtest1"});
    EXPECT_NE(one.error->message.find("TABLE sbtest2 was not dropped"), std::string::npos);
    ask("DROP VIEW watcher");
    EXPECT_TRUE(load::cleanup(plan_, {}, stop_).ok());
    EXPECT_TRUE(tables().empty());
}

}  // namespace
}  // namespace oltpsim::test
