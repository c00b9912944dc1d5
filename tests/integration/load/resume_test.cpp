// Interruptions of every kind end in the same rows as an undisturbed load.
#include "faulty_driver.hpp"
#include "place.hpp"

#include <fmt/format.h>

namespace oltpsim::test {
namespace {

using load::LoadOutcome;

class Resume : public LoadTest {
protected:
    static Options six_units() { return {{"tables", "6"}, {"table_size", "4000"}}; }

    /// Loads the same data index undisturbed into another database and compares row for row.
    void expect_same_as_undisturbed(const Options& options) {
        const std::size_t other = add_database();
        plan::RunPlan undisturbed = plan(options);
        undisturbed.targets.erase(undisturbed.targets.begin());
        undisturbed.targets[0].data_index = 0;
        undisturbed.targets[0].index = 0;
        const auto report = load::prepare(undisturbed, {}, stop_);
        ASSERT_TRUE(report.ok()) << to_text(report);
        for (std::uint32_t table = 1; table <= 6; ++table) {
            EXPECT_EQ(rows_digest(table, 0), rows_digest(table, other)) << "sbtest" << table;
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Everywhere, Resume, testing::ValuesIn(places()), place_name);

TEST_P(Resume, killed_twice_ends_with_the_rows_of_an_undisturbed_load) {
    plan::RunPlan plan_ = plan(six_units());
    plan_.load.connections = 1;
    load_and_kill_after(plan_, 5'000);
    EXPECT_EQ(units_done(), 1);
    load_and_kill_after(plan_, 9'000);
    const std::int64_t second = units_done();
    EXPECT_EQ(second, 3);
    const auto admin = connect();
    const auto unfinished = load::fits(plan_, plan_.targets[0], *admin);
    EXPECT_NE(unfinished->find("not finished"), std::string::npos) << *unfinished;
    const auto report = load::prepare(plan_, {}, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    EXPECT_EQ(report.targets.at(0).rows_resumed, static_cast<std::uint64_t>(second) * 4000);
    EXPECT_EQ(report.targets.at(0).rows + report.targets.at(0).rows_resumed, 24'000U);
    const auto check = load::check(plan_, {}, stop_);
    EXPECT_TRUE(check.passed()) << failures_of(check);
    expect_same_as_undisturbed(six_units());
}

TEST_P(Resume, connection_lost_inside_a_unit_is_opened_again) {
    Faults faults;
    const FaultyDriver faulty(*driver_, faults);
    plan::RunPlan plan_ = plan(six_units());
    plan_.targets[0].driver = &faulty;
    faults.rows_until_loss = 7'345;
    const auto report = load::prepare(plan_, {}, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    EXPECT_EQ(report.targets.at(0).retries, 1U);
    EXPECT_EQ(report.targets.at(0).rows, 24'000U);
    expect_same_as_undisturbed(six_units());
}

// The unit is in the database although the loader never heard so: loading it again would double every row.
TEST_P(Resume, commit_whose_answer_is_lost_is_not_repeated) {
    Faults faults;
    const FaultyDriver faulty(*driver_, faults);
    plan::RunPlan plan_ = plan(six_units());
    plan_.targets[0].driver = &faulty;
    faults.commits_until_lost_answer = 3;
    faults.commits_until_deadlock = 5;
    const auto report = load::prepare(plan_, {}, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    EXPECT_EQ(report.targets.at(0).retries, 2U);
    expect_same_as_undisturbed(six_units());
}

TEST_P(Resume, server_that_stays_away_fails_the_target_after_bounded_tries) {
    Faults faults;
    const FaultyDriver faulty(*driver_, faults);
    plan::RunPlan plan_ = plan(six_units());
    plan_.targets[0].driver = &faulty;
    faults.for_good = true;
    faults.rows_until_loss = 5'000;
    const auto report = load::prepare(plan_, {}, stop_);
    ASSERT_EQ(report.targets.at(0).outcome, LoadOutcome::failed) << to_text(report);
    EXPECT_EQ(report.targets[0].error->cls, db::ErrorClass::connection_lost);
    EXPECT_LE(report.targets[0].retries, 12U);
    faults.rows_until_loss = -1;
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    expect_same_as_undisturbed(six_units());
}

TEST_P(Resume, stopped_by_the_user_goes_on_later) {
    const plan::RunPlan plan_ = plan(six_units());
    load::LoadSettings settings;
    settings.progress_interval = std::chrono::milliseconds{1};
    settings.on_progress = [&](const load::Progress& progress) {
        stop_ = stop_ || progress.rows_done >= 2000;
    };
    const auto stopped = load::prepare(plan_, settings, stop_);
    EXPECT_TRUE(stopped.cancelled);
    EXPECT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.targets.at(0).outcome, LoadOutcome::cancelled) << to_text(stopped);
    EXPECT_FALSE(stopped.targets.at(0).error.has_value());
    stop_ = false;
    const auto report = load::prepare(plan_, {}, stop_);
    ASSERT_TRUE(report.ok()) << to_text(report);
    expect_same_as_undisturbed(six_units());
}

}  // namespace
}  // namespace oltpsim::test
