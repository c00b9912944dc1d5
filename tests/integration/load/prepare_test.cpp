// What prepare makes, what it refuses, and what it leaves alone.
#include "place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::test {
namespace {

using load::LoadOutcome;
using Prepare = LoadTest;

INSTANTIATE_TEST_SUITE_P(Everywhere, Prepare, testing::ValuesIn(places()), place_name);

TEST_P(Prepare, loads_every_table_exactly_and_says_so) {
    const plan::RunPlan three = plan({{"tables", "3"}, {"table_size", "2500"}});
    std::vector<load::Progress> told;
    load::LoadSettings settings;
    settings.progress_interval = std::chrono::milliseconds{20};
    settings.on_progress = [&](const load::Progress& progress) { told.push_back(progress); };
    const auto report = load::prepare(three, settings, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    EXPECT_EQ(report.targets.at(0).outcome, LoadOutcome::loaded);
    EXPECT_EQ(report.targets.at(0).rows, 7500U);
    for (const char* table : {"sbtest1", "sbtest2", "sbtest3"}) {
        const auto rows =
            ask(fmt::format("SELECT COUNT(*), MIN(id), MAX(id), MIN(k), MAX(k) FROM {}", table));
        EXPECT_EQ(rows.integer(0, 0), 2500);
        EXPECT_EQ(rows.integer(0, 1), 1);
        EXPECT_EQ(rows.integer(0, 2), 2500);
        EXPECT_GE(rows.integer(0, 3), 1);
        EXPECT_LE(rows.integer(0, 4), 2500);
    }
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().rows_done, 7500U);
    EXPECT_EQ(told.back().rows_total, 7500U);
    EXPECT_EQ(told.back().targets.at(0).stage, load::Stage::over);
    EXPECT_GT(told.back().targets.at(0).bytes_total, 0);
    EXPECT_EQ(told.back().targets.at(0).finish_done, 3U);
    const auto check = load::check(three, {}, stop_);
    EXPECT_TRUE(check.passed()) << failures_of(check);
    EXPECT_TRUE(check.targets.at(0).loaded_by_us);
}

TEST_P(Prepare, second_call_finds_everything_loaded) {
    const plan::RunPlan one = plan({{"table_size", "500"}});
    ASSERT_TRUE(load::prepare(one, {}, stop_).ok());
    const auto digest = rows_digest(1);
    const auto again = load::prepare(one, {}, stop_);
    EXPECT_EQ(again.targets.at(0).outcome, LoadOutcome::already_loaded) << to_text(again);
    EXPECT_EQ(again.targets.at(0).rows, 0U);
    EXPECT_EQ(rows_digest(1), digest);
    // Another script on the same tables is the same data.
    const auto other = load::prepare(plan({{"table_size", "500"}}, "oltp_point_select"), {}, stop_);
    EXPECT_EQ(other.targets.at(0).outcome, LoadOutcome::already_loaded) << to_text(other);
}

TEST_P(Prepare, next_insert_gets_the_id_behind_the_loaded_ones) {
    ASSERT_TRUE(load::prepare(plan({{"table_size", "500"}}), {}, stop_).ok());
    ask("INSERT INTO sbtest1 (k, c, pad) VALUES (1, 'x', 'y')");
    EXPECT_EQ(ask("SELECT id FROM sbtest1 WHERE pad = 'y'").integer(0, 0), 501);
}

TEST_P(Prepare, refuses_tables_that_are_not_its_own_and_touches_nothing) {
    ask("CREATE TABLE sbtest2 (a INTEGER)");
    const auto before = tables();
    const auto report = load::prepare(plan({{"tables", "3"}, {"table_size", "500"}}), {}, stop_);
    ASSERT_EQ(report.targets.at(0).outcome, LoadOutcome::failed);
    EXPECT_EQ(report.targets[0].error->cls, db::ErrorClass::schema_mismatch);
    EXPECT_NE(report.targets[0].error->message.find("sbtest2"), std::string::npos)
        << to_text(report);
    EXPECT_EQ(tables(), before);
}

TEST_P(Prepare, refuses_other_options_or_seed_and_names_what_differs) {
    ASSERT_TRUE(load::prepare(plan({{"table_size", "500"}}), {}, stop_).ok());
    const auto digest = rows_digest(1);
    const auto larger = load::prepare(plan({{"table_size", "600"}}), {}, stop_);
    ASSERT_EQ(larger.targets.at(0).outcome, LoadOutcome::failed);
    EXPECT_EQ(larger.targets[0].error->cls, db::ErrorClass::schema_mismatch);
    EXPECT_NE(
        larger.targets[0].error->message.find("table_size=500 there, table_size=600 in the plan"),
        std::string::npos
    ) << to_text(larger);
    plan::RunPlan seeded = plan({{"table_size", "500"}});
    seeded.targets[0].seed = 8;
    const auto other = load::prepare(seeded, {}, stop_);
    ASSERT_EQ(other.targets.at(0).outcome, LoadOutcome::failed);
    EXPECT_NE(
        other.targets[0].error->message.find("seed=7 there, seed=8 in the plan"), std::string::npos
    );
    EXPECT_EQ(rows_digest(1), digest);
}

TEST_P(Prepare, one_unreachable_target_leaves_all_untouched) {
    add_database();
    plan::RunPlan two = plan({{"table_size", "500"}});
    two.session.connect_timeout = std::chrono::seconds{3};
    two.targets[1].url.port = 1;
    two.targets[1].url.host = "127.0.0.1";
    two.targets[1].url.params.clear();
    if (GetParam().label == "sqlite") {
        two.targets[1].url.database = "/nonexistent/folder/file.db";
    }
    const auto report = load::prepare(two, {}, stop_);
    EXPECT_EQ(report.targets.at(0).outcome, LoadOutcome::not_started) << to_text(report);
    EXPECT_EQ(report.targets.at(1).outcome, LoadOutcome::failed);
    EXPECT_TRUE(report.targets[1].error.has_value());
    EXPECT_TRUE(tables(0).empty());
}

TEST_P(Prepare, targets_get_different_rows_and_the_same_ones_again) {
    add_database();
    const plan::RunPlan two = plan({{"table_size", "500"}});
    ASSERT_TRUE(load::prepare(two, {}, stop_).ok());
    const std::uint64_t first = rows_digest(1, 0);
    EXPECT_NE(first, rows_digest(1, 1));
    ASSERT_TRUE(load::cleanup(two, {}, stop_).ok());
    ASSERT_TRUE(load::prepare(two, {}, stop_).ok());
    EXPECT_EQ(first, rows_digest(1, 0));
}

TEST_P(Prepare, makes_the_tables_of_every_option) {
    for (const Options& options :
         {Options{{"auto_inc", "off"}},
          Options{{"secondary", "on"}},
          Options{{"create_secondary", "off"}},
          Options{{"compat", "0.5"}}}) {
        Options with_size = options;
        with_size["table_size"] = "300";
        const plan::RunPlan one = plan(with_size);
        const auto report = load::prepare(one, {}, stop_);
        ASSERT_TRUE(report.ok()) << to_text(report);
        const auto check = load::check(one, {}, stop_);
        EXPECT_TRUE(check.passed()) << failures_of(check);
        ASSERT_TRUE(load::cleanup(one, {}, stop_).ok());
        EXPECT_TRUE(tables().empty());
    }
}

TEST_P(Prepare, makes_empty_tables_for_bulk_insert_one_per_client) {
    const plan::RunPlan bulk = plan({}, "bulk_insert");
    const auto report = load::prepare(bulk, {}, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    EXPECT_EQ(ask("SELECT COUNT(*) FROM sbtest2").integer(0, 0), 0);
    const auto admin = connect();
    EXPECT_EQ(*load::fits(bulk, bulk.targets[0], *admin), "");
    ask("INSERT INTO sbtest2 (id, k) VALUES (1, 1)");
    EXPECT_NE(load::fits(bulk, bulk.targets[0], *admin)->find("not empty"), std::string::npos);
}

}  // namespace
}  // namespace oltpsim::test
