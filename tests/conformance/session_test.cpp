// Opening, closing and losing sessions.
#include "conformance/fixture.hpp"

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::ErrorClass;
using db::RowUse;
using db::Value;

constexpr Nanos kSoon = std::chrono::seconds{5};

TEST_P(Conformance, opens_closes_and_opens_again) {
    const auto one = statement("SELECT 1", {}, RowUse::count);
    admin();
    make_table("id INT PRIMARY KEY");
    const auto s = session();
    EXPECT_FALSE(s->connection().is_open());
    for (int round = 0; round < 5; ++round) {
        ASSERT_TRUE(s->open()) << s->outcome();
        EXPECT_TRUE(s->connection().is_open());
        EXPECT_FALSE(s->connection().in_transaction());
        ASSERT_TRUE(s->run({call(one)})) << s->outcome();
        s->connection().close();
        EXPECT_FALSE(s->connection().is_open());
        s->connection().close();  // harmless
    }
}

TEST_P(Conformance, close_ends_an_open_transaction) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto insert = statement("INSERT INTO {t} VALUES (?)", {ColumnType::int32});
    const auto s = open_session();
    ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(1)})})) << s->outcome();
    s->connection().close();
    EXPECT_FALSE(s->connection().in_transaction());
    ASSERT_TRUE(s->open()) << s->outcome();
    ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(1)}), commit()})) << s->outcome();
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 1);
}

TEST_P(Conformance, running_on_a_closed_session_fails) {
    make_table("id INT PRIMARY KEY");
    const auto one = statement("SELECT 1", {}, RowUse::count);
    const auto s = open_session();
    s->connection().close();
    EXPECT_FALSE(s->run({call(one)}));
    EXPECT_EQ(s->error().cls, ErrorClass::connection_lost);
}

TEST_P(Conformance, abort_ends_a_statement_in_flight_and_the_session) {
    NEEDS(content);
    NEEDS(sleep);
    make_table("id INT PRIMARY KEY");
    const auto sleep = statement(dialect().sleep, {}, RowUse::count);
    const auto one = statement("SELECT 1", {}, RowUse::count);
    const auto s = open_session();
    const TimePoint started = steady_now();
    s->start({begin(), call(sleep)});
    s->let_run(std::chrono::milliseconds{300});
    EXPECT_TRUE(s->connection().busy()) << s->outcome();
    s->abort(ErrorClass::cancelled);
    EXPECT_FALSE(s->wait());
    EXPECT_LT(steady_now() - started, kSoon);
    EXPECT_EQ(s->error().cls, ErrorClass::cancelled) << s->outcome();
    EXPECT_FALSE(s->connection().is_open());
    EXPECT_FALSE(s->connection().in_transaction());
    ASSERT_TRUE(s->open()) << s->outcome();
    EXPECT_TRUE(s->run({call(one)})) << s->outcome();
}

TEST_P(Conformance, abort_while_idle_is_harmless) {
    if (!is_async()) {
        GTEST_SKIP() << target().label << " blocks: its abort() may hit the next statement";
    }
    const auto one = statement("SELECT 1", {}, RowUse::count);
    const auto s = open_session();
    s->abort(ErrorClass::cancelled);
    if (!s->connection().is_open()) {
        ASSERT_TRUE(s->open()) << s->outcome();
    }
    EXPECT_TRUE(s->run({call(one)})) << s->outcome();
}

TEST_P(Conformance, a_statement_past_its_deadline_ends_the_session) {
    NEEDS(content);
    NEEDS(sleep);
    make_table("id INT PRIMARY KEY");
    const auto sleep = statement(dialect().sleep, {}, RowUse::count);
    const auto one = statement("SELECT 1", {}, RowUse::count);
    db::SessionOptions options;
    options.statement_timeout = std::chrono::milliseconds{500};
    const auto s = open_session(options);
    const TimePoint started = steady_now();
    EXPECT_FALSE(s->run({call(one), call(sleep)}));
    EXPECT_EQ(s->connection().failed_index(), 1U);
    EXPECT_GE(steady_now() - started, options.statement_timeout);
    EXPECT_LT(steady_now() - started, kSoon);
    EXPECT_EQ(s->error().cls, ErrorClass::statement_timeout) << s->outcome();
    ASSERT_TRUE(s->open()) << s->outcome();
    EXPECT_TRUE(s->run({call(one)})) << s->outcome();
}

TEST_P(Conformance, a_deadline_counts_per_statement_and_not_per_group) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto insert = statement("INSERT INTO {t} VALUES (?)", {ColumnType::int32});
    db::SessionOptions options;
    options.statement_timeout = std::chrono::milliseconds{500};
    const auto s = open_session(options);
    const TimePoint started = steady_now();
    for (int id = 0; steady_now() - started < std::chrono::milliseconds{800}; ++id) {
        ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(id)}), commit()}))
            << s->outcome();
    }
}

TEST_P(Conformance, a_session_ended_by_the_server_is_lost_and_opens_again) {
    NEEDS(kill);
    NEEDS(sleep);
    make_table("id INT PRIMARY KEY");
    const auto own_id = statement(dialect().own_id, {}, RowUse::keep);
    const auto sleep = statement(dialect().sleep, {}, RowUse::count);
    const auto insert = statement("INSERT INTO {t} VALUES (?)", {ColumnType::int32});
    const auto s = open_session();
    const auto kill = [&] {
        std::string sql = dialect().kill;
        sql.replace(sql.find("{id}"), 4, s->result().as_text(0, 0));
        (void)admin_query(sql);
    };
    // Idle inside a transaction.
    ASSERT_TRUE(s->run({call(own_id)})) << s->outcome();
    const std::string first = s->result().as_text(0, 0);
    kill();
    s->let_run(std::chrono::milliseconds{200});
    EXPECT_FALSE(s->run({begin(), call(insert, {Value::integer(1)})}));
    EXPECT_EQ(s->error().cls, ErrorClass::connection_lost) << s->outcome();
    ASSERT_TRUE(s->open()) << s->outcome();
    // In the middle of a statement; prepared handles of the old session must be forgotten.
    ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(2)}), commit()})) << s->outcome();
    ASSERT_TRUE(s->run({call(own_id)})) << s->outcome();
    EXPECT_NE(s->result().as_text(0, 0), first);
    std::string sql = dialect().kill;
    sql.replace(sql.find("{id}"), 4, s->result().as_text(0, 0));
    s->start({begin(), call(insert, {Value::integer(3)}), call(sleep)});
    s->let_run(std::chrono::milliseconds{300});
    (void)admin_query(sql);
    EXPECT_FALSE(s->wait());
    EXPECT_EQ(s->error().cls, ErrorClass::connection_lost) << s->outcome();
    EXPECT_EQ(s->connection().failed_index(), 2U);
    ASSERT_TRUE(s->open()) << s->outcome();
    ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(3)}), commit()})) << s->outcome();
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 2);
}

TEST_P(Conformance, many_sessions_live_side_by_side) {
    make_table("id INT PRIMARY KEY");
    const auto one = statement("SELECT 1", {}, RowUse::count);
    std::vector<std::unique_ptr<TestSession>> sessions;
    for (int i = 0; i < 20; ++i) {
        sessions.push_back(open_session());
    }
    for (const auto& s : sessions) {
        s->start({call(one)});
    }
    for (const auto& s : sessions) {
        EXPECT_TRUE(s->wait()) << s->outcome();
    }
}

}  // namespace
}  // namespace oltpsim::test
