// check finds what is wrong and where; fits says what is missing for a run.
#include "place.hpp"

#include <fmt/format.h>

namespace oltpsim::test {
namespace {

using Check = LoadTest;

INSTANTIATE_TEST_SUITE_P(Everywhere, Check, testing::ValuesIn(places()), place_name);

Options two_tables() { return {{"tables", "2"}, {"table_size", "400"}}; }

TEST_P(Check, lost_row_in_the_last_table_is_found_and_named) {
    const plan::RunPlan plan_ = plan(two_tables());
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    ask("DELETE FROM sbtest2 WHERE id = 400");
    const std::string failures = failures_of(load::check(plan_, {}, stop_));
    EXPECT_NE(failures.find("row_count: sbtest2: 399 rows, expected 400"), std::string::npos)
        << failures;
    EXPECT_NE(failures.find("id_range: sbtest2"), std::string::npos) << failures;
    EXPECT_EQ(failures.find("sbtest1"), std::string::npos) << failures;
}

TEST_P(Check, changed_contents_are_found_until_a_run_is_noted) {
    const plan::RunPlan plan_ = plan(two_tables());
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    ask("UPDATE sbtest1 SET k = k + 1 WHERE id = 1");
    const std::string failures = failures_of(load::check(plan_, {}, stop_));
    EXPECT_NE(failures.find("row_contents: sbtest1 id 1"), std::string::npos) << failures;
    const auto marked = load::mark_run_started(*connect());
    ASSERT_TRUE(marked) << marked.error().describe();
    const auto check = load::check(plan_, {}, stop_);
    EXPECT_TRUE(check.passed()) << failures_of(check);
    EXPECT_TRUE(check.targets.at(0).run_since_load);
    ask("UPDATE sbtest1 SET pad = 'broken' WHERE id = 1");
    EXPECT_NE(
        failures_of(load::check(plan_, {}, stop_)).find("row_format: sbtest1 id 1"),
        std::string::npos
    );
}

TEST_P(Check, one_changed_row_of_three_thousand_is_found_and_the_number_compared_is_told) {
    const plan::RunPlan plan_ = plan({{"tables", "1"}, {"table_size", "5003"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    for (const int id : {1234, 2001, 5003}) {
        ask(fmt::format("UPDATE sbtest1 SET k = k + 1 WHERE id = {}", id));
        const std::string failures = failures_of(load::check(plan_, {}, stop_));
        EXPECT_NE(
            failures.find(fmt::format(
                "row_contents: sbtest1 id {}: differs from the row generated for it; 1 such, 5003 "
                "of "
                "5003 rows compared",
                id
            )),
            std::string::npos
        ) << failures;
        ask(fmt::format("UPDATE sbtest1 SET k = k - 1 WHERE id = {}", id));
    }
    EXPECT_TRUE(load::check(plan_, {}, stop_).passed());
}

TEST_P(Check, of_a_big_table_compares_ten_thousand_rows_and_both_ends) {
    const plan::RunPlan plan_ = plan({{"tables", "1"}, {"table_size", "100001"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    const auto check = load::check(plan_, {}, stop_);
    ASSERT_TRUE(check.passed()) << failures_of(check);
    EXPECT_NE(
        check.targets.at(0).results.back().detail.find("10000 of 100001 rows compared"),
        std::string::npos
    ) << check.targets[0].results.back().detail;
    ask("UPDATE sbtest1 SET k = k + 1 WHERE id = 99950");
    EXPECT_FALSE(load::check(plan_, {}, stop_).passed());
}

TEST_P(Check, other_data_than_the_plans_is_named) {
    ASSERT_TRUE(load::prepare(plan(two_tables()), {}, stop_).ok());
    const auto check = load::check(plan({{"tables", "2"}, {"table_size", "300"}}), {}, stop_);
    EXPECT_FALSE(check.passed());
    EXPECT_NE(
        failures_of(check).find("table_size=400 there, table_size=300 in the plan"),
        std::string::npos
    );
}

TEST_P(Check, missing_database_content_is_a_failed_check_and_not_a_crash) {
    const auto check = load::check(plan(two_tables()), {}, stop_);
    EXPECT_FALSE(check.passed());
    EXPECT_NE(failures_of(check).find("sbtest1"), std::string::npos) << failures_of(check);
}

TEST_P(Check, fits_says_what_a_run_lacks) {
    const plan::RunPlan plan_ = plan(two_tables());
    const auto admin = connect();
    const auto missing_in = [&](const plan::RunPlan& wanted) {
        const auto text = load::fits(wanted, wanted.targets[0], *admin);
        EXPECT_TRUE(text) << text.error().describe();
        return text ? *text : "";
    };
    EXPECT_EQ(missing_in(plan_), "table sbtest1 not found; run oltpsim prepare first");
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    EXPECT_EQ(missing_in(plan_), "");
    EXPECT_EQ(
        missing_in(plan({{"tables", "3"}, {"table_size", "400"}})),
        "table sbtest3 not found; run oltpsim prepare first"
    );
    EXPECT_EQ(
        missing_in(plan({{"tables", "2"}, {"table_size", "500"}})),
        "table sbtest1 holds ids up to 400, the plan says table_size 500"
    );
    ask("DROP TABLE sbtest2");
    ask("CREATE TABLE sbtest2 (id INTEGER, k INTEGER, c CHAR(120))");
    EXPECT_EQ(missing_in(plan_), "table sbtest2 has no column pad");
}

TEST_P(Check, marking_a_run_where_nothing_was_prepared_changes_nothing) {
    const auto marked = load::mark_run_started(*connect());
    EXPECT_TRUE(marked);
    EXPECT_TRUE(tables().empty());
}

}  // namespace
}  // namespace oltpsim::test
