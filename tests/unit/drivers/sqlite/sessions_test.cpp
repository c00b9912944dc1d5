// What only SQLite does: files that are missing or no databases, snapshots, a full disk, settings.
#include "db/driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace oltpsim::drivers::sqlite {

std::unique_ptr<db::Driver> make_driver();

namespace {

namespace fs = std::filesystem;
using db::ErrorClass;
using testing::HasSubstr;

class SqliteSessions : public testing::Test {
protected:
    SqliteSessions()
        : folder_(fs::path(testing::TempDir()) / ("oltpsim_sqlite_" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
        select_ = add("SELECT COUNT(*) FROM t", db::RowUse::keep);
        insert_ = add("INSERT INTO t (v) VALUES (zeroblob(3000))", db::RowUse::none);
        few_pages_ = add("PRAGMA max_page_count = 10", db::RowUse::none);
    }
    ~SqliteSessions() override { fs::remove_all(folder_); }

    std::string file() const { return (folder_ / "vm.db").string(); }
    db::Endpoint endpoint(const std::string& params = {}) const {
        return {db::TargetUrl::parse("sqlite:" + file() + params).value(), {}};
    }
    std::unique_ptr<db::AdminConnection> admin(const std::string& params = {}) const {
        auto connected = driver_->connect_admin(endpoint(params), {});
        EXPECT_TRUE(connected) << connected.error().describe();
        return std::move(*connected);
    }
    std::unique_ptr<db::Connection> connection(const db::SessionOptions& options = {}) const {
        return driver_->make_connection(endpoint(), options, statements_, nullptr);
    }
    void make_table() const {
        const auto made = admin()->query("CREATE TABLE t (id INTEGER PRIMARY KEY, v)");
        ASSERT_TRUE(made) << made.error().describe();
    }
    bool run(db::Connection& connection, std::initializer_list<db::Command> commands) const {
        EXPECT_TRUE(connection.start(std::span(commands.begin(), commands.size())));
        return connection.ok();
    }
    db::Command call(std::uint32_t id) const {
        return {db::CommandKind::execute, &statements_[id], {}};
    }

    std::uint32_t select_, insert_, few_pages_;
    std::unique_ptr<db::Driver> driver_ = make_driver();

private:
    std::uint32_t add(const char* sql, db::RowUse rows) {
        db::Statement one;
        one.name = one.sql = sql;
        one.rows = rows;
        return statements_.add(one);
    }

    db::StatementSet statements_;
    fs::path folder_;
};

TEST_F(SqliteSessions, a_missing_file_is_told_and_not_made) {
    const auto c = connection();
    EXPECT_TRUE(c->open());
    EXPECT_FALSE(c->ok());
    EXPECT_EQ(c->error().cls, ErrorClass::schema_mismatch);
    EXPECT_THAT(c->error().describe(), HasSubstr(file()));
    EXPECT_FALSE(fs::exists(file()));
}

TEST_F(SqliteSessions, looking_at_a_missing_file_does_not_make_it) {
    const auto a = admin();
    EXPECT_TRUE(a->tables()->empty());
    EXPECT_EQ(a->facts()->product, "SQLite");
    EXPECT_EQ(a->query("SELECT 1").error().cls, ErrorClass::schema_mismatch);
    EXPECT_TRUE(a->query("DROP TABLE IF EXISTS t"));
    EXPECT_TRUE(a->rollback());
    EXPECT_FALSE(fs::exists(file()));
}

TEST_F(SqliteSessions, the_first_change_makes_the_file_and_others_find_it) {
    const auto early = admin();
    make_table();
    EXPECT_TRUE(fs::exists(file()));
    EXPECT_THAT(*early->tables(), testing::ElementsAre("t"));
    const auto c = connection();
    EXPECT_TRUE(c->open());
    EXPECT_TRUE(run(*c, {call(select_)})) << c->error().describe();
}

TEST_F(SqliteSessions, a_missing_folder_is_connect_failed) {
    const db::Endpoint nowhere{
        db::TargetUrl::parse("sqlite:" + file() + "/below/x.db").value(), {}
    };
    const auto connected = driver_->connect_admin(nowhere, {});
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().cls, ErrorClass::connect_failed);
}

TEST_F(SqliteSessions, a_file_of_another_kind_is_connect_failed_and_left_alone) {
    const std::string text(5000, 'x');
    std::ofstream(file()) << text;
    const auto c = connection();
    EXPECT_TRUE(c->open());
    EXPECT_EQ(c->error().cls, ErrorClass::connect_failed) << c->error().describe();
    const auto connected = driver_->connect_admin(endpoint(), {});
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().cls, ErrorClass::connect_failed);
    EXPECT_EQ(fs::file_size(file()), text.size());
}

