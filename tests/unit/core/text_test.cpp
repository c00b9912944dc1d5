// Durations, sizes, counts, suggestions and brace expansion as people write them.
#include "core/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

struct CountCase {
    const char* text;
    std::optional<std::uint64_t> value;
};

class Count : public testing::TestWithParam<CountCase> {};

TEST_P(Count, reads_what_people_write_and_refuses_the_rest) {
    EXPECT_EQ(parse_count(GetParam().text), GetParam().value) << '"' << GetParam().text << '"';
}

INSTANTIATE_TEST_SUITE_P(
    text,
    Count,
    testing::Values(
        CountCase{"0", 0},
        CountCase{"10000000", 10'000'000},
        CountCase{"10M", 10'000'000},
        CountCase{"10m", 10'000'000},
        CountCase{"10k", 10'000},
        CountCase{"10 K", 10'000},
        CountCase{"1.5M", 1'500'000},
        CountCase{"2G", 2'000'000'000},
        CountCase{"1e9", 1'000'000'000},
        CountCase{"1E6", 1'000'000},
        CountCase{"1e+3", 1'000},
        CountCase{"1.5e3", 1'500},
        CountCase{"100e-2", 1},
        CountCase{"1_000_000", 1'000'000},
        CountCase{" 7 ", 7},
        CountCase{"18446744073709551615", 18'446'744'073'709'551'615ULL},
        CountCase{"18446744073709551616", std::nullopt},
        CountCase{"1e20", std::nullopt},
        CountCase{"1e999", std::nullopt},
        CountCase{"20000000T", std::nullopt},
        CountCase{"", std::nullopt},
        CountCase{" ", std::nullopt},
        CountCase{"-1", std::nullopt},
        CountCase{"+1", std::nullopt},
        CountCase{"1.5", std::nullopt},
        CountCase{"1e-3", std::nullopt},
        CountCase{"1e", std::nullopt},
        CountCase{"1.", std::nullopt},
        CountCase{"_1", std::nullopt},
        CountCase{"1_", std::nullopt},
        CountCase{"1__0", std::nullopt},
        CountCase{"1,000", std::nullopt},
        CountCase{"10kk", std::nullopt},
        CountCase{"0x10", std::nullopt},
        CountCase{"ten", std::nullopt}
    )
);

struct DurationCase {
    const char* text;
    std::optional<Nanos> value;
};

class Duration : public testing::TestWithParam<DurationCase> {};

TEST_P(Duration, reads_what_people_write_and_refuses_the_rest) {
    EXPECT_EQ(parse_duration(GetParam().text), GetParam().value) << '"' << GetParam().text << '"';
}

INSTANTIATE_TEST_SUITE_P(
    text,
    Duration,
    testing::Values(
        DurationCase{"2h30m", 150min},
        DurationCase{"2h 30m", 150min},
        DurationCase{"2 h 30 min", 150min},
        DurationCase{"90s", 90s},
        DurationCase{"90", 90s},
        DurationCase{"0.5", 500ms},
        DurationCase{"500ms", 500ms},
        DurationCase{"1.5h", 90min},
        DurationCase{"250us", 250us},
        DurationCase{"4.743s", 4743ms},
        DurationCase{"1d", 24h},
        DurationCase{"0", 0s},
        DurationCase{"", std::nullopt},
        DurationCase{"-5s", std::nullopt},
        DurationCase{"30m2h", std::nullopt},
        DurationCase{"1m1m", std::nullopt},
        DurationCase{"1h30", std::nullopt},
        DurationCase{"h", std::nullopt},
        DurationCase{"5 parsecs", std::nullopt},
        DurationCase{"1e3", std::nullopt},
        DurationCase{"400000000h", std::nullopt}
    )
);

TEST(Duration, prints_the_shortest_exact_form_that_reads_back) {
    EXPECT_EQ(format_duration(150min), "2h30m");
    EXPECT_EQ(format_duration(1500ms), "1s500ms");
    EXPECT_EQ(format_duration(0s), "0s");
    EXPECT_EQ(format_duration(26h), "26h");
    for (const Nanos duration : {Nanos{1}, Nanos{4'743'200'000}, Nanos{3'600'000'000'001}}) {
        EXPECT_EQ(parse_duration(format_duration(duration)), duration);
    }
}

TEST(Duration, prints_for_people) {
    EXPECT_EQ(human_duration(150min), "2 h 30 min");
    EXPECT_EQ(human_duration(90s), "1 min 30 s");
    EXPECT_EQ(human_duration(12'300ms), "12.3 s");
    EXPECT_EQ(human_duration(4'200us), "4.2 ms");
    EXPECT_EQ(human_duration(60s), "1 min");
    EXPECT_EQ(human_duration(0s), "0 s");
}

TEST(Size, reads_binary_and_decimal_units) {
    EXPECT_EQ(parse_size("24GiB"), 24ULL << 30);
    EXPECT_EQ(parse_size("24G"), 24ULL << 30);
    EXPECT_EQ(parse_size("512 MB"), 512'000'000);
    EXPECT_EQ(parse_size("4096"), 4096);
    EXPECT_EQ(parse_size("4096B"), 4096);
    EXPECT_EQ(parse_size("1.5k"), 1536);
    EXPECT_EQ(parse_size("-1"), std::nullopt);
    EXPECT_EQ(parse_size("1 XB"), std::nullopt);
    EXPECT_EQ(parse_size("99999999P"), std::nullopt);
    EXPECT_EQ(parse_size(""), std::nullopt);
}

TEST(Size, prints_for_people) {
    EXPECT_EQ(human_size(512), "512 B");
    EXPECT_EQ(human_size(1'288'490'189), "1.2 GiB");
    EXPECT_EQ(human_size((1ULL << 20) - 1), "1.0 MiB");
    EXPECT_EQ(group_digits(0), "0");
    EXPECT_EQ(group_digits(999), "999");
    EXPECT_EQ(group_digits(1'234'567), "1,234,567");
}

TEST(NearestName, finds_the_key_that_was_meant_and_stays_silent_otherwise) {
    const std::vector<std::string> keys{"table_size", "tables", "rand_type", "point_selects"};
    EXPECT_EQ(nearest_name("table-size", keys), "table_size");
    EXPECT_EQ(nearest_name("TableSize", keys), "table_size");
    EXPECT_EQ(nearest_name("tabel_size", keys), "table_size");
    EXPECT_EQ(nearest_name("table", keys), "tables");
    EXPECT_EQ(nearest_name("point_select", keys), "point_selects");
    EXPECT_EQ(nearest_name("warehouses", keys), "");
    EXPECT_EQ(nearest_name("", keys), "");
}

TEST(Braces, expand_ranges_and_lists_with_the_leftmost_slowest) {
    EXPECT_THAT(*expand_braces("vm{01..03}"), ElementsAre("vm01", "vm02", "vm03"));
    EXPECT_THAT(*expand_braces("vm{8..10}"), ElementsAre("vm8", "vm9", "vm10"));
    EXPECT_THAT(*expand_braces("vm{3..1}"), ElementsAre("vm3", "vm2", "vm1"));
    EXPECT_THAT(*expand_braces("controller {A,B}"), ElementsAre("controller A", "controller B"));
    EXPECT_THAT(*expand_braces("{a..c}"), ElementsAre("a", "b", "c"));
    EXPECT_THAT(*expand_braces("{a,b}-{1..2}"), ElementsAre("a-1", "a-2", "b-1", "b-2"));
    EXPECT_THAT(*expand_braces("plain"), ElementsAre("plain"));
    EXPECT_THAT(*expand_braces(""), ElementsAre(""));
    EXPECT_THAT(*expand_braces("Driver={ODBC Driver 18}"), ElementsAre("Driver={ODBC Driver 18}"));
    EXPECT_EQ(expand_braces("vm{01..24}.lab")->size(), 24U);
}

TEST(Braces, refuse_what_does_not_match) {
    for (const char* text :
         {"vm{1..3", "vm1..3}", "vm{1..}", "vm{..3}", "vm{{1,2}}", "{1..x}", "{1..999999999}"}) {
        EXPECT_EQ(expand_braces(text), std::nullopt) << text;
    }
}

TEST(Split, keeps_empty_parts) {
    EXPECT_THAT(split("a,,b", ','), ElementsAre("a", "", "b"));
    EXPECT_THAT(split("", ','), ElementsAre(""));
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim("  "), "");
}

}  // namespace
}  // namespace oltpsim
