// The initial population, clause 4.3.3.1.
#include "workloads/tpcc/load_units.hpp"
#include "workloads/tpcc/rows.hpp"
#include "workloads/tpcc/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

namespace oltpsim::workloads::tpcc {
namespace {

const RowSource& source() {
    static const RowSource kSource(7, 3);
    return kSource;
}

std::string text_of(std::span<const db::Value> row, std::size_t column) {
    return std::string(row[column].chars);
}

TEST(Population, last_names_are_made_of_three_syllables) {
    Text<kLongestLast> text;
    EXPECT_EQ(text.last_name(0), "BARBARBAR");
    EXPECT_EQ(text.last_name(371), "PRICALLYOUGHT");
    EXPECT_EQ(text.last_name(999), "EINGEINGEING");
}

TEST(Population, first_thousand_customers_carry_every_name_once) {
    std::set<std::string> names;
    Row row;
    for (std::int64_t c = 1; c <= 1000; ++c) {
        names.insert(text_of(source().customer(2, 5, c, row), 11));
    }
    EXPECT_EQ(names.size(), 1000U);
}

TEST(Population, customers_have_the_shape_of_the_clause) {
    Row row;
    std::uint64_t bad_credit = 0;
    for (std::int64_t c = 1; c <= kCustomers; ++c) {
        const auto values = source().customer(1, 1, c, row);
        ASSERT_EQ(values.size(), columns_of(TableId::customer).size());
        ASSERT_EQ(values[6].number, -1'000);
        ASSERT_EQ(values[7].number, 1'000);
        ASSERT_LE(values[9].number, 5'000);
        bad_credit += values[10].chars == "BC" ? 1 : 0;
        ASSERT_TRUE(values[12].chars.size() >= 8 && values[12].chars.size() <= 16);
        ASSERT_EQ(values[13].chars, "OE");
        ASSERT_EQ(values[18].chars.size(), 9U);
        ASSERT_EQ(values[18].chars.substr(4), "11111");
        ASSERT_EQ(values[19].chars.size(), 16U);
        ASSERT_TRUE(values[20].chars.size() >= 300 && values[20].chars.size() <= 500);
    }
    EXPECT_NEAR(static_cast<double>(bad_credit) / kCustomers, 0.1, 0.025);
}

TEST(Population, one_item_in_ten_is_original) {
    Row row;
    std::uint64_t original = 0;
    for (std::int64_t i = 1; i <= kItems; ++i) {
        const auto values = source().item(i, row);
        ASSERT_TRUE(values[2].number >= 100 && values[2].number <= 10'000);
        ASSERT_TRUE(values[4].chars.size() >= 26 && values[4].chars.size() <= 50);
        original += values[4].chars.find("ORIGINAL") != std::string_view::npos ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(original) / kItems, 0.1, 0.005);
}

TEST(Population, orders_of_a_district_belong_to_a_permutation_of_its_customers) {
    auto ids = source().customers_of_orders(3, 7);
    EXPECT_NE(ids, source().customers_of_orders(3, 8));
    EXPECT_FALSE(std::is_sorted(ids.begin(), ids.end()));
    std::sort(ids.begin(), ids.end());
    std::vector<std::uint32_t> expected(kCustomers);
    std::iota(expected.begin(), expected.end(), 1U);
    EXPECT_EQ(ids, expected);
}

TEST(Population, last_900_orders_wait_for_delivery) {
    Row row;
    for (const std::int64_t o : {1, 2100, 2101, 3000}) {
        const bool waits = o > 2100;
        const auto order = source().order(1, 1, o, 5, row);
        EXPECT_EQ(order[5].type == db::ValueType::null, waits) << o;
        const std::int64_t count = order[6].number;
        RowSource::Lines lines(source(), 1, 1, o);
        std::int64_t found = 0;
        while (lines.next(row)) {
            ++found;
            EXPECT_EQ(row.values[3].number, found);
            EXPECT_EQ(row.values[4].type == db::ValueType::null, waits);
            EXPECT_EQ(row.values[7].number, 5);
            EXPECT_EQ(row.values[8].number > 0, waits);
            EXPECT_EQ(row.values[9].chars.size(), 24U);
        }
        EXPECT_EQ(found, count);
        EXPECT_TRUE(count >= 5 && count <= 15);
    }
}

TEST(Population, order_lines_average_ten_per_order) {
    const double lines = static_cast<double>(source().lines_of(1, 1, 10));
    EXPECT_NEAR(lines / (kDistricts * kOrders), 10.0, 0.1);
}

TEST(Population, is_the_same_each_time_and_differs_by_seed_and_target) {
    Row a, b, c, d;
    const std::string first = text_of(RowSource(7, 3).stock(4, 99, a), 16);
    EXPECT_EQ(first, text_of(RowSource(7, 3).stock(4, 99, b), 16));
    EXPECT_NE(first, text_of(RowSource(7, 4).stock(4, 99, c), 16));
    EXPECT_NE(first, text_of(RowSource(8, 3).stock(4, 99, d), 16));
}

TEST(Units, cover_every_row_once) {
    const auto units = list_units(source(), 3);
    ASSERT_EQ(units.size(), 13U);
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        EXPECT_EQ(units[i].id, i);
        rows += units[i].rows;
    }
    std::uint64_t expected = 0;
    for (const TableId table :
         {TableId::warehouse,
          TableId::district,
          TableId::stock,
          TableId::customer,
          TableId::history,
          TableId::orders,
          TableId::new_order,
          TableId::item,
          TableId::metadata}) {
        expected += loaded_rows(table, 3);
    }
    for (std::int64_t w = 1; w <= 3; ++w) {
        expected += source().lines_of(w, 1, kDistricts);
    }
    EXPECT_EQ(rows, expected);
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
