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

}  // namespace
}  // namespace oltpsim::test
