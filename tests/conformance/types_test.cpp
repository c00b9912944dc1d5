// Values through the wire and back.
#include "conformance/fixture.hpp"

#include <cstdint>
#include <limits>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::RowUse;
using db::Value;

class TypesOf : public Conformance {
protected:
    void TearDown() override {
        s.reset();
        Conformance::TearDown();
    }
    /// A table of one nullable column `v`, a statement that writes it and one that reads it.
    void prepare_column(const std::string& sql_type, ColumnType type) {
        make_table("id INT PRIMARY KEY, v " + sql_type + " NULL");
        for (const bool prepared : {true, false}) {
            insert[prepared] = statement(
                "INSERT INTO {t} (id, v) VALUES (?, ?)",
                {ColumnType::int32, type},
                RowUse::none,
                prepared
            );
            select[prepared] = statement(
                "SELECT v FROM {t} WHERE id = ?", {ColumnType::int32}, RowUse::keep, prepared
            );
        }
        s = open_session();
    }
    /// Writes a value both ways and leaves it as s->result(), read both ways, checked by `check`.
    template <typename Check>
    void round_trip(const Value& value, Check check) {
        for (const bool prepared : {true, false}) {
            const Value key = Value::integer(next_id++);
            ASSERT_TRUE(s->run({call(insert[prepared], {key, value})})) << s->outcome();
            for (const bool read_prepared : {true, false}) {
                SCOPED_TRACE(prepared ? "written prepared" : "written unprepared");
                SCOPED_TRACE(read_prepared ? "read prepared" : "read unprepared");
                ASSERT_TRUE(s->run({call(select[read_prepared], {key})})) << s->outcome();
                ASSERT_EQ(s->result().rows(), 1U);
                check(s->result());
            }
        }
    }

    std::uint32_t insert[2] = {};
    std::uint32_t select[2] = {};
    std::int64_t next_id = 1;
    std::unique_ptr<TestSession> s;
};

TEST_P(TypesOf, int32_keeps_its_extremes) {
    NEEDS(content);
    prepare_column("INT", ColumnType::int32);
    for (const std::int64_t number : {0L, 1L, -1L, 2147483647L, -2147483648L}) {
        round_trip(Value::integer(number), [&](const db::ResultSet& got) {
            EXPECT_EQ(got.integer(0, 0), number);
        });
    }
}

TEST_P(TypesOf, int64_keeps_its_extremes) {
    NEEDS(content);
    prepare_column("BIGINT", ColumnType::int64);
    for (const std::int64_t number :
         {std::int64_t{0}, INT64_MAX, INT64_MIN, std::int64_t{1} << 40}) {
        round_trip(Value::integer(number), [&](const db::ResultSet& got) {
            EXPECT_EQ(got.integer(0, 0), number);
            EXPECT_EQ(got.as_text(0, 0), std::to_string(number));
        });
    }
}

TEST_P(TypesOf, float64_comes_back_bit_for_bit) {
    NEEDS(content);
    NEEDS(exact_doubles);
    prepare_column(dialect().double_type, ColumnType::float64);
    for (const double number : {0.0, 0.1, -1.5, 1.0 / 3.0, 1e300, 5e-300, 123456789.123456789}) {
        round_trip(Value::floating(number), [&](const db::ResultSet& got) {
            EXPECT_EQ(got.floating(0, 0), number);
        });
    }
}

