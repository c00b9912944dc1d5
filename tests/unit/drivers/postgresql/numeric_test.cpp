// Binary numerics: known bytes, exact round trips, and what does not fit 64 bits.
#include "drivers/postgresql/numeric.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

namespace oltpsim::drivers::postgresql {
namespace {

std::string encoded(std::int64_t unscaled, std::uint8_t scale) {
    std::array<char, kNumericBytes> bytes{};
    return {bytes.data(), encode_numeric(unscaled, scale, bytes.data())};
}

std::string bytes(std::initializer_list<int> shorts) {
    std::string text;
    for (const int value : shorts) {
        text += static_cast<char>((value >> 8) & 0xFF);
        text += static_cast<char>(value & 0xFF);
    }
    return text;
}

TEST(Numeric, encodes_as_the_server_does) {
    // Right sides: encode(numeric_send('…'), 'hex') on PostgreSQL 15.
    EXPECT_EQ(encoded(0, 0), bytes({0, 0, 0, 0}));
    EXPECT_EQ(encoded(0, 2), bytes({0, 0, 0, 2}));
    EXPECT_EQ(encoded(1234, 2), bytes({2, 0, 0, 2, 12, 3400}));
    EXPECT_EQ(encoded(-1, 4), bytes({1, -1, 0x4000, 4, 1}));
    EXPECT_EQ(encoded(1, 5), bytes({1, -2, 0, 5, 1000}));
    EXPECT_EQ(encoded(10000, 0), bytes({1, 1, 0, 0, 1}));
    EXPECT_EQ(encoded(120000000, 2), bytes({1, 1, 0, 2, 120}));
}

TEST(Numeric, comes_back_exactly_at_every_scale) {
    constexpr std::array<std::int64_t, 12> kNumbers{
        0,
        1,
        -1,
        9,
        10,
        9999,
        10000,
        10001,
        -123456789,
        1234567890123456789,
        std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()
    };
    for (const std::int64_t number : kNumbers) {
        for (int scale = 0; scale <= 18; ++scale) {
            const auto back = decode_numeric(encoded(number, static_cast<std::uint8_t>(scale)));
            ASSERT_TRUE(back) << number << " scale " << scale;
            EXPECT_EQ(back->unscaled, number) << "scale " << scale;
            EXPECT_EQ(back->scale, scale) << number;
        }
    }
}

TEST(Numeric, renders_as_text_what_the_server_prints) {
    EXPECT_EQ(numeric_text(encoded(0, 0)), "0");
    EXPECT_EQ(numeric_text(encoded(0, 2)), "0.00");
    EXPECT_EQ(numeric_text(encoded(-5, 2)), "-0.05");
    EXPECT_EQ(numeric_text(encoded(1234, 2)), "12.34");
    EXPECT_EQ(numeric_text(encoded(100000000, 0)), "100000000");
    EXPECT_EQ(
        numeric_text(encoded(std::numeric_limits<std::int64_t>::min(), 5)), "-92233720368547.75808"
    );
}

TEST(Numeric, refuses_what_does_not_fit_and_leaves_it_to_text) {
    const std::string huge = bytes({6, 5, 0, 0, 1, 2, 3, 4, 5, 6});
    EXPECT_FALSE(decode_numeric(huge));
    EXPECT_EQ(numeric_text(huge), "100020003000400050006");
    EXPECT_FALSE(decode_numeric(bytes({0, 0, 0xC000, 0})));
    EXPECT_EQ(numeric_text(bytes({0, 0, 0xC000, 0})), "NaN");
    EXPECT_EQ(numeric_text(bytes({0, 0, 0xD000, 0})), "Infinity");
    EXPECT_EQ(numeric_text(bytes({0, 0, 0xF000, 0})), "-Infinity");
}

TEST(Numeric, refuses_malformed_bytes) {
    EXPECT_FALSE(decode_numeric(""));
    EXPECT_FALSE(decode_numeric(bytes({2, 0, 0, 0, 1})));
    EXPECT_FALSE(decode_numeric(bytes({-1, 0, 0, 0})));
    EXPECT_EQ(numeric_text(bytes({1, 0, 0, 0})), "");
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
