// One oltpsim at a time changes a database.
#include "place.hpp"

#include <thread>

namespace oltpsim::test {
namespace {

using Lock = LoadTest;

INSTANTIATE_TEST_SUITE_P(Everywhere, Lock, testing::ValuesIn(places()), place_name);

TEST_P(Lock, belongs_to_one_session_and_ends_with_it) {
    auto first = connect();
    auto second = connect();
    EXPECT_TRUE(first->try_lock("oltpsim").value());
    EXPECT_FALSE(second->try_lock("oltpsim").value());
    const std::size_t other = add_database();
    EXPECT_TRUE(connect(other)->try_lock("oltpsim").value()) << "another database";
    first.reset();
    bool taken = false;
    for (int i = 0; i < 100 && !taken; ++i) {
        taken = *second->try_lock("oltpsim");
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    EXPECT_TRUE(taken);
}

TEST_P(Lock, second_prepare_and_cleanup_touch_nothing_while_the_first_prepare_is_at_work) {
    const plan::RunPlan plan_ = plan({{"tables", "2"}, {"table_size", "2000"}});
    load::LoadSettings settings;
    bool tried = false;
    settings.progress_interval = std::chrono::milliseconds{1};
    settings.on_progress = [&](const load::Progress&) {
        if (tried) {
            return;
        }
        tried = true;
        const auto prepared = load::prepare(plan_, {}, stop_);
        const auto cleaned = load::cleanup(plan_, {}, stop_);
        for (const auto& error : {prepared.targets.at(0).error, cleaned.targets.at(0).error}) {
            ASSERT_TRUE(error.has_value());
            EXPECT_EQ(error->cls, db::ErrorClass::lock_timeout);
            EXPECT_NE(error->message.find("another oltpsim prepare"), std::string::npos)
                << error->describe();
        }
        EXPECT_EQ(prepared.targets[0].rows, 0U);
        EXPECT_TRUE(cleaned.targets[0].dropped.empty());
    };
    const auto report = load::prepare(plan_, settings, stop_);
    EXPECT_TRUE(tried);
    EXPECT_TRUE(report.ok()) << to_text(report);
    const auto check = load::check(plan_, {}, stop_);
    EXPECT_TRUE(check.passed()) << failures_of(check);
    const auto cleaned = load::cleanup(plan_, {}, stop_);
    EXPECT_TRUE(cleaned.ok());
}

}  // namespace
}  // namespace oltpsim::test
