// JSON with comments: every value knows its line and column, every fault is told without repeating a value.
#include "config/json_parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::config {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(JsonParse, gives_every_key_and_value_its_place) {
    Problems problems;
    const auto root = parse_json(
        "p.jsonc",
        "// comment\n"
        "{\n"
        "  \"name\": \"a \\\"quoted\\\" word\",\n"
        "  /* two\n"
        "     lines */ \"clients\": 32,\n"
        "  \"rate\":1e9\n"
        ",\n"
        "  \"flag\": true, \"list\": [1,\n"
        "    -2]\n"
        "}\n",
        problems
    );
    ASSERT_TRUE(root);
    EXPECT_TRUE(problems.ok());
    EXPECT_EQ(root->find("name")->text, "a \"quoted\" word");
    EXPECT_EQ(root->find("name")->where.to_string(), "p.jsonc:3:11");
    EXPECT_EQ(root->members[0].where.to_string(), "p.jsonc:3:3");
    EXPECT_EQ(root->find("clients")->where.to_string(), "p.jsonc:5:26");
    EXPECT_EQ(root->find("clients")->text, "32");
    EXPECT_EQ(root->find("rate")->where.to_string(), "p.jsonc:6:10");
    EXPECT_EQ(root->find("rate")->text, "1e9");
    EXPECT_EQ(root->find("flag")->where.to_string(), "p.jsonc:8:11");
    EXPECT_EQ(root->find("list")->items[1].text, "-2");
    EXPECT_EQ(root->find("list")->items[1].where.to_string(), "p.jsonc:9:5");
    EXPECT_EQ(root->find("nothing"), nullptr);
}

TEST(JsonParse, reports_all_duplicate_keys_with_both_lines) {
    Problems problems;
    const auto root =
        parse_json("p", "{\"a\": 1,\n\"b\": {\"c\": 1, \"c\": 2},\n\"a\": 3}", problems);
    ASSERT_TRUE(root);
    ASSERT_EQ(problems.errors().size(), 2U);
    EXPECT_EQ(problems.errors()[0].message, "key \"c\" is here twice; the first is in line 2");
    EXPECT_EQ(problems.errors()[1].where.to_string(), "p:3:1");
    EXPECT_EQ(root->find("a")->text, "1");
}

TEST(JsonParse, places_a_syntax_error_and_never_repeats_what_it_read) {
    for (const char* text : {
             "{\"a\": 1\n \"password\": \"hunter2\"}",
             "{\"a\": 1,\n \"password\": \"hunter2}",
             "{\"a\": 1,\n hunter2}",
             "{\"a\": 1,\n}",
         }) {
        Problems problems;
        EXPECT_FALSE(parse_json("p", text, problems)) << text;
        ASSERT_EQ(problems.errors().size(), 1U) << text;
        EXPECT_EQ(problems.errors()[0].where.line, 2U) << text;
        EXPECT_THAT(problems.errors()[0].message, HasSubstr("syntax error")) << text;
        EXPECT_THAT(problems.errors()[0].message, Not(HasSubstr("hunter2"))) << text;
    }
}

TEST(JsonParse, refuses_empty_text_and_endless_nesting) {
    Problems problems;
    EXPECT_FALSE(parse_json("p", "", problems));
    EXPECT_FALSE(parse_json("p", std::string(100'000, '['), problems));
    EXPECT_EQ(problems.errors().size(), 2U);
    EXPECT_FALSE(parse_json_file("no/such/file.json", problems));
    EXPECT_THAT(problems.errors().back().message, HasSubstr("No such file"));
}

TEST(JsonParse, names_a_trailing_comma) {
    for (const char* text :
         {"{\"a\": 1,}", "{\"a\": [1, 2, /* , */ ]}", "{\"a\": \"x\\\"\",\n // none\n}"}) {
        Problems problems;
        EXPECT_FALSE(parse_json("p", text, problems)) << text;
        ASSERT_EQ(problems.errors().size(), 1U) << text;
        EXPECT_THAT(problems.errors()[0].message, HasSubstr("trailing comma")) << text;
    }
    Problems problems;
    EXPECT_FALSE(parse_json("p", "{\"a\": \",\" ]}", problems));
    EXPECT_THAT(problems.errors()[0].message, Not(HasSubstr("trailing comma")));
}

TEST(JsonParse, reads_nothing_behind_a_nul_byte_silently) {
    Problems problems;
    EXPECT_FALSE(parse_json("p", std::string_view("{}\n\0 junk", 9), problems));
    ASSERT_EQ(problems.errors().size(), 1U);
    EXPECT_EQ(problems.errors()[0].where.line, 2U);
    EXPECT_THAT(problems.errors()[0].message, HasSubstr("NUL"));
}

TEST(Merge, lays_objects_over_each_other_and_replaces_lists) {
    Problems problems;
    const auto base = parse_json("base", R"({"w": {"a": 1, "b": 2}, "steps": [1, 2]})", problems);
    const auto over = parse_json("over", R"({"w": {"b": 3, "c": 4}, "steps": [9]})", problems);
    const Node merged = merge(*base, *over);
    EXPECT_EQ(merged.find("w")->find("a")->text, "1");
    EXPECT_EQ(merged.find("w")->find("b")->text, "3");
    EXPECT_EQ(merged.find("w")->find("b")->where.source, "over");
    EXPECT_EQ(merged.find("w")->find("c")->text, "4");
    EXPECT_EQ(merged.find("steps")->items.size(), 1U);
}

TEST(Put, makes_the_objects_on_the_way) {
    Node root = make_object({"command line", 0, 0});
    const std::vector<std::string> path{"workload", "tables"};
    put(root, path, make_text({"--tables", 0, 0}, "4"));
    EXPECT_EQ(root.find("workload")->find("tables")->text, "4");
    EXPECT_EQ(root.find("workload")->find("tables")->where.to_string(), "--tables");
}

}  // namespace
}  // namespace oltpsim::config
