// The own protocol reader against libpq: the same statements must give the same rows and the same errors, over all
// column types that are read, prepared or not, in groups or singly.
#include "integration/postgresql/sessions.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::CommandKind;
using db::RowUse;
using db::Value;

constexpr const char* kEveryType =
    "SELECT i, (i % 2 = 0)::bool, i::int2, i::int4, i::int8 * 4611686018427387904, (i / "
    "7.0)::float4, "
    "(i / 7.0)::float8, (i * 12345678901234567890.123456789)::numeric, (i * 0.01)::numeric(12,2), "
    "repeat('Zürich 中 ', i + 2)::text, 'v'::varchar(20), 'padded'::char(20), 'name'::name, "
    "'a'::\"char\", "
    "'\\x00ff27'::bytea, date '2000-01-01' + i * 100000, timestamp '1969-12-31 23:59:59.000001' + "
    "i * "
    "interval '1000 days', timestamptz '2024-02-29 23:59:59.999999+02', '{\"a\":1}'::json, "
    "NULL::int4, "
    "'infinity'::timestamp, 'NaN'::numeric, 1::oid, pg_sleep(0) "
    "FROM generate_series(-2, 2) AS g(i) WHERE i >= $1 ORDER BY i";

class PgChannels : public PostgreSqlTest {
protected:
    std::unique_ptr<db::Connection> session(const char* fast_path, bool pipelined = false) {
        db::Endpoint plain = endpoint_;
        plain.url.params["sslmode"] = "disable";
        plain.url.params["fast_path"] = fast_path;
        db::SessionOptions options;
        options.pipelining = pipelined ? db::Pipelining::full : db::Pipelining::off;
        auto connection = make(plain, options);
        if (!loop_.open(*connection)) {
            ADD_FAILURE() << connection->error().describe();
        }
        return connection;
    }

    static void expect_equal(const db::ResultSet& one, const db::ResultSet& other) {
        ASSERT_EQ(one.rows(), other.rows());
        ASSERT_EQ(one.columns(), other.columns());
        EXPECT_EQ(one.affected(), other.affected());
        for (std::uint64_t row = 0; one.columns() != 0 && row < one.rows(); ++row) {
            for (std::uint32_t column = 0; column < one.columns(); ++column) {
                SCOPED_TRACE(fmt::format("row {} column {}", row, column));
                ASSERT_EQ(one.is_null(row, column), other.is_null(row, column));
                ASSERT_EQ(one.as_text(row, column), other.as_text(row, column));
                ASSERT_EQ(one.integer(row, column), other.integer(row, column));
            }
        }
    }

    // Runs the group on both; results and errors must be the same.
    void expect_same(
        db::Connection& first, db::Connection& second, std::span<const db::Command> group
    ) {
        const bool good = loop_.run(first, group, true);
        ASSERT_EQ(good, loop_.run(second, group, true)) << first.error().describe();
        EXPECT_EQ(first.in_transaction(), second.in_transaction());
        EXPECT_EQ(first.is_open(), second.is_open());
        if (!good) {
            EXPECT_EQ(first.failed_index(), second.failed_index());
            EXPECT_EQ(first.error().describe(), second.error().describe());
            return;
        }
        for (std::size_t i = 0; i < group.size(); ++i) {
            SCOPED_TRACE(fmt::format("command {}", i));
            expect_equal(first.result(i), second.result(i));
        }
    }
};

TEST_F(PgChannels, rows_of_every_type_are_equal_prepared_and_not) {
    std::vector<std::uint32_t> ids;
    for (const bool prepare : {true, false}) {
        for (const RowUse use : {RowUse::keep, RowUse::count, RowUse::none}) {
            ids.push_back(add("every_type", kEveryType, {ColumnType::int32}, use, prepare));
        }
    }
    for (const bool pipelined : {false, true}) {
        const auto own = session("on", pipelined), library = session("off", pipelined);
        for (const std::uint32_t id : ids) {
            for (int from = -2; from <= 3; ++from) {
                const std::array<Value, 1> params{Value::integer(from)};
                const std::array<db::Command, 1> group{execute(id, params)};
                expect_same(*own, *library, group);
            }
        }
    }
}

