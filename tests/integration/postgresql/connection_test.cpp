// One measured session against a real server: values, rows, transactions, session settings.
#include "integration/postgresql/sessions.hpp"

#include <array>
#include <limits>
#include <string>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::CommandKind;
using db::RowUse;
using db::Value;

class PgSession : public BothPaths {};

TEST_P(PgSession, round_trips_every_column_type) {
    const auto echo =
        add("echo",
            "SELECT $1, $2, $3, $4, $5, $6, $7, NULL::int",
            {ColumnType::int32,
             ColumnType::int64,
             ColumnType::float64,
             ColumnType::text,
             ColumnType::fixed_char,
             ColumnType::decimal,
             ColumnType::timestamp});
    const auto session = connect();
    const std::string text = "ä'\\\n\t";
    const std::array<Value, 7> values{
        Value::integer(std::numeric_limits<std::int32_t>::min()),
        Value::integer(std::numeric_limits<std::int64_t>::max()),
        Value::floating(-0.1),
        Value::text(text),
        Value::text("c  "),
        Value::decimal(-12345678901234, 4),
        Value::timestamp(1'796'055'000'123'456)
    };
    ASSERT_TRUE(loop_.run(*session, execute(echo, values))) << session->error().describe();
    const auto& row = session->result();
    ASSERT_EQ(row.rows(), 1U);
    EXPECT_EQ(row.integer(0, 0), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(row.integer(0, 1), std::numeric_limits<std::int64_t>::max());
    EXPECT_DOUBLE_EQ(row.floating(0, 2), -0.1);
    EXPECT_EQ(row.text(0, 3), text);
    EXPECT_EQ(row.text(0, 4), "c  ");
    EXPECT_EQ(row.decimal(0, 5, 4), -12345678901234);
    EXPECT_EQ(row.integer(0, 6), 1'796'055'000'123'456);
    EXPECT_TRUE(row.is_null(0, 7));
}

TEST_P(PgSession, encodes_decimals_as_the_server_reads_them) {
    const auto echo = add("echo", "SELECT $1::text, $1", {ColumnType::decimal});
    const auto session = connect();
    constexpr std::array<std::pair<std::int64_t, std::uint8_t>, 8> kCases{
        {{0, 0},
         {0, 2},
         {-5, 2},
         {100, 0},
         {123456789, 4},
         {1, 18},
         {std::numeric_limits<std::int64_t>::min(), 3},
         {10000, 4}}
    };
    constexpr std::array<const char*, 8> kTexts{
        "0",
        "0.00",
        "-0.05",
        "100",
        "12345.6789",
        "0.000000000000000001",
        "-9223372036854775.808",
        "1.0000"
    };
    for (std::size_t i = 0; i < kCases.size(); ++i) {
        const std::array<Value, 1> value{Value::decimal(kCases[i].first, kCases[i].second)};
        ASSERT_TRUE(loop_.run(*session, execute(echo, value))) << session->error().describe();
        EXPECT_EQ(session->result().text(0, 0), kTexts[i]);
        EXPECT_EQ(session->result().decimal(0, 1, kCases[i].second), kCases[i].first);
    }
}

TEST_P(PgSession, reads_numerics_beyond_64_bits_as_text) {
    const auto huge = add("huge", "SELECT 123456789012345678901234567890.125, 'NaN'::numeric", {});
    const auto session = connect();
    ASSERT_TRUE(loop_.run(*session, execute(huge)));
    EXPECT_EQ(session->result().text(0, 0), "123456789012345678901234567890.125");
    EXPECT_EQ(session->result().text(0, 1), "NaN");
}

TEST_P(PgSession, passes_nulls_and_empty_texts) {
    const auto echo =
        add("echo", "SELECT $1 IS NULL, $2 = ''", {ColumnType::int32, ColumnType::text});
    const auto session = connect();
    const std::array<Value, 2> values{Value::null(), Value::text("")};
    ASSERT_TRUE(loop_.run(*session, execute(echo, values)));
    EXPECT_EQ(session->result().integer(0, 0), 1);
    EXPECT_EQ(session->result().integer(0, 1), 1);
}

TEST_P(PgSession, counts_rows_without_unpacking_and_tells_affected_ones) {
    const auto make_table =
        add("make", "CREATE TEMP TABLE t (id int PRIMARY KEY, c char(10))", {}, RowUse::none);
    const auto fill =
        add("fill",
            "INSERT INTO t SELECT i, 'x' FROM generate_series(1, $1) i",
            {ColumnType::int32},
            RowUse::none);
    const auto read =
        add("read", "SELECT * FROM t WHERE id <= $1", {ColumnType::int32}, RowUse::count);
    const auto change =
        add("change",
            "UPDATE t SET c = $1 WHERE id = $2",
            {ColumnType::fixed_char, ColumnType::int32},
            RowUse::none);
    const auto back =
        add("back", "DELETE FROM t WHERE id > $1 RETURNING id", {ColumnType::int32}, RowUse::count);
    const auto session = connect();
    const std::array<Value, 1> hundred{Value::integer(100)};
    const std::array<Value, 1> ten{Value::integer(10)};
    const std::array<Value, 2> none{Value::text("y"), Value::integer(1000)};
    ASSERT_TRUE(loop_.run(*session, execute(make_table)));
    ASSERT_TRUE(loop_.run(*session, execute(fill, hundred)));
    EXPECT_EQ(session->result().affected(), 100U);
    ASSERT_TRUE(loop_.run(*session, execute(read, ten)));
    EXPECT_EQ(session->result().rows(), 10U);
    EXPECT_EQ(session->result().affected(), 0U);
    ASSERT_TRUE(loop_.run(*session, execute(change, none)));
    EXPECT_EQ(session->result().affected(), 0U);
    ASSERT_TRUE(loop_.run(*session, execute(back, ten)));
    EXPECT_EQ(session->result().rows(), 90U);
    EXPECT_EQ(session->result().affected(), 90U);
}

TEST_P(PgSession, runs_a_group_in_order_and_keeps_each_result) {
    const auto one = add("one", "SELECT $1 + 1", {ColumnType::int32});
    const auto session = connect();
    const std::array<Value, 1> first{Value::integer(1)};
    const std::array<Value, 1> second{Value::integer(2)};
    const std::array<db::Command, 4> group{
        control(CommandKind::begin),
        execute(one, first),
        execute(one, second),
        control(CommandKind::commit)
    };
    ASSERT_TRUE(loop_.run(*session, group));
    EXPECT_EQ(session->result(1).integer(0, 0), 2);
    EXPECT_EQ(session->result(2).integer(0, 0), 3);
    EXPECT_FALSE(session->in_transaction());
}

TEST_P(PgSession, sends_unprepared_statements_with_parameters_too) {
    const auto count =
        add("count", "SELECT count(*) FROM pg_prepared_statements", {}, RowUse::keep, false);
    const auto plus = add("plus", "SELECT $1 + 1", {ColumnType::int32}, RowUse::keep, false);
    const auto session = connect();
    const std::array<Value, 1> value{Value::integer(41)};
    ASSERT_TRUE(loop_.run(*session, execute(plus, value)));
    EXPECT_EQ(session->result().integer(0, 0), 42);
    ASSERT_TRUE(loop_.run(*session, execute(count)));
    EXPECT_EQ(session->result().integer(0, 0), 0);
}

TEST_P(PgSession, uses_the_index_of_a_char_column) {
    const auto make_table =
        add("make", "CREATE TEMP TABLE t (c char(20) PRIMARY KEY)", {}, RowUse::none);
    const auto off = add("off", "SET enable_seqscan = off", {}, RowUse::none);
    const auto plan = add("plan", "EXPLAIN SELECT * FROM t WHERE c = $1", {ColumnType::fixed_char});
    const auto session = connect();
    const std::array<Value, 1> value{Value::text("x")};
    ASSERT_TRUE(loop_.run(*session, execute(make_table)));
    ASSERT_TRUE(loop_.run(*session, execute(off)));
    ASSERT_TRUE(loop_.run(*session, execute(plan, value))) << session->error().describe();
    std::string text;
    for (std::uint64_t row = 0; row < session->result().rows(); ++row) {
        text += session->result().text(row, 0);
    }
    EXPECT_NE(text.find("Index Cond: (c = "), std::string::npos) << text;
}

TEST_P(PgSession, applies_session_settings_at_sign_in) {
    const auto show = add(
        "show",
        "SELECT current_setting('transaction_isolation'), current_setting('statement_timeout'), "
        "current_setting('application_name'), current_setting('TimeZone'), "
        "current_setting('client_encoding')",
        {}
    );
    db::SessionOptions options;
    options.isolation = db::Isolation::repeatable_read;
    options.statement_timeout = std::chrono::seconds{7};
    options.application_name = "a name with 'quotes'";
    const auto session = connect(options);
    ASSERT_TRUE(loop_.run(*session, execute(show)));
    EXPECT_EQ(session->result().text(0, 0), "repeatable read");
    EXPECT_EQ(session->result().text(0, 1), "7100ms");
    EXPECT_EQ(session->result().text(0, 2), "a name with 'quotes'");
    EXPECT_EQ(session->result().text(0, 3), "UTC");
    EXPECT_EQ(session->result().text(0, 4), "UTF8");
}

TEST_P(PgSession, begins_read_only_transactions) {
    const auto show = add("show", "SELECT current_setting('transaction_read_only')", {});
    const auto session = connect();
    const std::array<db::Command, 3> group{
        control(CommandKind::begin_read_only), execute(show), control(CommandKind::rollback)
    };
    ASSERT_TRUE(loop_.run(*session, group));
    EXPECT_EQ(session->result(1).text(0, 0), "on");
}

TEST_P(PgSession, receives_results_larger_than_any_buffer) {
    const auto wide = add("wide", "SELECT repeat('x', 100000) FROM generate_series(1, 200)", {});
    const auto session = connect();
    ASSERT_TRUE(loop_.run(*session, execute(wide)));
    EXPECT_EQ(session->result().rows(), 200U);
    EXPECT_EQ(session->result().text(199, 0).size(), 100'000U);
}

TEST_P(PgSession, sends_parameters_larger_than_the_socket_takes_at_once) {
    const auto length = add("length", "SELECT length($1)", {ColumnType::text});
    const auto session = connect();
    const std::string big(30'000'000, 'x');
    const std::array<Value, 1> value{Value::text(big)};
    const auto before = loop_.writable_watches();
    ASSERT_TRUE(loop_.run(*session, execute(length, value))) << session->error().describe();
    EXPECT_EQ(session->result().integer(0, 0), 30'000'000);
    EXPECT_GT(loop_.writable_watches(), before);
}

TEST_P(PgSession, opens_again_after_close) {
    const auto one = add("one", "SELECT 1", {});
    const auto session = connect();
    ASSERT_TRUE(loop_.run(*session, execute(one)));
    session->close();
    EXPECT_FALSE(session->is_open());
    ASSERT_TRUE(loop_.open(*session)) << session->error().describe();
    ASSERT_TRUE(loop_.run(*session, execute(one))) << session->error().describe();
    EXPECT_EQ(session->result().integer(0, 0), 1);
}

INSTANTIATE_TEST_SUITE_P(, PgSession, testing::ValuesIn(kPaths), path_name);

}  // namespace
}  // namespace oltpsim::test
