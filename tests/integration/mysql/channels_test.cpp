// The own protocol reader against the client library: the same statements must give the same rows, over all column
// types that workloads use, prepared or not, over large results and procedure calls.
#include "integration/mysql/servers.hpp"

#include <fmt/format.h>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::Value;

class ChannelsOf : public MysqlTest {
protected:
    std::unique_ptr<db::Connection> own() { return connect(endpoint({{"fast_path", "on"}})); }
    std::unique_ptr<db::Connection> library() { return connect(endpoint({{"fast_path", "off"}})); }

    static void expect_equal(const db::ResultSet& one, const db::ResultSet& other) {
        ASSERT_EQ(one.rows(), other.rows());
        ASSERT_EQ(one.columns(), other.columns());
        EXPECT_EQ(one.affected(), other.affected());
        for (std::uint64_t row = 0; row < one.rows(); ++row) {
            for (std::uint32_t column = 0; column < one.columns(); ++column) {
                SCOPED_TRACE(fmt::format("row {} column {}", row, column));
                ASSERT_EQ(one.is_null(row, column), other.is_null(row, column));
                ASSERT_EQ(one.as_text(row, column), other.as_text(row, column));
                ASSERT_EQ(one.integer(row, column), other.integer(row, column));
                ASSERT_EQ(one.floating(row, column), other.floating(row, column));
            }
        }
    }
};

constexpr const char* kColumns = "id INT PRIMARY KEY, a TINYINT, b TINYINT UNSIGNED, c SMALLINT, d "
                                 "MEDIUMINT UNSIGNED, e INT UNSIGNED, f BIGINT, "
                                 "g BIGINT UNSIGNED, h FLOAT, i DOUBLE, j DECIMAL(12,2), k "
                                 "DECIMAL(40,5), l CHAR(20), m VARCHAR(300), n LONGTEXT, "
                                 "o VARBINARY(20), p DATE, q DATETIME, r DATETIME(6), s "
                                 "TIMESTAMP(3) NULL, t TIME(3), u YEAR, v ENUM('x','y'), "
                                 "w SET('p','q'), x BIT(9), y DATETIME(2)";

TEST_P(ChannelsOf, rows_of_every_type_are_equal_prepared_and_not) {
    query("DROP TABLE IF EXISTS channel_types");
    query(
        fmt::format("CREATE TABLE channel_types ({}) ENGINE=InnoDB CHARACTER SET utf8mb4", kColumns)
    );
    query("SET SESSION sql_mode = ''");
    query("INSERT INTO channel_types (id) VALUES (1)");
    query("INSERT INTO channel_types VALUES (2, -128, 255, -32768, 16777215, 4294967295, "
          "-9223372036854775808, "
          "18446744073709551615, 0.1, -1.7976931348623157e308, -9999999999.99, "
          "12345678901234567890123456789012345.67891, "
          "'trailing  ', 'Zürich 中 😀', REPEAT('n', 100000), X'00FF27', '9999-12-31', '1000-01-01 "
          "00:00:00', "
          "'2024-02-29 23:59:59.999999', '2038-01-19 03:14:07.123', '-838:59:58.999', 2155, 'y', "
          "'p,q', b'101010101', "
          "'2024-02-29 23:59:59.50')");
    query("INSERT INTO channel_types VALUES (3, 0, 0, 0, 0, 0, 0, 9223372036854775808, "
          "3.402823e38, 2.5e-300, 0.05, -0.00001, "
          "'', '', '', '', '0000-00-00', '0000-00-00 00:00:00', '1969-12-31 23:59:59.000001', "
          "'1971-01-01 00:00:00', "
          "'00:00:00', 1901, 'x', '', b'0', '2000-01-01 12:00:00')");
    std::vector<std::uint32_t> statements;
    for (const bool prepare : {true, false}) {
        statements.push_back(
            add("SELECT * FROM channel_types WHERE id >= ? ORDER BY id",
                {ColumnType::int32},
                db::RowUse::keep,
                prepare)
        );
    }
    const auto first = own(), second = library();
    for (const std::uint32_t statement : statements) {
        for (int round = 0; round < 3; ++round) {
            ASSERT_TRUE(run(*first, statement, {Value::integer(round)}))
                << first->error().describe();
            ASSERT_TRUE(run(*second, statement, {Value::integer(round)}))
                << second->error().describe();
            expect_equal(first->result(), second->result());
        }
        // A table that changes under a prepared statement.
        query("ALTER TABLE channel_types MODIFY a BIGINT");
        ASSERT_TRUE(run(*first, statement, {Value::integer(0)})) << first->error().describe();
        ASSERT_TRUE(run(*second, statement, {Value::integer(0)})) << second->error().describe();
        expect_equal(first->result(), second->result());
        query("ALTER TABLE channel_types MODIFY a TINYINT");
    }
    query("DROP TABLE channel_types");
}

