// Statements, groups and results.
#include "conformance/fixture.hpp"

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::ErrorClass;
using db::RowUse;
using db::Value;

TEST_P(Conformance, a_prepared_statement_is_bound_anew_a_thousand_times) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v INT");
    const auto insert =
        statement("INSERT INTO {t} VALUES (?, ?)", {ColumnType::int32, ColumnType::int32});
    const auto select =
        statement("SELECT v FROM {t} WHERE id = ?", {ColumnType::int32}, RowUse::keep);
    const auto s = open_session();
    ASSERT_TRUE(s->run({begin()})) << s->outcome();
    for (int id = 0; id < 1000; ++id) {
        ASSERT_TRUE(s->run({call(insert, {Value::integer(id), Value::integer(id * 7)})}))
            << s->outcome();
        EXPECT_EQ(s->result().affected(), 1U);
    }
    ASSERT_TRUE(s->run({commit()})) << s->outcome();
    for (int id = 0; id < 1000; ++id) {
        ASSERT_TRUE(s->run({call(select, {Value::integer(id)})})) << s->outcome();
        ASSERT_EQ(s->result().rows(), 1U);
        ASSERT_EQ(s->result().integer(0, 0), id * 7);
    }
}

TEST_P(Conformance, an_unprepared_statement_does_the_same_as_a_prepared_one) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v VARCHAR(20)");
    const std::vector<ColumnType> types{ColumnType::int32, ColumnType::text};
    const auto insert = statement("INSERT INTO {t} VALUES (?, ?)", types, RowUse::none, false);
    const auto select = statement(
        "SELECT v FROM {t} WHERE id >= ? ORDER BY id", {ColumnType::int32}, RowUse::keep, false
    );
    const auto s = open_session();
    for (int id = 0; id < 3; ++id) {
        ASSERT_TRUE(s->run(
            {call(insert, {Value::integer(id), Value::text("it's \\ " + std::to_string(id))})}
        )) << s->outcome();
    }
    ASSERT_TRUE(s->run({call(select, {Value::integer(1)})})) << s->outcome();
    ASSERT_EQ(s->result().rows(), 2U);
    EXPECT_EQ(s->result().text(0, 0), "it's \\ 1");
    EXPECT_EQ(s->result().text(1, 0), "it's \\ 2");
}

TEST_P(Conformance, counting_and_keeping_rows_agree) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v CHAR(40)");
    const auto insert =
        statement("INSERT INTO {t} VALUES (?, ?)", {ColumnType::int32, ColumnType::fixed_char});
    const std::string sql = "SELECT id, v FROM {t} WHERE id < ? ORDER BY id";
    const auto count = statement(sql, {ColumnType::int32}, RowUse::count);
    const auto keep = statement(sql, {ColumnType::int32}, RowUse::keep);
    const auto s = open_session();
    ASSERT_TRUE(s->run({begin()}));
    for (int id = 0; id < 500; ++id) {
        ASSERT_TRUE(s->run({call(insert, {Value::integer(id), Value::text("some text of a row")})}))
            << s->outcome();
    }
    ASSERT_TRUE(s->run({commit()}));
    for (const int limit : {0, 1, 100, 500, 1000}) {
        ASSERT_TRUE(s->run({call(count, {Value::integer(limit)})})) << s->outcome();
        EXPECT_EQ(s->result().rows(), static_cast<std::uint64_t>(std::min(limit, 500)));
        ASSERT_TRUE(s->run({call(keep, {Value::integer(limit)})})) << s->outcome();
        EXPECT_EQ(s->result().rows(), static_cast<std::uint64_t>(std::min(limit, 500)));
        EXPECT_EQ(s->result().columns(), 2U);
    }
    EXPECT_EQ(s->result().integer(499, 0), 499);
}

