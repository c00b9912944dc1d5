// Notes: drop statements as objects, and speed over the last seconds.
#include "load/notes.hpp"
#include "load/tally.hpp"

#include <gtest/gtest.h>

namespace oltpsim::load {
namespace {

TEST(Objects, are_read_from_drop_statements) {
    const auto table = object_of("DROP TABLE IF EXISTS sbtest12");
    ASSERT_TRUE(table);
    EXPECT_EQ(table->to_string(), "TABLE sbtest12");
    EXPECT_EQ(object_of("DROP SEQUENCE IF EXISTS sbtest1_id_seq")->kind, "SEQUENCE");
    const auto tsql = object_of("IF OBJECT_ID(N'sbtest1', N'U') IS NOT NULL DROP TABLE sbtest1");
    ASSERT_TRUE(tsql) << tsql.error().describe();
    EXPECT_EQ(tsql->to_string(), "TABLE sbtest1");
    EXPECT_FALSE(object_of("IF OBJECT_ID(N'x', N'U') IS NOT NULL DROP TABLE x; DROP TABLE y"));
}

TEST(Objects, other_texts_are_refused) {
    for (const char* sql :
         {"DROP TABLE sbtest1",
          "DROP DATABASE IF EXISTS sbtest",
          "DROP TABLE IF EXISTS a; DROP TABLE b",
          "DROP TABLE IF EXISTS \"a\"",
          "DELETE FROM x",
          "",
          "DROP TABLE IF EXISTS "}) {
        EXPECT_FALSE(object_of(sql)) << sql;
    }
}

TEST(RateMeter, looks_at_the_last_seconds_only) {
    RateMeter meter;
    EXPECT_EQ(meter.update(0, 0), 0);
    EXPECT_EQ(meter.update(1, 1000), 1000);
    for (int second = 2; second <= 20; ++second) {
        meter.update(second, 1000 + 10 * static_cast<std::uint64_t>(second - 1));
    }
    EXPECT_NEAR(meter.update(21, 1200), 10, 0.01);
}

TEST(RateMeter, rows_taken_back_are_no_negative_speed) {
    RateMeter meter;
    meter.update(0, 5000);
    EXPECT_EQ(meter.update(1, 3000), 0);
}

}  // namespace
}  // namespace oltpsim::load
