// Values to wire and back; conversions are exact or refused.
#include "drivers/postgresql/binary_codec.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace oltpsim::drivers::postgresql {
namespace {

using db::Value;
using db::ValueType;

std::optional<std::string> wire(const Value& value, TypeOid type) {
    Slot slot{};
    const auto bytes = encode(value, type, slot);
    return bytes ? std::optional<std::string>(*bytes) : std::nullopt;
}

Value back(const Value& value, TypeOid type) {
    static std::string scratch;
    static std::string bytes;
    bytes = wire(value, type).value_or("?");
    return decode(type, bytes, scratch).value_or(Value::null());
}

TEST(BinaryCodec, writes_integers_in_network_order) {
    EXPECT_EQ(wire(Value::integer(0x01020304), oid::kInt4), std::string("\1\2\3\4"));
    EXPECT_EQ(wire(Value::integer(-2), oid::kInt2), std::string("\xFF\xFE"));
    EXPECT_EQ(wire(Value::integer(1), oid::kInt8), std::string("\0\0\0\0\0\0\0\1", 8));
}

TEST(BinaryCodec, gives_values_back) {
    EXPECT_EQ(back(Value::integer(-7), oid::kInt4).number, -7);
    EXPECT_EQ(
        back(Value::integer(std::numeric_limits<std::int64_t>::min()), oid::kInt8).number,
        std::numeric_limits<std::int64_t>::min()
    );
    EXPECT_DOUBLE_EQ(back(Value::floating(-1.25), oid::kFloat8).real, -1.25);
    EXPECT_DOUBLE_EQ(back(Value::floating(0.5), oid::kFloat4).real, 0.5);
    EXPECT_EQ(back(Value::text("abc"), oid::kBpchar).chars, "abc");
    EXPECT_EQ(back(Value::text(""), oid::kText).chars, "");
    const Value money = back(Value::decimal(-1234, 2), oid::kNumeric);
    EXPECT_EQ(money.type, ValueType::decimal);
    EXPECT_EQ(money.number, -1234);
    EXPECT_EQ(money.scale, 2);
    for (const std::int64_t micros :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1'796'055'000'123'456}}) {
        EXPECT_EQ(back(Value::timestamp(micros), oid::kTimestamp).number, micros);
        EXPECT_EQ(back(Value::timestamp(micros), oid::kTimestamptz).number, micros);
    }
    constexpr std::int64_t kDay = 86'400'000'000;
    EXPECT_EQ(back(Value::timestamp(-3 * kDay), oid::kDate).number, -3 * kDay);
}

TEST(BinaryCodec, counts_timestamps_from_2000) {
    EXPECT_EQ(wire(Value::timestamp(946'684'800'000'000), oid::kTimestamp), std::string(8, '\0'));
}

TEST(BinaryCodec, converts_only_exactly) {
    EXPECT_EQ(back(Value::text("42"), oid::kInt4).number, 42);
    EXPECT_EQ(back(Value::decimal(42, 0), oid::kInt8).number, 42);
    EXPECT_EQ(back(Value::integer(42), oid::kNumeric).number, 42);
    EXPECT_EQ(back(Value::integer(42), oid::kText).chars, "42");
    EXPECT_FALSE(wire(Value::text("4x"), oid::kInt4));
    EXPECT_FALSE(wire(Value::decimal(421, 1), oid::kInt8));
    EXPECT_FALSE(wire(Value::integer(std::int64_t{1} << 31), oid::kInt4));
    EXPECT_FALSE(wire(Value::integer(40'000), oid::kInt2));
    EXPECT_FALSE(wire(Value::floating(1.5), oid::kInt4));
    EXPECT_FALSE(wire(Value::floating(1.5), oid::kNumeric));
    EXPECT_FALSE(wire(Value::timestamp(1), oid::kDate));
    EXPECT_FALSE(wire(Value::text("x"), oid::kTimestamp));
}

TEST(BinaryCodec, refuses_unknown_types_and_wrong_lengths) {
    constexpr TypeOid kPoint = 600;
    std::string scratch;
    EXPECT_FALSE(is_supported(kPoint));
    EXPECT_FALSE(wire(Value::integer(1), kPoint));
    EXPECT_FALSE(decode(kPoint, "0123456789abcdef", scratch));
    EXPECT_FALSE(decode(oid::kInt4, "12", scratch));
    EXPECT_FALSE(decode(oid::kFloat8, "1234", scratch));
    EXPECT_FALSE(decode(oid::kTimestamp, "1234", scratch));
}

TEST(BinaryCodec, saturates_a_timestamp_of_infinity) {
    std::string scratch;
    const auto value =
        decode(oid::kTimestamp, std::string("\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), scratch);
    ASSERT_TRUE(value);
    EXPECT_EQ(value->number, std::numeric_limits<std::int64_t>::max());
}

TEST(BinaryCodec, declares_char_columns_as_bpchar) {
    EXPECT_EQ(declared_oid(db::ColumnType::fixed_char), oid::kBpchar);
    EXPECT_EQ(declared_oid(db::ColumnType::int32), oid::kInt4);
    EXPECT_EQ(declared_oid(db::ColumnType::timestamp), oid::kTimestamp);
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
