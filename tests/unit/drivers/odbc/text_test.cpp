// Connection strings that nothing can break out of, placeholders, texts per dialect, characters, diagnostics.
#include "drivers/odbc/connection_string.hpp"
#include "drivers/odbc/diagnostics.hpp"
#include "drivers/odbc/dialect.hpp"
#include "drivers/odbc/placeholders.hpp"
#include "drivers/odbc/wide_text.hpp"

#include <gtest/gtest.h>

namespace oltpsim::drivers::odbc {
namespace {

TEST(ConnectionStringOf, a_value_cannot_become_a_keyword) {
    for (const std::string& value :
         {std::string("plain"),
          std::string("semi;Trusted_Connection=yes"),
          std::string("brace}"),
          std::string("}};UID=sa;PWD={"),
          std::string("{open"),
          std::string(" blank "),
          std::string("a=b"),
          std::string("")}) {
        ConnectionString out;
        out.add("Server", "vm1");
        out.add("PWD", value);
        out.add("APP", "oltpsim");
        const ConnectionString back = ConnectionString::parse(out.text());
        EXPECT_EQ(back.value_of("pwd"), value) << out.text();
        EXPECT_EQ(back.value_of("Server"), "vm1");
        EXPECT_EQ(back.value_of("app"), "oltpsim");
        EXPECT_FALSE(back.has("Trusted_Connection"));
        EXPECT_FALSE(back.has("UID"));
    }
}

TEST(ConnectionStringOf, names_of_drivers_stand_in_braces_and_paths_do_not) {
    ConnectionString out;
    out.add("Driver", "ODBC Driver 18 for SQL Server");
    EXPECT_EQ(out.text(), "Driver={ODBC Driver 18 for SQL Server};");
    out.replace("driver", "/usr/lib/odbc/libtdsodbc.so");
    EXPECT_EQ(out.text(), "Driver=/usr/lib/odbc/libtdsodbc.so;");
}

TEST(ConnectionStringOf, a_default_does_not_replace_what_is_there) {
    ConnectionString out = ConnectionString::parse("dsn=lab; Protocol = 7.4-1 ;;");
    out.add_default("PROTOCOL", "7.4-0");
    EXPECT_EQ(out.value_of("Protocol"), "7.4-1");
}

TEST(PlaceholdersOf, numbers_become_question_marks_in_the_order_of_the_text) {
    const Placeholders found =
        to_question_marks("UPDATE t SET a = $2, b = $1 + $2 WHERE c = '$3' -- $4\n AND d = \"$5\"");
    EXPECT_EQ(found.sql, "UPDATE t SET a = ?, b = ? + ? WHERE c = '$3' -- $4\n AND d = \"$5\"");
    EXPECT_EQ(found.values, (std::vector<std::uint32_t>{1, 0, 1}));
}

TEST(PlaceholdersOf, a_value_in_several_places_has_one_type) {
    constexpr std::string_view kTypes[] = {"int4", "numeric"};
    EXPECT_EQ(
        to_question_marks("SELECT $2 + $1, concat($2)", kTypes).sql,
        "SELECT CAST(? AS numeric) + CAST(? AS int4), concat(CAST(? AS numeric))"
    );
}

TEST(PlaceholdersOf, question_marks_and_dollar_quotes_stay) {
    const Placeholders marks = to_question_marks("SELECT ? , '?' , ?");
    EXPECT_EQ(marks.sql, "SELECT ? , '?' , ?");
    EXPECT_EQ(marks.values, (std::vector<std::uint32_t>{0, 1}));
    const std::string body = "CREATE FUNCTION f() AS $x$ SELECT $1 $x$";
    EXPECT_EQ(to_question_marks(body).sql, body);
    EXPECT_TRUE(to_question_marks(body).values.empty());
}

TEST(DialectOf, drops_of_what_may_be_missing_are_put_into_words_of_2014) {
    EXPECT_EQ(
        for_sqlserver_2014("DROP TABLE IF EXISTS sbtest1"),
        "IF OBJECT_ID(N'sbtest1', N'U') IS NOT NULL DROP TABLE sbtest1"
    );
    EXPECT_EQ(
        for_sqlserver_2014("DROP SEQUENCE IF EXISTS s"),
        "IF OBJECT_ID(N's', N'SO') IS NOT NULL DROP SEQUENCE s"
    );
    for (const char* other : {"DROP TABLE t", "SELECT 1", "DROP TABLE IF EXISTS a; DROP TABLE b"}) {
        EXPECT_EQ(for_sqlserver_2014(other), other);
    }
}

TEST(DialectOf, calls_of_routines_are_known) {
    EXPECT_TRUE(calls_routine("EXEC oltpsim_payment ?, ?"));
    EXPECT_TRUE(calls_routine(" call p(?)"));
    EXPECT_FALSE(calls_routine("SELECT caller FROM t"));
    EXPECT_FALSE(calls_routine("executed"));
}

TEST(DialectOf, sqlserver_sessions_say_their_isolation_and_roll_back_on_any_error) {
    EXPECT_EQ(
        session_setup(Dialect::sqlserver, db::Isolation::server_default),
        "SET XACT_ABORT ON; SET TRANSACTION ISOLATION LEVEL READ COMMITTED"
    );
    EXPECT_NE(
        session_setup(Dialect::sqlserver, db::Isolation::serializable).find("SERIALIZABLE"),
        std::string::npos
    );
    EXPECT_EQ(session_setup(Dialect::mysql, db::Isolation::server_default), "");
}

TEST(WideText, goes_to_utf16_and_back) {
    for (const std::string& text :
         {std::string{}, std::string("plain"), std::string("Zürich 東京 🐘")}) {
        const auto wide = to_wide(text);
        EXPECT_EQ(wide.back(), 0);
        EXPECT_EQ(to_utf8(wide.data(), wide.size() - 1), text);
    }
    const auto broken = to_wide("a\xff"
                                "b");
    EXPECT_EQ(
        to_utf8(broken.data(), broken.size() - 1),
        "a\xEF\xBF\xBD"
        "b"
    );
}

TEST(DiagnosticsOf, no_text_holds_the_password_that_drivers_quote) {
    const db::Secret secret("s3cr;t}w");
    const std::vector<Record> records{
        {"08001", 0, "cannot connect with UID=sa;PWD={s3cr;t}}w};"},
        {"01000", 0, "raw: s3cr;t}w"},
        {"28000", 18456, "Login failed for user 'sa'."},
    };
    const auto error = error_of(records, Dialect::sqlserver, true, "connect", secret);
    EXPECT_EQ(error.cls, db::ErrorClass::auth_failed);
    EXPECT_EQ(error.native, 18456);
    EXPECT_EQ(error.describe().find("s3cr"), std::string::npos) << error.describe();
    EXPECT_NE(error.describe().find("Login failed"), std::string::npos);
    EXPECT_STREQ(error.sqlstate.data(), "28000");
}

}  // namespace
}  // namespace oltpsim::drivers::odbc