TEST_F(SqliteSessions, settings_of_the_url_are_in_force_and_reported) {
    const std::string params =
        "?synchronous=normal&page_size=8192&cache_size_mb=7&checkpoint_pages=0";
    ASSERT_TRUE(admin(params)->query("CREATE TABLE t (id INTEGER PRIMARY KEY, v)"));
    const auto facts = admin(params)->facts();
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->settings.at("journal_mode"), "wal");
    EXPECT_EQ(facts->settings.at("synchronous"), "normal");
    EXPECT_EQ(facts->settings.at("page_size"), "8192");
    EXPECT_EQ(facts->settings.at("cache_size"), "-7000");
    EXPECT_EQ(facts->settings.at("wal_autocheckpoint"), "0");
    EXPECT_EQ(admin()->facts()->settings.at("synchronous"), "full");
}

TEST_F(SqliteSessions, bad_parameters_are_named) {
    const std::pair<const char*, const char*> bad[] = {
        {"sqlite:x.db?synchronous=fast", "synchronous"},
        {"sqlite:x.db?page_size=5000", "power of two"},
        {"sqlite:x.db?page_size=1", "page_size"},
        {"sqlite:x.db?cache_size_mb=-1", "cache_size_mb"},
        {"sqlite:x.db?mmap_mb=1x", "mmap_mb"},
        {"sqlite::memory:", "one file"},
        {"sqlite:", "file name"},
        {"sqlite:/tmp/", "file name"},
        {"sqlite://host/x.db", "is a file"},
    };
    for (const auto& [url, part] : bad) {
        const auto checked = driver_->check(db::TargetUrl::parse(url).value());
        ASSERT_FALSE(checked) << url;
        EXPECT_EQ(checked.error().cls, ErrorClass::bad_argument);
        EXPECT_THAT(checked.error().message, HasSubstr(part));
    }
}

TEST_F(SqliteSessions, writing_after_a_snapshot_that_is_old_fails_to_serialize) {
    make_table();
    const auto a = connection();
    const auto b = connection();
    ASSERT_TRUE(a->open() && b->open());
    ASSERT_TRUE(run(*a, {{db::CommandKind::begin_read_only, nullptr, {}}, call(select_)}));
    ASSERT_TRUE(run(*b, {call(insert_)}));
    EXPECT_FALSE(run(*a, {call(insert_)}));
    EXPECT_EQ(a->error().cls, ErrorClass::serialization_failure) << a->error().describe();
    EXPECT_TRUE(a->in_transaction());
    EXPECT_TRUE(run(*a, {{db::CommandKind::rollback, nullptr, {}}, call(insert_)}));
}

TEST_F(SqliteSessions, a_full_database_is_out_of_space_and_nothing_is_lost) {
    make_table();
    const auto c = connection();
    ASSERT_TRUE(c->open());
    ASSERT_TRUE(run(*c, {call(few_pages_)})) << c->error().describe();
    std::int64_t committed = 0;
    while (run(*c, {call(insert_)})) {
        ASSERT_LT(++committed, 100);
    }
    EXPECT_EQ(c->error().cls, ErrorClass::out_of_space) << c->error().describe();
    EXPECT_FALSE(run(*c, {{db::CommandKind::begin, nullptr, {}}, call(insert_)}));
    EXPECT_EQ(c->error().cls, ErrorClass::out_of_space) << c->error().describe();
    // SQLite rolls back by itself; the client's rollback is harmless.
    EXPECT_TRUE(run(*c, {{db::CommandKind::rollback, nullptr, {}}, call(select_)}))
        << c->error().describe();
    EXPECT_EQ(c->result(1).integer(0, 0), committed);
}

TEST_F(SqliteSessions, abort_ends_a_wait_for_a_lock) {
    make_table();
    const auto holder = connection();
    const auto waiter = connection();
    ASSERT_TRUE(holder->open() && waiter->open());
    ASSERT_TRUE(run(*holder, {{db::CommandKind::begin, nullptr, {}}}));
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        waiter->abort(ErrorClass::cancelled);
    });
    const TimePoint started = steady_now();
    EXPECT_FALSE(run(*waiter, {{db::CommandKind::begin, nullptr, {}}}));
    stopper.join();
    EXPECT_LT(steady_now() - started, std::chrono::seconds{3});
    EXPECT_EQ(waiter->error().cls, ErrorClass::cancelled) << waiter->error().describe();
    EXPECT_FALSE(waiter->is_open());
}

}  // namespace
}  // namespace oltpsim::drivers::sqlite
