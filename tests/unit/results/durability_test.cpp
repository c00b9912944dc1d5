#include "results/durability.hpp"
#include "results/make_step_result.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using testing::HasSubstr;

std::vector<std::string> gaps(const Settings& settings) {
    std::vector<std::string> names;
    for (const auto& [setting, meaning] : durability_gaps(settings)) {
        names.push_back(setting);
    }
    return names;
}

TEST(Durability, safe_servers_have_no_gap) {
    EXPECT_TRUE(
        gaps({{"fsync", "on"}, {"synchronous_commit", "on"}, {"full_page_writes", "on"}}).empty()
    );
    EXPECT_TRUE(gaps({{"innodb_flush_log_at_trx_commit", "1"},
                      {"innodb_doublewrite", "ON"},
                      {"log_bin", "ON"},
                      {"sync_binlog", "1"},
                      {"innodb_flush_method", "O_DIRECT"}})
                    .empty());
    EXPECT_TRUE(gaps({}).empty());
}

TEST(Durability, every_setting_that_loses_commits_is_named) {
    EXPECT_THAT(
        gaps({{"fsync", "off"}, {"synchronous_commit", "off"}, {"full_page_writes", "off"}}),
        testing::ElementsAre("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    );
    EXPECT_THAT(
        gaps(
            {{"innodb_flush_log_at_trx_commit", "2"},
             {"innodb_doublewrite", "OFF"},
             {"log_bin", "ON"},
             {"sync_binlog", "0"},
             {"innodb_flush_method", "nosync"}}
        ),
        testing::UnorderedElementsAre(
            "innodb_flush_log_at_trx_commit=2",
            "innodb_doublewrite=OFF",
            "sync_binlog=0",
            "innodb_flush_method=nosync"
        )
    );
    EXPECT_THAT(gaps({{"delayed_durability", "FORCED"}}), testing::SizeIs(1));
    EXPECT_THAT(gaps({{"synchronous", "normal"}, {"journal_mode", "memory"}}), testing::SizeIs(2));
}

TEST(Durability, a_binary_log_that_is_off_need_not_be_flushed) {
    EXPECT_TRUE(gaps({{"log_bin", "OFF"}, {"sync_binlog", "0"}}).empty());
}

TEST(Durability, buffers_are_read_in_the_servers_own_units) {
    EXPECT_EQ(buffer_bytes({{"innodb_buffer_pool_size", "134217728"}}), 134'217'728U);
    EXPECT_EQ(buffer_bytes({{"shared_buffers", "128MB"}}), 128ULL << 20U);
    EXPECT_EQ(buffer_bytes({{"shared_buffers", "24GB"}}), 24ULL << 30U);
    EXPECT_FALSE(buffer_bytes({{"shared_buffers", "default"}}));
    EXPECT_EQ(buffer_bytes({{"max_server_memory_mb", "49152"}}), 48ULL << 30U);
    EXPECT_FALSE(buffer_bytes({{"max_server_memory_mb", "2147483647"}}))
        << "SQL Server's \"no limit\"";
    EXPECT_FALSE(buffer_bytes({}));
}

TEST(Durability, a_step_warns_once_for_all_machines_and_when_they_differ) {
    const auto plan = support::plan_of(3);
    auto outcome = support::sound_outcome(3);
    for (auto& target : outcome.targets) {
        target.settings["innodb_doublewrite"] = "OFF";
    }
    outcome.targets[1].settings["innodb_flush_log_at_trx_commit"] = "0";
    const auto step = make_step_result(plan, plan.steps.front(), outcome, support::error_names());
    EXPECT_THAT(step.notes, testing::Contains(HasSubstr("all 3 VMs: innodb_doublewrite=OFF")));
    EXPECT_THAT(step.notes, testing::Contains(HasSubstr("vm02: innodb_flush_log_at_trx_commit=0")));
    EXPECT_THAT(step.notes, testing::Contains(HasSubstr("differ in their durability")));
    EXPECT_TRUE(step.valid) << "numbers are right, only a comparison is not";
}

}  // namespace
}  // namespace oltpsim::results