TEST_P(Conformance, affected_rows_are_those_changed) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v INT");
    const auto insert = statement("INSERT INTO {t} VALUES (1, 1), (2, 2), (3, 3)");
    const auto update =
        statement("UPDATE {t} SET v = v + ? WHERE id >= ?", {ColumnType::int32, ColumnType::int32});
    const auto remove = statement("DELETE FROM {t} WHERE id = ?", {ColumnType::int32});
    const auto s = open_session();
    ASSERT_TRUE(s->run({call(insert)})) << s->outcome();
    EXPECT_EQ(s->result().affected(), 3U);
    ASSERT_TRUE(s->run({call(update, {Value::integer(1), Value::integer(2)})})) << s->outcome();
    EXPECT_EQ(s->result().affected(), 2U);
    ASSERT_TRUE(s->run({call(update, {Value::integer(1), Value::integer(9)})})) << s->outcome();
    EXPECT_EQ(s->result().affected(), 0U);
    ASSERT_TRUE(s->run({call(remove, {Value::integer(1)})})) << s->outcome();
    EXPECT_EQ(s->result().affected(), 1U);
    EXPECT_EQ(s->result().rows(), 0U);
}

TEST_P(Conformance, rows_of_a_statement_that_is_said_to_have_none_are_dropped) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto none = statement("SELECT 1", {}, RowUse::none);
    const auto one = statement("SELECT 2", {}, RowUse::keep);
    const auto s = open_session();
    ASSERT_TRUE(s->run({call(none), call(one), call(none), call(one)})) << s->outcome();
    EXPECT_EQ(s->result(3).integer(0, 0), 2);
}

TEST_P(Conformance, a_group_runs_in_order_and_keeps_each_result) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v INT");
    const auto insert =
        statement("INSERT INTO {t} VALUES (?, ?)", {ColumnType::int32, ColumnType::int32});
    const auto sum = statement("SELECT COUNT(*), MAX(v) FROM {t}", {}, RowUse::keep);
    for (const auto mode : {db::Pipelining::off, db::Pipelining::full}) {
        (void)admin_query("DELETE FROM {t}");
        db::SessionOptions options;
        options.pipelining = mode;
        const auto s = open_session(options);
        ASSERT_TRUE(s->run(
            {begin(),
             call(insert, {Value::integer(1), Value::integer(10)}),
             call(sum),
             call(insert, {Value::integer(2), Value::integer(20)}),
             call(sum),
             commit()},
            true
        )) << s->outcome();
        EXPECT_FALSE(s->connection().in_transaction());
        EXPECT_EQ(s->result(1).affected(), 1U);
        EXPECT_EQ(s->result(2).integer(0, 0), 1);
        EXPECT_EQ(s->result(2).integer(0, 1), 10);
        EXPECT_EQ(s->result(4).integer(0, 0), 2);
        EXPECT_EQ(s->result(4).integer(0, 1), 20);
    }
}

TEST_P(Conformance, a_group_stops_at_its_first_error) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto insert = statement("INSERT INTO {t} VALUES (?)", {ColumnType::int32});
    for (const auto mode : {db::Pipelining::off, db::Pipelining::full}) {
        (void)admin_query("DELETE FROM {t}");
        db::SessionOptions options;
        options.pipelining = mode;
        const auto s = open_session(options);
        EXPECT_FALSE(s->run(
            {begin(),
             call(insert, {Value::integer(1)}),
             call(insert, {Value::integer(1)}),
             call(insert, {Value::integer(2)}),
             commit()},
            true
        ));
        EXPECT_EQ(s->connection().failed_index(), 2U) << s->outcome();
        EXPECT_EQ(s->error().cls, ErrorClass::constraint_violation) << s->outcome();
        EXPECT_TRUE(s->connection().in_transaction());
        EXPECT_TRUE(s->connection().is_open());
        ASSERT_TRUE(s->run({rollback()})) << s->outcome();
        EXPECT_FALSE(s->connection().in_transaction());
        ASSERT_TRUE(s->run({begin(), call(insert, {Value::integer(5)}), commit()}, true))
            << s->outcome();
        EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 1);
    }
}

