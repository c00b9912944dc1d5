// The texts and rows that loading and transactions write.
#include "chi_square.hpp"
#include "workloads/sysbench/rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace oltpsim::workloads::sysbench {
namespace {

DistributionShape uniform() { return {}; }

TEST(Digits, c_and_pad_are_groups_of_eleven_digits) {
    Rng rng(1);
    std::array<char, kCLength> c{};
    std::array<char, kPadLength> pad{};
    for (int i = 0; i < 1000; ++i) {
        write_c(rng, c.data());
        write_pad(rng, pad.data());
        ASSERT_TRUE(is_digit_groups({c.data(), c.size()}, kCLength));
        ASSERT_TRUE(is_digit_groups({pad.data(), pad.size()}, kPadLength));
    }
    EXPECT_EQ(kCLength, 119U);
    EXPECT_EQ(kPadLength, 59U);
}

TEST(Digits, every_place_takes_every_digit_equally_often) {
    Rng rng(2);
    std::array<test::Counts, kPadLength> counts;
    counts.fill(test::Counts(10));
    std::array<char, kPadLength> pad{};
    for (int i = 0; i < 100'000; ++i) {
        write_pad(rng, pad.data());
        for (std::size_t place = 0; place < pad.size(); ++place) {
            if (pad[place] != '-') {
                counts[place].at(static_cast<std::size_t>(pad[place] - '0')) += 1;
            }
        }
    }
    for (std::size_t place = 0; place < kPadLength; ++place) {
        if (place % 12 != 11) {
            EXPECT_LT(test::fit_z(counts[place], std::vector<double>(10, 0.1)), 4.5) << place;
        }
    }
}

// The multiplication trick must give the number itself: its digits read back are the number drawn.
TEST(Digits, group_is_the_decimal_form_of_the_number_drawn) {
    Rng text_rng(7), number_rng(7);
    std::array<char, kPadLength> pad{};
    for (int i = 0; i < 20'000; ++i) {
        write_pad(text_rng, pad.data());
        for (std::size_t group = 0; group < 5; ++group) {
            const std::string digits(pad.data() + group * 12, kGroupDigits);
            ASSERT_EQ(std::stoull(digits), number_rng.below(100'000'000'000ULL));
        }
    }
}

TEST(Digits, refuses_other_texts) {
    EXPECT_FALSE(is_digit_groups("", kPadLength));
    EXPECT_FALSE(is_digit_groups(std::string(kPadLength, '5'), kPadLength));
    std::string good = "01234567890-12345678901-23456789012-34567890123-45678901234";
    EXPECT_TRUE(is_digit_groups(good, kPadLength));
    good[3] = 'x';
    EXPECT_FALSE(is_digit_groups(good, kPadLength));
}

TEST(RowSource, row_depends_on_seed_data_index_table_and_id_only) {
    const RowSource source(7, 3, 1000, uniform());
    const RowSource again(7, 3, 1000, uniform());
    Row a, b;
    source.fill(4, 500, a);
    source.fill(0, 1, b);
    again.fill(4, 500, b);
    EXPECT_EQ(a.c(), b.c());
    EXPECT_EQ(a.pad(), b.pad());
    EXPECT_EQ(a.k, b.k);
    EXPECT_EQ(a.id, 500);
}

TEST(RowSource, other_seeds_targets_tables_and_ids_share_no_row) {
    std::set<std::string> texts;
    Row row;
    int rows = 0;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        for (std::uint32_t target = 0; target < 4; ++target) {
            const RowSource source(seed, target, 1000, uniform());
            for (std::uint32_t table = 0; table < 4; ++table) {
                for (std::int64_t id = 1; id <= 300; ++id, ++rows) {
                    source.fill(table, id, row);
                    texts.emplace(row.c());
                }
            }
        }
    }
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(rows));
}

TEST(RowSource, k_lies_between_1_and_table_size) {
    const RowSource source(1, 0, 50, uniform());
    std::set<std::int64_t> seen;
    Row row;
    for (std::int64_t id = 1; id <= 5000; ++id) {
        source.fill(0, id, row);
        seen.insert(row.k);
    }
    EXPECT_EQ(*seen.begin(), 1);
    EXPECT_EQ(*seen.rbegin(), 50);
    EXPECT_EQ(seen.size(), 50U);
}

}  // namespace
}  // namespace oltpsim::workloads::sysbench
