// Files of named statements.
#include "db/sql_text.hpp"
#include "db/statement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace oltpsim::db {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

constexpr const char* kFile = R"(-- Point selects as sysbench sends them.

-- name: point_select
-- params: int32, text
-- rows: count
SELECT c
FROM sbtest{table}  -- one of them
WHERE id = ? AND c <> ?;

-- name: make_table
CREATE TABLE sbtest{table} (
  -- the key
  id INT PRIMARY KEY
);
)";

std::string refusal_of(std::string_view content) {
    const auto file = SqlFile::parse("x.sql", content);
    return file ? std::string("no error") : file.error().message;
}

Statement only(std::string_view content) {
    const auto file = SqlFile::parse("x.sql", content);
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file->expand(file->names().front(), {}).value();
}

TEST(SqlFile, reads_names_params_and_row_use) {
    const auto file = SqlFile::parse("x.sql", kFile);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(file->names(), ElementsAre("point_select", "make_table"));
    const auto select = file->expand("point_select", {{"table", "7"}});
    ASSERT_TRUE(select) << select.error().message;
    EXPECT_EQ(select->sql, "SELECT c\nFROM sbtest7\nWHERE id = ? AND c <> ?");
    EXPECT_THAT(select->params, ElementsAre(ColumnType::int32, ColumnType::text));
    EXPECT_EQ(select->rows, RowUse::count);
    EXPECT_TRUE(select->prepare);
    EXPECT_FALSE(select->writes);
}

TEST(SqlFile, leaves_comments_out_of_the_text) {
    const auto file = SqlFile::parse("x.sql", kFile);
    EXPECT_EQ(
        file->expand("make_table", {{"table", "1"}})->sql,
        "CREATE TABLE sbtest1 (\n  id INT PRIMARY KEY\n)"
    );
    EXPECT_EQ(
        only("-- name: a\nSELECT '-- no comment', 5--3 -- one\n").sql,
        "SELECT '-- no comment', 5--3"
    );
}

TEST(SqlFile, accepts_crlf_and_byte_order_mark) {
    EXPECT_EQ(only("\xEF\xBB\xBF-- name: a\r\n\r\nSELECT 1;\r\n").sql, "SELECT 1");
}

TEST(SqlFile, tells_writes_by_the_verb_unless_said_otherwise) {
    EXPECT_TRUE(only("-- name: a\nupdate t set k = 1").writes);
    EXPECT_TRUE(only("-- name: a\nWITH x AS (SELECT 1) DELETE FROM t").writes);
    EXPECT_FALSE(only("-- name: a\nSELECT 'delete' FROM t FOR UPDATE").writes);
    EXPECT_TRUE(only("-- name: a\n-- writes: yes\nSELECT pay(1)").writes);
    EXPECT_FALSE(only("-- name: a\n-- prepare: no\nSELECT 1").prepare);
}

TEST(SqlFile, errors_name_file_and_line) {
    EXPECT_THAT(refusal_of("SELECT 1"), HasSubstr("x.sql:1: SQL text before"));
    EXPECT_THAT(
        refusal_of("-- name: a\nSELECT 1\n-- name: a\nSELECT 2"),
        HasSubstr("x.sql:3: 'a' is defined twice")
    );
    EXPECT_THAT(
        refusal_of("\n-- name: a\n\n-- name: b\nSELECT 1"),
        HasSubstr("x.sql:2: 'a' has no SQL text")
    );
    EXPECT_THAT(
        refusal_of("-- name: a\n-- params: int\nSELECT ?"),
        HasSubstr("x.sql:2: unknown parameter type 'int'")
    );
    EXPECT_THAT(
        refusal_of("-- name: a\n-- rows: all\nSELECT 1"), HasSubstr("x.sql:2: rows must be")
    );
    EXPECT_THAT(
        refusal_of("-- name: a\n-- param: int32\nSELECT ?"), HasSubstr("did you mean 'params'")
    );
    EXPECT_THAT(refusal_of("-- name: a b\nSELECT 1"), HasSubstr("x.sql:1: a name is"));
    EXPECT_THAT(refusal_of("-- name: a\nSELECT 1; SELECT 2"), HasSubstr("more than one statement"));
    EXPECT_THAT(
        refusal_of(std::string_view("-- name: a\nSEL\0CT", 17)), HasSubstr("x.sql:2: a NUL byte")
    );
}

