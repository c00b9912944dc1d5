#include "page/text_table.hpp"

#include <gtest/gtest.h>

namespace oltpsim::page {
namespace {

TEST(TextTable, cuts_names_and_never_numbers) {
    TextTable table({{"name", false, true}, {"n"}});
    table.add({"a very long name that cannot fit", "1,234,567"});
    const auto lines = table.render(20);
    EXPECT_EQ(lines.back(), "a very l…  1,234,567");
}

TEST(TextTable, numbers_wider_than_the_width_stay_whole) {
    TextTable table({{"name", false, true}, {"n"}});
    table.add({"abcdefghij", "123456789012345"});
    EXPECT_EQ(table.render(10).back(), "abcde…  123456789012345");
}

TEST(TextTable, counts_characters_not_bytes) {
    EXPECT_EQ(columns_of("größe"), 5u);
    EXPECT_EQ(cut("größenwahn", 4), "grö…");
    EXPECT_EQ(cut("größe", 5), "größe");
}

TEST(TextTable, plain_text_holds_no_control_characters) {
    EXPECT_EQ(plain("a\x1b[31mb\n\x7f"), "a?[31mb??");
    EXPECT_EQ(plain("c1 \xc2\x9b csi"), "c1 ? csi");
    EXPECT_EQ(plain("größe"), "größe");
}

TEST(TextTable, wraps_at_blanks_and_breaks_what_has_none) {
    EXPECT_EQ(wrap("one two three four", 10), (std::vector<std::string>{"one two", "three four"}));
    EXPECT_EQ(wrap("abcdefghijklmno", 10), (std::vector<std::string>{"abcdefghij", "klmno"}));
    EXPECT_EQ(wrap("", 10), (std::vector<std::string>{""}));
}

}  // namespace
}  // namespace oltpsim::page