TEST_P(Conformance, a_long_batch_with_large_values_and_results_goes_through) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, v " + dialect().long_text_type);
    const auto insert =
        statement("INSERT INTO {t} VALUES (?, ?)", {ColumnType::int32, ColumnType::text});
    const auto select =
        statement("SELECT v FROM {t} WHERE id = ?", {ColumnType::int32}, RowUse::keep);
    db::SessionOptions options;
    options.pipelining = db::Pipelining::full;
    const auto s = open_session(options);
    const std::string large(100'000, 'x');
    std::vector<Order> orders;
    for (int id = 0; id < 40; ++id) {
        orders.push_back(call(insert, {Value::integer(id), Value::text(large)}));
        orders.push_back(call(select, {Value::integer(id)}));
    }
    ASSERT_TRUE(s->run(orders, true)) << s->outcome();
    for (std::size_t i = 1; i < orders.size(); i += 2) {
        ASSERT_EQ(s->result(i).text(0, 0).size(), large.size());
    }
}

TEST_P(Conformance, a_missing_table_is_a_schema_mismatch_and_the_session_lives_on) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto missing = statement(
        "SELECT id FROM no_such_table_here WHERE id = ?", {ColumnType::int32}, RowUse::keep
    );
    const auto column = statement("SELECT no_such_column FROM {t}", {}, RowUse::keep);
    const auto one = statement("SELECT 1", {}, RowUse::keep);
    const auto s = open_session();
    for (int round = 0; round < 2; ++round) {
        EXPECT_FALSE(s->run({call(missing, {Value::integer(1)})}));
        EXPECT_EQ(s->error().cls, ErrorClass::schema_mismatch) << s->outcome();
        EXPECT_FALSE(s->run({call(column)}));
        EXPECT_EQ(s->error().cls, ErrorClass::schema_mismatch) << s->outcome();
        ASSERT_TRUE(s->run({call(one)})) << s->outcome();
    }
}

TEST_P(Conformance, a_table_made_later_is_found_by_the_same_statement) {
    NEEDS(content);
    admin();
    (void)admin_query("DROP TABLE IF EXISTS {t}");
    (void)admin_query("CREATE TABLE {t} (id INT PRIMARY KEY)");
    (void)admin_query("DROP TABLE {t}");
    const auto count = statement("SELECT COUNT(*) FROM {t}", {}, RowUse::keep);
    const auto s = open_session();
    EXPECT_FALSE(s->run({call(count)}));
    (void)admin_query("CREATE TABLE {t} (id INT PRIMARY KEY)");
    ASSERT_TRUE(s->run({call(count)})) << s->outcome();
    EXPECT_EQ(s->result().integer(0, 0), 0);
}

TEST_P(Conformance, the_end_is_stamped_after_the_start) {
    make_table("id INT PRIMARY KEY");
    const auto one = statement("SELECT 1", {}, RowUse::count);
    const auto s = open_session();
    const TimePoint before = steady_now();
    ASSERT_TRUE(s->run({call(one)})) << s->outcome();
    EXPECT_GE(s->connection().finished_at(), before);
    EXPECT_LE(s->connection().finished_at(), steady_now());
}

TEST_P(Conformance, three_hundred_statements_fit_one_session) {
    make_table("id INT PRIMARY KEY");
    std::vector<std::uint32_t> all;
    for (int i = 0; i < 300; ++i) {
        all.push_back(statement("SELECT " + std::to_string(i), {}, RowUse::keep));
    }
    const auto s = open_session();
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_TRUE(s->run({call(all[i])})) << s->outcome();
            if (can().content) {
                ASSERT_EQ(s->result().integer(0, 0), static_cast<std::int64_t>(i));
            }
        }
    }
}

}  // namespace
}  // namespace oltpsim::test
