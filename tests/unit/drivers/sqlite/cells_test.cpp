// How integers are read by the declared type of their column.
#include "drivers/sqlite/cells.hpp"

#include <gtest/gtest.h>

namespace oltpsim::drivers::sqlite {
namespace {

TEST(SqliteCells, declared_types_say_how_to_read_integers) {
    using Kind = ColumnReading::Kind;
    EXPECT_EQ(reading_of("INTEGER").kind, Kind::plain);
    EXPECT_EQ(reading_of("").kind, Kind::plain);
    EXPECT_EQ(reading_of("TIMESTAMP").kind, Kind::timestamp);
    EXPECT_EQ(reading_of("datetime(6)").kind, Kind::timestamp);
    EXPECT_EQ(reading_of("DECIMAL(12,2)").kind, Kind::decimal);
    EXPECT_EQ(reading_of("DECIMAL(12,2)").scale, 2);
    EXPECT_EQ(reading_of("numeric(4, 4)").scale, 4);
    EXPECT_EQ(reading_of("DECIMAL(12)").scale, 0);
    EXPECT_EQ(reading_of("DECIMAL(12,999)").scale, 18);
    EXPECT_EQ(reading_of("DECIMAL(12,x").scale, 0);
    EXPECT_EQ(reading_of("DECIMAL(12,").scale, 0);
}

}  // namespace
}  // namespace oltpsim::drivers::sqlite