TEST(SqlFile, allows_semicolons_in_bodies_and_strings) {
    EXPECT_EQ(
        refusal_of("-- name: a\nCREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END"), "no error"
    );
    EXPECT_EQ(
        refusal_of(
            "-- name: a\nCREATE FUNCTION f() RETURNS int AS $body$ SELECT 1; $body$ LANGUAGE sql"
        ),
        "no error"
    );
    EXPECT_EQ(refusal_of("-- name: a\nSELECT ';' || 'x'"), "no error");
}

TEST(SqlFile, a_plain_comment_with_a_colon_is_no_key) {
    EXPECT_EQ(refusal_of("-- name: a\n-- source: clause 2.4\n-- Note: fast\nSELECT 1"), "no error");
}

TEST(SqlFile, expand_refuses_unknown_names_and_unfilled_marks) {
    const auto file = SqlFile::parse("x.sql", kFile);
    EXPECT_EQ(file->expand("nothing", {}).error().cls, ErrorClass::schema_mismatch);
    EXPECT_THAT(file->expand("nothing", {}).error().message, HasSubstr("'nothing'"));
    EXPECT_THAT(
        file->expand("point_select", {}).error().message,
        HasSubstr("x.sql:3: 'point_select' needs a value for {table}")
    );
}

TEST(SqlFile, expand_refuses_params_that_do_not_match_the_placeholders) {
    const auto file = SqlFile::parse("x.sql", "-- name: a\n-- params: int32\nSELECT $1, $2");
    EXPECT_THAT(file->expand("a", {}).error().message, HasSubstr("2 placeholders but declares 1"));
}

TEST(SqlFile, load_prefers_the_override_folder) {
    const auto dir = std::filesystem::path(testing::TempDir()) / "oltpsim_sql_override";
    std::filesystem::create_directories(dir / "w" / "d");
    std::ofstream(dir / "w" / "d" / "f.sql") << "-- name: mine\nSELECT 1\n";
    const auto file = SqlFile::load("w", "d", "f.sql", dir.string());
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->contains("mine"));
    std::filesystem::remove_all(dir);
}

TEST(SqlFile, load_says_which_dialects_there_are) {
    const auto file = SqlFile::load("no_such_workload", "x", "f.sql");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().cls, ErrorClass::unsupported);
    EXPECT_THAT(file.error().message, HasSubstr("no_such_workload"));
}

TEST(StatementSet, numbers_statements_densely) {
    StatementSet set;
    Statement one;
    one.name = "one";
    EXPECT_EQ(set.add(one), 0U);
    one.name = "two";
    EXPECT_EQ(set.add(one), 1U);
    EXPECT_EQ(set[1].id, 1U);
    EXPECT_EQ(set[1].name, "two");
}

TEST(SqlText, counts_placeholders_outside_quotes) {
    EXPECT_EQ(count_placeholders("SELECT ? , '?', \"?\", `?`, /* ? */ ?"), 2U);
    EXPECT_EQ(count_placeholders("SELECT $2, $1, $2, '$9'"), 2U);
    EXPECT_EQ(count_placeholders("SELECT $$ $7 ? $$"), 0U);
    EXPECT_EQ(count_placeholders("SELECT 'open ?"), 0U);
}

TEST(SqlFile, survives_any_bytes) {
    const std::string alphabet = "-nameprows: \n\r\t{}'\"`$?;*/x1\0\xff"s;
    std::uint64_t state = 1;
    for (int round = 0; round < 20'000; ++round) {
        std::string content = round % 2 == 0 ? "-- name: a\n" : "";
        for (int i = 0; i < 60; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            content += alphabet[(state >> 33) % alphabet.size()];
        }
        const auto file = SqlFile::parse("x.sql", content);
        if (!file) {
            ASSERT_THAT(file.error().message, HasSubstr("x.sql:"));
            continue;
        }
        for (const std::string& name : file->names()) {
            const auto statement = file->expand(name, {});
            ASSERT_TRUE(!statement || !statement->sql.empty());
        }
    }
}

}  // namespace
}  // namespace oltpsim::db
