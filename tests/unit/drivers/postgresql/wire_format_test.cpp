// Requests, byte by byte, against the documentation's message formats.
#include "drivers/postgresql/wire_format.hpp"

#include <gtest/gtest.h>

namespace oltpsim::drivers::postgresql {
namespace {

using namespace std::string_literals;

Parameters bound(std::initializer_list<db::Value> values) {
    db::Statement statement;
    statement.name = "test";
    statement.params = {db::ColumnType::int32, db::ColumnType::text};
    Parameters params;
    EXPECT_TRUE(params.bind(statement, std::span(values.begin(), values.size())));
    return params;
}

TEST(PgWireFormat, requests_are_the_documented_bytes) {
    const Parameters params = bound({db::Value::integer(258), db::Value::null()});
    std::string out;
    wire::query(out, "BEGIN");
    EXPECT_EQ(out, "Q\0\0\0\x0a"s + "BEGIN\0"s);
    out.clear();
    wire::parse(out, "s4", "SELECT $1, $2", params);
    EXPECT_EQ(
        out, "P\0\0\0\x1f"s + "s4\0"s + "SELECT $1, $2\0"s + "\0\2"s + "\0\0\0\x17"s + "\0\0\0\x19"s
    );
    out.clear();
    wire::bind(out, "s4", params);
    EXPECT_EQ(
        out,
        "B\0\0\0\x1e"s + "\0"s + "s4\0"s + "\0\1\0\1"s + "\0\2"s + "\0\0\0\4\0\0\1\2"s +
            "\xff\xff\xff\xff"s + "\0\1\0\1"s
    );
    out.clear();
    wire::describe(out, 'S', "s4");
    wire::execute(out);
    wire::sync(out);
    EXPECT_EQ(out, "D\0\0\0\x08Ss4\0"s + "E\0\0\0\x09\0\0\0\0\0"s + "S\0\0\0\4"s);
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
