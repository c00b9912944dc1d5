// Values in and out: requests, cells, literals, calendar.
#include "drivers/mysql/cell_codec.hpp"
#include "drivers/mysql/request_encoder.hpp"
#include "drivers/mysql/sql_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace oltpsim::drivers::mysql {
namespace {

using db::ColumnType;
using db::Value;

std::string literal(const Value& value, bool backslash = true) {
    std::string out;
    append_literal(out, value, backslash);
    return out;
}

std::string with(std::string_view sql, std::vector<Value> params) {
    std::string out;
    EXPECT_TRUE(append_sql(out, sql, params, true)) << sql;
    return out;
}

TEST(RequestEncoder, encodes_a_query) {
    std::string out;
    EXPECT_EQ(encode_command(out, CommandByte::query, "BEGIN"), 1);
    EXPECT_EQ(
        out,
        std::string(
            "\x06\0\0\0\x03"
            "BEGIN",
            10
        )
    );
}

TEST(RequestEncoder, splits_a_request_of_sixteen_megabytes) {
    std::string out;
    const std::string sql(kFullPacket - 1, 'x');
    EXPECT_EQ(encode_command(out, CommandByte::query, sql), 2);
    ASSERT_EQ(out.size(), sql.size() + 1 + 2 * kPacketHeader);
    EXPECT_EQ(out.substr(0, 4), std::string("\xff\xff\xff\0", 4));
    EXPECT_EQ(out.substr(out.size() - 4), std::string("\0\0\0\x01", 4));
}

TEST(RequestEncoder, sends_types_once_and_again_when_a_value_needs_another) {
    const ColumnType declared[] = {ColumnType::int32, ColumnType::text};
    const Value plain[] = {Value::integer(5), Value::text("ab")};
    const Value wide[] = {Value::integer(1LL << 40), Value::text("ab")};
    bool known = false;
    std::string first, second, third, fourth;
    encode_execute(first, 9, plain, declared, known);
    EXPECT_TRUE(known);
    encode_execute(second, 9, plain, declared, known);
    encode_execute(third, 9, wide, declared, known);
    EXPECT_FALSE(known);
    encode_execute(fourth, 9, plain, declared, known);
    EXPECT_EQ(
        first,
        std::string(
            "\x17\0\0\0\x17\x09\0\0\0\0\x01\0\0\0\0\x01\x03\0\xfd\0\x05\0\0\0\x02"
            "ab",
            27
        )
    );
    EXPECT_EQ(
        second,
        std::string(
            "\x13\0\0\0\x17\x09\0\0\0\0\x01\0\0\0\0\0\x05\0\0\0\x02"
            "ab",
            23
        )
    );
    EXPECT_EQ(third.size(), first.size() + 4);
    EXPECT_EQ(fourth, first);
}

TEST(RequestEncoder, marks_nulls_and_gives_them_the_declared_type) {
    const ColumnType declared[] = {ColumnType::decimal};
    const Value params[] = {Value::null()};
    bool known = false;
    std::string out;
    encode_execute(out, 1, params, declared, known);
    EXPECT_EQ(out.substr(14), std::string("\x01\x01\xf6\0", 4));
    EXPECT_TRUE(known);
}

TEST(Cells, binary_integers_respect_signs) {
    const auto read = [](std::initializer_list<int> bytes, ColumnInfo column) {
        std::vector<std::uint8_t> raw;
        for (const int byte : bytes) {
            raw.push_back(static_cast<std::uint8_t>(byte));
        }
        WireReader in(raw);
        CellText text;
        const Value value = read_binary_cell(in, column, text);
        EXPECT_TRUE(in.ok());
        EXPECT_EQ(in.left(), 0U);
        return value.type == db::ValueType::text ? std::string(value.chars)
                                                 : std::to_string(value.number);
    };
    EXPECT_EQ(read({0xff}, {WireType::tiny, false, 0}), "-1");
    EXPECT_EQ(read({0xff}, {WireType::tiny, true, 0}), "255");
    EXPECT_EQ(read({0xff, 0x7f}, {WireType::small, false, 0}), "32767");
    EXPECT_EQ(read({0, 0, 0, 0x80}, {WireType::integer, false, 0}), "-2147483648");
    EXPECT_EQ(read({0, 0, 0, 0x80}, {WireType::integer, true, 0}), "2147483648");
    EXPECT_EQ(
        read({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, {WireType::big, true, 0}),
        "18446744073709551615"
    );
    EXPECT_EQ(
        read({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, {WireType::big, false, 0}), "-1"
    );
}

TEST(Cells, time_and_zero_dates_stay_text) {
    const std::uint8_t time[] = {
        12, 1, 34, 0, 0, 0, 22, 59, 58, 0x40, 0xe2, 0x01, 0
    };  // -838:59:58.123456
    const std::uint8_t zero[] = {0};
    CellText text;
    WireReader in(time);
    EXPECT_EQ(read_binary_cell(in, {WireType::time, false, 6}, text).chars, "-838:59:58.123456");
    WireReader none(zero);
    EXPECT_EQ(
        read_binary_cell(none, {WireType::datetime, false, 0}, text).chars, "0000-00-00 00:00:00"
    );
}

TEST(Cells, text_that_does_not_fit_its_type_stays_text) {
    EXPECT_EQ(
        read_text_cell("99999999999999999999", {WireType::big, true, 0}).type, db::ValueType::text
    );
    EXPECT_EQ(read_text_cell("0000-00-00", {WireType::date, false, 0}).type, db::ValueType::text);
    EXPECT_EQ(
        read_text_cell("2024-02-29 23:59:59.5", {WireType::datetime, false, 1}).number,
        1'709'251'199'500'000
    );
    EXPECT_EQ(read_text_cell("-0.05", {WireType::new_decimal, false, 2}).number, -5);
    EXPECT_EQ(read_text_cell("0.25", {WireType::float64, false, 0}).real, 0.25);
}

TEST(Calendar, goes_both_ways_over_leap_years_and_before_1970) {
    for (std::int64_t day = -719'000; day < 2'900'000; day += 97) {
        const std::int64_t micros = day * 86'400'000'000 + 45'296'000'007;
        ASSERT_EQ(to_micros(to_civil(micros)), micros);
    }
    char text[32];
    EXPECT_EQ(
        std::string_view(text, print_datetime(to_civil(951'782'400'000'000), text)),
        "2000-02-29 00:00:00"
    );
    EXPECT_EQ(
        std::string_view(text, print_datetime(to_civil(-1), text)), "1969-12-31 23:59:59.999999"
    );
    EXPECT_FALSE(to_micros({2024, 13, 1, 0, 0, 0, 0}));
}

TEST(Literals, are_safe_and_exact) {
    EXPECT_EQ(literal(Value::text("it's \\ \"x\"")), "'it''s \\\\ \"x\"'");
    EXPECT_EQ(literal(Value::text("a\\b"), false), "'a\\b'");
    EXPECT_EQ(
        literal(Value::integer(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808"
    );
    EXPECT_EQ(literal(Value::decimal(-5, 2)), "-0.05");
    EXPECT_EQ(literal(Value::null()), "NULL");
    EXPECT_EQ(std::stod(literal(Value::floating(0.1))), 0.1);
    EXPECT_EQ(literal(Value::timestamp(951'782'400'000'001)), "'2000-02-29 00:00:00.000001'");
}

TEST(Literals, replace_only_question_marks_that_are_placeholders) {
    EXPECT_EQ(
        with("SELECT ?, '?', \"?\", `?` FROM t WHERE a = ?", {Value::integer(1), Value::text("x")}),
        "SELECT 1, '?', \"?\", `?` FROM t WHERE a = 'x'"
    );
    EXPECT_EQ(
        with("SELECT 1 -- why?\n, ? # ?\n /* ? */ + ?", {Value::integer(2), Value::integer(3)}),
        "SELECT 1 -- why?\n, 2 # ?\n /* ? */ + 3"
    );
    EXPECT_EQ(with("SELECT 'a\\'?', 5--?", {Value::integer(3)}), "SELECT 'a\\'?', 5--3");
    std::string out;
    const Value one[] = {Value::integer(1)};
    EXPECT_FALSE(append_sql(out, "SELECT ?, ?", one, true));
    EXPECT_FALSE(append_sql(out, "SELECT 1", one, true));
}

}  // namespace
}  // namespace oltpsim::drivers::mysql