TEST_P(ChannelsOf, parameters_of_every_type_arrive_equal) {
    const auto statement =
        add("SELECT ?, ?, ?, ?, ?, ?, ?",
            {ColumnType::int32,
             ColumnType::int64,
             ColumnType::float64,
             ColumnType::text,
             ColumnType::fixed_char,
             ColumnType::decimal,
             ColumnType::timestamp});
    const auto text =
        add("SELECT ?, ?, ?, ?, ?, ?, ?", statements_[statement].params, db::RowUse::keep, false);
    const std::vector<Value> rows[] = {
        {Value::integer(-1),
         Value::integer(INT64_MIN),
         Value::floating(0.1),
         Value::text("it's \\ ?"),
         Value::text(""),
         Value::decimal(-1, 2),
         Value::timestamp(1'709'251'199'999'999)},
        {Value::integer(1LL << 40),
         Value::null(),
         Value::null(),
         Value::null(),
         Value::null(),
         Value::null(),
         Value::null()},
        {Value::null(),
         Value::integer(7),
         Value::floating(-2.5),
         Value::text("ü"),
         Value::text("x"),
         Value::decimal(INT64_MAX, 3),
         Value::timestamp(0)},
    };
    const auto first = own(), second = library();
    for (const auto& params : rows) {
        ASSERT_TRUE(run(*first, statement, params)) << first->error().describe();
        ASSERT_TRUE(run(*second, statement, params)) << second->error().describe();
        expect_equal(first->result(), second->result());
        EXPECT_EQ(first->result().integer(0, 0), params[0].number);
        ASSERT_TRUE(run(*first, text, params)) << first->error().describe();
        ASSERT_TRUE(run(*second, text, params)) << second->error().describe();
        expect_equal(first->result(), second->result());
    }
}

TEST_P(ChannelsOf, a_row_of_more_than_sixteen_megabytes_arrives_whole) {
    std::string sql = "SELECT 1";
    for (int i = 0; i < 5; ++i) {
        sql += fmt::format(", REPEAT('{}', 3900000)", i);
    }
    const auto statement = add(sql);
    for (const char* fast : {"on", "off"}) {
        SCOPED_TRACE(fast);
        const auto session = connect(endpoint({{"fast_path", fast}}));
        ASSERT_TRUE(run(*session, statement)) << session->error().describe();
        ASSERT_EQ(session->result().rows(), 1U);
        for (std::uint32_t column = 1; column <= 5; ++column) {
            const std::string_view cell = session->result().text(0, column);
            const char expected = static_cast<char>('0' + column - 1);
            ASSERT_EQ(cell.size(), 3'900'000U) << column;
            // Compared by hand: a failure must not print megabytes.
            ASSERT_TRUE(cell.find_first_not_of(expected) == std::string_view::npos) << column;
        }
    }
}

TEST_P(ChannelsOf, a_procedure_call_gives_its_first_rows_and_leaves_the_session_in_order) {
    query("DROP PROCEDURE IF EXISTS channel_procedure");
    query("CREATE PROCEDURE channel_procedure(n INT) BEGIN SELECT n, 'first'; SELECT n + 1, 2, 3 "
          "UNION SELECT 4, 5, 6; END");
    const auto call = add("CALL channel_procedure(?)", {ColumnType::int32});
    const auto text =
        add("CALL channel_procedure(?)", {ColumnType::int32}, db::RowUse::keep, false);
    const auto one = add("SELECT 1");
    const auto first = own(), second = library();
    for (int n = 0; n < 3; ++n) {
        for (const std::uint32_t statement : {call, text}) {
            ASSERT_TRUE(run(*first, statement, {Value::integer(n)})) << first->error().describe();
            ASSERT_TRUE(run(*second, statement, {Value::integer(n)})) << second->error().describe();
            EXPECT_EQ(first->result().rows(), 1U);
            EXPECT_EQ(first->result().integer(0, 0), n);
            expect_equal(first->result(), second->result());
            ASSERT_TRUE(run(*first, one)) << first->error().describe();
        }
    }
    query("DROP PROCEDURE channel_procedure");
}

TEST_P(ChannelsOf, arrivals_are_audited_over_tcp) {
    const auto one = add("SELECT 1");
    db::SessionOptions options;
    options.audit_arrivals = true;
    db::Endpoint where = endpoint({{"fast_path", "on"}, {"sslmode", "disabled"}});
    where.url.params.erase("socket");
    where.url.host = "127.0.0.1";
    const auto session = connect(where, options);
    bool audited = false;
    for (int i = 0; i < 300 && !audited;
         ++i) {  // the kernel begins to stamp a moment after it was asked
        ASSERT_TRUE(run(*session, one)) << session->error().describe();
        audited = session->take_arrival_delay().has_value();
    }
    EXPECT_TRUE(audited);
    EXPECT_FALSE(session->take_arrival_delay());
}

TEST_P(ChannelsOf, an_error_in_the_middle_of_the_rows_is_an_error) {
    query("DROP TABLE IF EXISTS channel_numbers");
    query("CREATE TABLE channel_numbers (id INT PRIMARY KEY) ENGINE=InnoDB");
    query("INSERT INTO channel_numbers VALUES (1), (2), (3)");
    const auto statement =
        add("SELECT id, (SELECT id FROM channel_numbers n WHERE n.id >= m.id) FROM channel_numbers "
            "m ORDER BY id DESC",
            {},
            db::RowUse::count);
    for (const auto& session : {own(), library()}) {
        EXPECT_FALSE(run(*session, statement));
        EXPECT_EQ(session->error().native, 1242) << session->error().describe();
        EXPECT_TRUE(session->is_open());
    }
    query("DROP TABLE channel_numbers");
}

INSTANTIATE_TEST_SUITE_P(On, ChannelsOf, testing::ValuesIn(mysql_servers()), server_name);

}  // namespace
}  // namespace oltpsim::test
