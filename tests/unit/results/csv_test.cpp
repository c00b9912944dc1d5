#include "results/csv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace oltpsim::results {
namespace {

TEST(Csv, quotes_only_what_must_be) {
    EXPECT_EQ(csv_text("vm01"), "vm01");
    EXPECT_EQ(csv_text("a, \"b\""), "\"a, \"\"b\"\"\"");
    EXPECT_EQ(csv_text("two\nlines"), "two lines");
}

TEST(Csv, does_not_hand_formulas_to_a_spreadsheet) {
    EXPECT_EQ(csv_text("=1+1"), "'=1+1");
    EXPECT_EQ(csv_text("@x"), "'@x");
}

TEST(Csv, numbers_are_short_and_absent_ones_empty) {
    EXPECT_EQ(csv_number(1.5), "1.5");
    EXPECT_EQ(csv_number(1000.0), "1000");
    EXPECT_EQ(csv_number(0.0000001), "0");
    EXPECT_EQ(csv_number(-0.0000001), "0");
    EXPECT_EQ(csv_number(std::nullopt), "");
    EXPECT_EQ(csv_number(std::numeric_limits<double>::quiet_NaN()), "");
}

TEST(Csv, splits_what_it_joined) {
    const std::vector<std::string> cells{"a", "b, \"c\"", "", "d"};
    std::string line;
    for (const auto& cell : cells) {
        line += (line.empty() ? "" : ",") + csv_text(cell);
    }
    EXPECT_EQ(csv_split(line), cells);
}

}  // namespace
}  // namespace oltpsim::results