TEST_P(TypesOf, decimals_are_exact) {
    NEEDS(content);
    prepare_column("DECIMAL(12,2)", ColumnType::decimal);
    for (const std::int64_t cents :
         {std::int64_t{0},
          std::int64_t{1},
          std::int64_t{-1},
          std::int64_t{10},
          std::int64_t{99},
          std::int64_t{100},
          std::int64_t{-12345},
          std::int64_t{100'000'000},
          std::int64_t{999'999'999'999},
          std::int64_t{-999'999'999'999},
          std::int64_t{1'000'000'000'000 / 3}}) {
        round_trip(Value::decimal(cents, 2), [&](const db::ResultSet& got) {
            EXPECT_EQ(got.decimal(0, 0, 2), cents);
            EXPECT_EQ(got.integer(0, 0), got.decimal(0, 0, 0));
        });
    }
}

TEST_P(TypesOf, adding_decimals_in_the_database_stays_exact) {
    NEEDS(content);
    prepare_column("DECIMAL(12,2)", ColumnType::decimal);
    const auto add = statement("UPDATE {t} SET v = v + ? WHERE id = 1", {ColumnType::decimal});
    s = open_session();
    ASSERT_TRUE(s->run({begin(), call(insert[1], {Value::integer(1), Value::decimal(0, 2)})}))
        << s->outcome();
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(s->run({call(add, {Value::decimal(10, 2)})})) << s->outcome();
    }
    ASSERT_TRUE(s->run({commit(), call(select[1], {Value::integer(1)})})) << s->outcome();
    EXPECT_EQ(s->result(1).decimal(0, 0, 2), 1000);
}

TEST_P(TypesOf, text_comes_back_byte_for_byte) {
    NEEDS(content);
    prepare_column(dialect().long_text_type, ColumnType::text);
    std::string all;
    for (int c = 1; c < 128; ++c) {
        all += static_cast<char>(c);
    }
    for (const std::string& text :
         {std::string{},
          std::string("it's \"quoted\" \\ % _ $1 ? ;--"),
          std::string("Zürich 東京 🐘"),
          all,
          std::string("tab\tline\nnull-word NULL \\N"),
          std::string(255, 'a'),
          std::string(256, 'b'),
          std::string(65'535, 'c'),
          std::string(70'000, 'd'),
          std::string(200'000, 'e')}) {
        round_trip(Value::text(text), [&](const db::ResultSet& got) {
            EXPECT_EQ(got.text(0, 0).size(), text.size());
            EXPECT_TRUE(got.text(0, 0) == text) << text.substr(0, 80);
            EXPECT_FALSE(got.is_null(0, 0));
        });
    }
}

TEST_P(TypesOf, char_columns_come_as_the_server_sends_them) {
    NEEDS(content);
    prepare_column("CHAR(40)", ColumnType::fixed_char);
    const std::string full(40, 'x');
    round_trip(Value::text(full), [&](const db::ResultSet& got) {
        EXPECT_EQ(got.text(0, 0), full);
    });
    round_trip(Value::text("short"), [&](const db::ResultSet& got) {
        std::string expected = "short";
        expected.resize(dialect().pads_char ? 40 : 5, ' ');
        EXPECT_EQ(got.text(0, 0), expected);
    });
}

TEST_P(TypesOf, timestamps_keep_their_microseconds_and_know_no_time_zone) {
    NEEDS(content);
    prepare_column(dialect().timestamp_type, ColumnType::timestamp);
    // 2024-02-29 23:59:59.999999; the spring of DST in many zones: 2024-03-31 02:30; 1971; 2069.
    for (const std::int64_t micros :
         {std::int64_t{1'709'251'199'999'999},
          std::int64_t{1'711'852'200'000'000},
          std::int64_t{31'536'000'000'001},
          std::int64_t{3'124'224'000'500'000}}) {
        db::ResultSet expected;
        expected.set_columns(1);
        expected.add_cell(Value::timestamp(micros));
        expected.count_row();
        round_trip(Value::timestamp(micros), [&](const db::ResultSet& got) {
            // A driver may give a timestamp or the server's text of it.
            std::string text = got.as_text(0, 0);
            const auto point = text.find('.');
            if (point != std::string::npos) {
                text.erase(std::max(text.find_last_not_of('0'), point) + 1);
                text.erase(text.ends_with('.') ? text.size() - 1 : text.size());
            }
            std::string wanted = expected.as_text(0, 0);
            if (wanted.find('.') != std::string::npos) {
                wanted.erase(wanted.find_last_not_of('0') + 1);
            }
            EXPECT_EQ(text, wanted);
        });
    }
}

TEST_P(TypesOf, null_stays_null_in_every_type) {
    NEEDS(content);
    const std::pair<std::string, ColumnType> columns[] = {
        {"INT", ColumnType::int32},
        {"BIGINT", ColumnType::int64},
        {dialect().double_type, ColumnType::float64},
        {"DECIMAL(12,2)", ColumnType::decimal},
        {"VARCHAR(20)", ColumnType::text},
        {"CHAR(20)", ColumnType::fixed_char},
        {dialect().timestamp_type, ColumnType::timestamp},
    };
    for (const auto& [sql_type, type] : columns) {
        SCOPED_TRACE(sql_type);
        s.reset();
        prepare_column(sql_type, type);
        round_trip(Value::null(), [&](const db::ResultSet& got) {
            EXPECT_TRUE(got.is_null(0, 0));
            EXPECT_EQ(got.as_text(0, 0), "");
        });
    }
}

TEST_P(TypesOf, many_columns_of_all_types_in_one_row) {
    NEEDS(content);
    make_table(
        "id INT PRIMARY KEY, a BIGINT, b " + dialect().double_type +
        ", c DECIMAL(12,2), d VARCHAR(30), e CHAR(10), f " + dialect().timestamp_type +
        ", g INT NULL"
    );
    const auto write = statement(
        "INSERT INTO {t} VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        {ColumnType::int32,
         ColumnType::int64,
         ColumnType::float64,
         ColumnType::decimal,
         ColumnType::text,
         ColumnType::fixed_char,
         ColumnType::timestamp,
         ColumnType::int32}
    );
    const auto read =
        statement("SELECT a, b, c, d, e, f, g, id FROM {t} ORDER BY id", {}, RowUse::keep);
    s = open_session();
    ASSERT_TRUE(s->run({begin()}));
    for (int id = 1; id <= 50; ++id) {
        const std::string text(static_cast<std::size_t>(id % 30), 'y');
        ASSERT_TRUE(s->run({call(
            write,
            {Value::integer(id),
             Value::integer(id * 10'000'000'000),
             Value::floating(id / 8.0),
             Value::decimal(id * 101, 2),
             id % 3 == 0 ? Value::null() : Value::text(text),
             Value::text("0123456789"),
             Value::timestamp(id * 1'000'001LL),
             id % 2 == 0 ? Value::null() : Value::integer(id)}
        )})) << s->outcome();
    }
    ASSERT_TRUE(s->run({commit(), call(read)})) << s->outcome();
    const db::ResultSet& got = s->result(1);
    ASSERT_EQ(got.rows(), 50U);
    for (int id = 1; id <= 50; ++id) {
        const auto row = static_cast<std::uint64_t>(id - 1);
        EXPECT_EQ(got.integer(row, 0), id * 10'000'000'000);
        EXPECT_EQ(got.floating(row, 1), id / 8.0);
        EXPECT_EQ(got.decimal(row, 2, 2), id * 101);
        EXPECT_EQ(got.is_null(row, 3), id % 3 == 0);
        EXPECT_EQ(got.text(row, 4), "0123456789");
        EXPECT_EQ(got.is_null(row, 6), id % 2 == 0);
        EXPECT_EQ(got.integer(row, 7), id);
    }
}

INSTANTIATE_TEST_SUITE_P(
    On,
    TypesOf,
    testing::ValuesIn(targets_under_test()),
    [](const testing::TestParamInfo<TargetUnderTest>& one) { return one.param.label; }
);

}  // namespace
}  // namespace oltpsim::test