TEST_F(PgChannels, changes_errors_and_the_end_of_a_transaction_are_equal) {
    const auto drop = add("drop", "DROP TABLE IF EXISTS channel_rows", {}, RowUse::none, false);
    const auto create =
        add("create",
            "CREATE TABLE IF NOT EXISTS channel_rows (id int PRIMARY KEY)",
            {},
            RowUse::none,
            false);
    const auto insert =
        add("insert", "INSERT INTO channel_rows VALUES ($1), ($1 + 1)", {ColumnType::int32});
    const auto change = add("change", "UPDATE channel_rows SET id = id + 100", {});
    const auto gone = add("gone", "DELETE FROM channel_rows", {});
    const auto wrong = add("wrong", "SELECT * FROM no_such_table", {});
    const auto divide = add("divide", "SELECT 1 / $1", {ColumnType::int32});
    const auto place = add("place", "SELECT point(1, 2) AS place", {});
    const std::array<Value, 1> one{Value::integer(1)}, zero{Value::integer(0)};
    for (const bool pipelined : {false, true}) {
        SCOPED_TRACE(pipelined ? "groups" : "single commands");
        const auto own = session("on", pipelined), library = session("off", pipelined);
        const auto both = [&](std::vector<db::Command> group) {
            expect_same(*own, *library, group);
        };
        both({execute(create)});
        const auto begin = control(CommandKind::begin), rollback = control(CommandKind::rollback);
        both({begin, execute(insert, one), execute(change), execute(gone), rollback});
        both({control(CommandKind::begin_read_only), execute(gone), control(CommandKind::commit)});
        both({rollback});
        both({begin, execute(wrong), execute(divide, one), control(CommandKind::commit)});
        both({control(CommandKind::commit)});
        both({execute(divide, zero)});
        both({execute(wrong)});
        both({execute(place)});
        both({execute(divide, one)});
        both({execute(drop)});
    }
}

TEST_F(PgChannels, arrivals_are_audited_over_tcp_only) {
    const auto one = add("one", "SELECT 1", {});
    db::SessionOptions options;
    options.audit_arrivals = true;
    for (const bool tcp : {true, false}) {
        db::Endpoint where = endpoint_;
        where.url.params["sslmode"] = "disable";
        if (tcp) {
            where.url.params.erase("socket");
            where.url.host = "127.0.0.1";
        } else if (!where.url.params.contains("socket")) {
            continue;
        }
        const auto session = make(where, options);
        ASSERT_TRUE(loop_.open(*session)) << session->error().describe();
        // The kernel begins to stamp a moment after it was asked.
        bool audited = false;
        for (int i = 0; i < 300 && !audited; ++i) {
            ASSERT_TRUE(loop_.run(*session, execute(one)));
            audited = session->take_arrival_delay().has_value();
        }
        EXPECT_EQ(audited, tcp);
        EXPECT_FALSE(session->take_arrival_delay());
    }
}

TEST_F(PgChannels, large_rows_and_many_rows_arrive_whole) {
    const auto large =
        add("large", "SELECT repeat('x', 3000000), 7, repeat('y', $1)", {ColumnType::int32});
    const auto many = add(
        "many", "SELECT i, md5(i::text) FROM generate_series(1, $1) AS g(i)", {ColumnType::int32}
    );
    const std::array<Value, 1> size{Value::integer(100'000)};
    for (const bool pipelined : {false, true}) {
        const auto own = session("on", pipelined), library = session("off", pipelined);
        const std::array<db::Command, 1> first{execute(large, size)}, second{execute(many, size)};
        expect_same(*own, *library, first);
        expect_same(*own, *library, second);
        EXPECT_EQ(own->result().rows(), 100'000U);
    }
}

TEST_F(PgChannels, a_request_larger_than_the_socket_takes_is_sent_in_turn) {
    const auto length = add("length", "SELECT length($1::text)", {ColumnType::text});
    const std::string text(20'000'000, 'x');
    const std::array<Value, 1> params{Value::text(text)};
    const auto own = session("on");
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(loop_.run(*own, execute(length, params))) << own->error().describe();
        EXPECT_EQ(own->result().integer(0, 0), 20'000'000);
    }
}

}  // namespace
}  // namespace oltpsim::test
