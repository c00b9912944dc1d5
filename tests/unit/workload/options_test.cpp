// One declared option, many ways to write its value: understood, or refused in one clear sentence.
#include "workload/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::workload {
namespace {

using testing::HasSubstr;

OptionSpec count_spec() { return {"tables", OptionType::count, "1", "", {}, 1, 1e18}; }

TEST(OptionValues, reads_counts_in_every_spelling) {
    OptionValues values;
    EXPECT_EQ(values.parse_and_set(count_spec(), "10M"), "");
    EXPECT_EQ(values.count("tables"), 10'000'000U);
    EXPECT_EQ(values.parse_and_set(count_spec(), "1e9"), "");
    EXPECT_EQ(values.count("tables"), 1'000'000'000U);
}

TEST(OptionValues, refuses_a_count_outside_its_range_and_says_what_it_got) {
    OptionValues values;
    EXPECT_EQ(
        values.parse_and_set(count_spec(), "-1"), "must be a whole number from 1, got \"-1\""
    );
    EXPECT_EQ(values.parse_and_set(count_spec(), "0"), "must be a whole number from 1, got \"0\"");
    EXPECT_EQ(values.parse_and_set(count_spec(), ""), "must be a whole number from 1, got nothing");
    OptionSpec percent{"pct", OptionType::count, "75", "", {}, 0, 100};
    EXPECT_EQ(
        values.parse_and_set(percent, "101"), "must be a whole number from 0 to 100, got \"101\""
    );
    EXPECT_FALSE(values.contains("tables"));
    EXPECT_FALSE(values.contains("pct"));
}

TEST(OptionValues, refuses_numbers_that_are_none) {
    OptionValues values;
    const OptionSpec spec{"exponent", OptionType::number, "0.8", "", {}, 0, 5};
    EXPECT_EQ(values.parse_and_set(spec, "1.2"), "");
    EXPECT_DOUBLE_EQ(values.number("exponent"), 1.2);
    for (const char* text : {"nan", "inf", "1.2x", "", "-0.1", "5.1"}) {
        EXPECT_THAT(values.parse_and_set(spec, text), HasSubstr("must be a number from 0 to 5"))
            << text;
    }
    EXPECT_DOUBLE_EQ(values.number("exponent"), 1.2);
}

TEST(OptionValues, reads_booleans_as_sysbench_users_write_them) {
    OptionValues values;
    const OptionSpec spec{"skip_trx", OptionType::boolean, "off", "", {}};
    for (const char* text : {"on", "true", "TRUE", "yes", "1"}) {
        EXPECT_EQ(values.parse_and_set(spec, text), "");
        EXPECT_TRUE(values.boolean("skip_trx")) << text;
    }
    for (const char* text : {"off", "false", "no", "0"}) {
        EXPECT_EQ(values.parse_and_set(spec, text), "");
        EXPECT_FALSE(values.boolean("skip_trx")) << text;
    }
    EXPECT_EQ(values.parse_and_set(spec, "maybe"), "must be on or off, got \"maybe\"");
}

TEST(OptionValues, names_the_choices_and_the_nearest) {
    OptionValues values;
    const OptionSpec spec{
        "rand_type", OptionType::text, "special", "", {"uniform", "special", "pareto"}
    };
    EXPECT_EQ(values.parse_and_set(spec, "pareto"), "");
    EXPECT_EQ(
        values.parse_and_set(spec, "unifrom"),
        "must be one of uniform, special, pareto, got \"unifrom\"; did you mean \"uniform\"?"
    );
    EXPECT_EQ(values.text("rand_type"), "pareto");
}

TEST(OptionValues, reads_durations) {
    OptionValues values;
    const OptionSpec spec{"pause", OptionType::duration, "0", "", {}};
    EXPECT_EQ(values.parse_and_set(spec, "1.5h"), "");
    EXPECT_EQ(values.duration("pause"), std::chrono::minutes{90});
    EXPECT_THAT(values.parse_and_set(spec, "soon"), HasSubstr("must be a duration"));
}

TEST(OptionValues, never_repeats_a_password_pasted_into_the_wrong_place) {
    OptionValues values;
    EXPECT_THAT(
        values.parse_and_set(count_spec(), "mysql://sbtest:hunter2@vm1/sbtest"),
        testing::Not(HasSubstr("hunter2"))
    );
}

TEST(OptionValues, throws_on_a_name_that_was_never_declared) {
    const OptionValues values;
    EXPECT_THROW((void)values.count("nothing"), std::out_of_range);
}

}  // namespace
}  // namespace oltpsim::workload
