// Cells and their conversions.
#include "db/decimal_text.hpp"
#include "db/result_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace oltpsim::db {
namespace {

ResultSet one_cell(const Value& value) {
    ResultSet set;
    set.set_columns(1);
    set.add_cell(value);
    set.count_row();
    return set;
}

TEST(ResultSet, keeps_cells_row_by_row) {
    ResultSet set;
    set.set_columns(2);
    for (int row = 0; row < 3; ++row) {
        set.add_cell(Value::integer(row));
        set.add_cell(Value::text(std::string(static_cast<std::size_t>(row), 'x')));
        set.count_row();
    }
    EXPECT_EQ(set.rows(), 3U);
    EXPECT_EQ(set.integer(2, 0), 2);
    EXPECT_EQ(set.text(0, 1), "");
    EXPECT_EQ(set.text(2, 1), "xx");
}

TEST(ResultSet, text_survives_the_buffer_it_came_from) {
    std::string source = "before";
    const ResultSet set = one_cell(Value::text(source));
    source.assign("overwritten by something longer");
    EXPECT_EQ(set.text(0, 0), "before");
}

TEST(ResultSet, null_reads_as_zero_and_empty) {
    const ResultSet set = one_cell(Value::null());
    EXPECT_TRUE(set.is_null(0, 0));
    EXPECT_EQ(set.integer(0, 0), 0);
    EXPECT_EQ(set.decimal(0, 0, 2), 0);
    EXPECT_EQ(set.floating(0, 0), 0.0);
    EXPECT_EQ(set.text(0, 0), "");
    EXPECT_EQ(set.as_text(0, 0), "");
}

TEST(ResultSet, converts_text_to_numbers_exactly) {
    EXPECT_EQ(one_cell(Value::text("-9223372036854775808")).integer(0, 0), INT64_MIN);
    EXPECT_EQ(one_cell(Value::text("12x")).integer(0, 0), 0);
    EXPECT_EQ(one_cell(Value::text("12.34")).decimal(0, 0, 2), 1234);
    EXPECT_EQ(one_cell(Value::text("0.1")).floating(0, 0), 0.1);
}

TEST(ResultSet, converts_between_number_types) {
    EXPECT_EQ(one_cell(Value::integer(12)).decimal(0, 0, 2), 1200);
    EXPECT_EQ(one_cell(Value::decimal(1234, 2)).decimal(0, 0, 4), 123400);
    EXPECT_EQ(one_cell(Value::decimal(1234, 2)).integer(0, 0), 12);
    EXPECT_DOUBLE_EQ(one_cell(Value::decimal(1234, 2)).floating(0, 0), 12.34);
    EXPECT_EQ(one_cell(Value::floating(12.345)).decimal(0, 0, 2), 1235);
    EXPECT_EQ(one_cell(Value::floating(1e300)).integer(0, 0), 0);
    EXPECT_EQ(one_cell(Value::floating(std::numeric_limits<double>::quiet_NaN())).integer(0, 0), 0);
}

TEST(ResultSet, renders_every_type_as_text) {
    EXPECT_EQ(one_cell(Value::integer(-5)).as_text(0, 0), "-5");
    EXPECT_EQ(one_cell(Value::decimal(-5, 2)).as_text(0, 0), "-0.05");
    EXPECT_EQ(one_cell(Value::floating(0.1)).as_text(0, 0), "0.1");
    EXPECT_EQ(one_cell(Value::timestamp(1)).as_text(0, 0), "1970-01-01 00:00:00.000001");
    EXPECT_EQ(
        one_cell(Value::timestamp(253'402'300'799'000'000)).as_text(0, 0), "9999-12-31 23:59:59"
    );
    EXPECT_EQ(one_cell(Value::timestamp(-1)).as_text(0, 0), "1969-12-31 23:59:59.999999");
    EXPECT_EQ(
        one_cell(Value::timestamp(1'700'000'000'000'000)).as_text(0, 0), "2023-11-14 22:13:20"
    );
}

TEST(ResultSet, asking_for_a_cell_that_is_not_there_throws) {
    ResultSet counted;
    counted.set_columns(1);
    counted.count_rows(10);
    EXPECT_EQ(counted.rows(), 10U);
    EXPECT_THROW(counted.integer(0, 0), std::out_of_range);
    EXPECT_THROW(one_cell(Value::integer(1)).integer(0, 1), std::out_of_range);
    EXPECT_THROW(one_cell(Value::integer(1)).integer(1, 0), std::out_of_range);
}

TEST(ResultSet, clear_forgets_everything) {
    ResultSet set = one_cell(Value::text("abc"));
    set.set_affected(7);
    set.clear();
    EXPECT_EQ(set.rows(), 0U);
    EXPECT_EQ(set.affected(), 0U);
    EXPECT_EQ(set.columns(), 0U);
}

TEST(Decimal, parses_what_servers_send) {
    EXPECT_EQ(parse_decimal("12.34", 2), 1234);
    EXPECT_EQ(parse_decimal("-0.05", 2), -5);
    EXPECT_EQ(parse_decimal("+7", 2), 700);
    EXPECT_EQ(parse_decimal(".5", 1), 5);
    EXPECT_EQ(parse_decimal("5.", 1), 50);
    EXPECT_EQ(parse_decimal(" 5.00 ", 2), 500);
    EXPECT_EQ(parse_decimal("9223372036854775807", 0), INT64_MAX);
    EXPECT_EQ(parse_decimal("-9223372036854775808", 0), INT64_MIN);
}

TEST(Decimal, rounds_surplus_digits_once_half_away_from_zero) {
    EXPECT_EQ(parse_decimal("0.005", 2), 1);
    EXPECT_EQ(parse_decimal("0.00499", 2), 0);
    EXPECT_EQ(parse_decimal("-0.005", 2), -1);
    EXPECT_EQ(rescale(5, 3, 2), 1);
    EXPECT_EQ(rescale(-5, 3, 2), -1);
    EXPECT_EQ(rescale(449, 3, 1), 4);  // not 4.49 → 4.5 → 5
}

TEST(Decimal, refuses_what_is_no_decimal) {
    for (const char* text :
         {"", ".", "-", "1e5", "1,5", "0x10", "1.2.3", "NaN", "9223372036854775808", "--1", "1 2"
         }) {
        EXPECT_EQ(parse_decimal(text, 0), std::nullopt) << text;
    }
    EXPECT_EQ(parse_decimal("9223372036854775807", 1), std::nullopt);
    EXPECT_EQ(rescale(INT64_MAX, 0, 1), std::nullopt);
}

TEST(Decimal, text_form_parses_back_for_any_value_and_scale) {
    std::uint64_t state = 88172645463325252ULL;
    for (int round = 0; round < 20'000; ++round) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const auto value = static_cast<std::int64_t>(state) >> (round % 60);
        const auto scale = static_cast<std::uint8_t>(round % 19);
        ASSERT_EQ(parse_decimal(decimal_text(value, scale), scale), value)
            << value << " at " << int{scale};
    }
    EXPECT_EQ(decimal_text(INT64_MIN, 2), "-92233720368547758.08");
}

}  // namespace
}  // namespace oltpsim::db
