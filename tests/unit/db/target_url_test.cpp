// Target URLs, hostile ones included, and the silence about passwords.
#include "db/target_url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace oltpsim::db {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;
using testing::Not;

TargetUrl parsed(std::string_view text) {
    auto url = TargetUrl::parse(text);
    EXPECT_TRUE(url) << text << ": " << (url ? "" : url.error().message);
    return url ? *url : TargetUrl{};
}

std::string error_of(std::string_view text) {
    const auto url = TargetUrl::parse(text);
    if (url) {
        return "no error";
    }
    EXPECT_EQ(url.error().cls, ErrorClass::bad_argument);
    return url.error().describe();
}

TEST(TargetUrl, reads_every_part) {
    const TargetUrl url = parsed(
        "PostgreSQL://sb%40lab@db.example:5433/sbtest?sslmode=require&name=vm01&password_env=PW"
    );
    EXPECT_EQ(url.scheme, "postgresql");
    EXPECT_EQ(url.user, "sb@lab");
    EXPECT_EQ(url.host, "db.example");
    EXPECT_EQ(url.port, 5433);
    EXPECT_EQ(url.database, "sbtest");
    EXPECT_EQ(url.name, "vm01");
    EXPECT_EQ(url.password_env, "PW");
    EXPECT_EQ(url.params, (std::map<std::string, std::string>{{"sslmode", "require"}}));
    EXPECT_FALSE(url.password.is_set());
}

TEST(TargetUrl, port_user_and_database_may_be_missing) {
    const TargetUrl url = parsed("mysql://vm01");
    EXPECT_EQ(url.host, "vm01");
    EXPECT_EQ(url.port, 0);
    EXPECT_EQ(url.user, "");
    EXPECT_EQ(url.database, "");
    EXPECT_EQ(url.place(), "vm01");
}

TEST(TargetUrl, reads_ipv6_in_brackets) {
    const TargetUrl url = parsed("mysql://sb@[fe80::1]:3307/sbtest");
    EXPECT_EQ(url.host, "fe80::1");
    EXPECT_EQ(url.port, 3307);
    EXPECT_EQ(url.place(), "[fe80::1]:3307");
    EXPECT_THAT(error_of("mysql://fe80::1/db"), HasSubstr("brackets"));
    EXPECT_THAT(error_of("mysql://[fe80::1/db"), HasSubstr("]"));
    EXPECT_THAT(error_of("mysql://[localhost]/db"), HasSubstr("IPv6"));
    EXPECT_THAT(error_of("mysql://[::1]x/db"), HasSubstr("port"));
}

TEST(TargetUrl, reads_file_paths) {
    EXPECT_EQ(parsed("sqlite:/var/lib/a%20b.db?synchronous=off").database, "/var/lib/a b.db");
    EXPECT_EQ(parsed("sqlite:rel.db").database, "rel.db");
    EXPECT_EQ(parsed("sqlite:///var/x.db").database, "/var/x.db");
    EXPECT_EQ(parsed("sqlite:rel.db").place(), "rel.db");
}

TEST(TargetUrl, reads_a_scheme_with_parameters_only) {
    const TargetUrl url = parsed("simulated:?latency_ms=9.8&distribution=exponential");
    EXPECT_EQ(url.database, "");
    EXPECT_EQ(url.params.at("latency_ms"), "9.8");
    EXPECT_EQ(url.place(), "simulated");
}

TEST(TargetUrl, reads_socket_folders) {
    EXPECT_EQ(parsed("postgresql://sb@%2Fvar%2Frun%2Fpg:5433/db").host, "/var/run/pg");
    EXPECT_EQ(parsed("postgresql:///db?host=/run/pg").place(), "/run/pg");
    EXPECT_EQ(parsed("mysql://sb@/db?socket=/run/m.sock").place(), "/run/m.sock");
}

TEST(TargetUrl, keeps_odbc_strings_raw_but_for_the_password) {
    const TargetUrl url = parsed("odbc:DSN=lab;UID=sb;PWD={a;b}}c};Encrypt=yes?dialect=mysql");
    EXPECT_EQ(url.database, "DSN=lab;UID=sb;Encrypt=yes");
    EXPECT_EQ(url.password.reveal(), "a;b}c");
    EXPECT_EQ(url.params.at("dialect"), "mysql");
    EXPECT_EQ(
        parsed("odbc:DRIVER={My ?;driver};SERVER=x").database, "DRIVER={My ?;driver};SERVER=x"
    );
}

TEST(TargetUrl, takes_passwords_out_of_every_place) {
    for (const char* text :
         {"mysql://sb:s3cr3t@h/db",
          "mysql://sb@h/db?password=s3cr3t",
          "mysql://sb@h/db?pwd=s3cr3t",
          "mysql://sb:s3cr%33t@h/db",
          "odbc:DSN=x;PWD=s3cr3t",
          "odbc:DSN=x;Password={s3cr3t}"}) {
        const TargetUrl url = parsed(text);
        EXPECT_EQ(url.password.reveal(), "s3cr3t") << text;
        EXPECT_THAT(url.to_string(), Not(HasSubstr("s3cr3t")));
        EXPECT_FALSE(parsed(url.to_string()).password.is_set());
        EXPECT_THAT(redact(text), Not(testing::ContainsRegex("s3cr.{1,3}t")));
    }
}

TEST(TargetUrl, an_empty_password_is_a_password) {
    EXPECT_TRUE(parsed("mysql://sb:@h/db").password.is_set());
    EXPECT_EQ(parsed("mysql://sb:@h/db").password.reveal(), "");
}

TEST(TargetUrl, errors_never_repeat_a_password) {
    // Each is a mistake that a real password leads to: unencoded '/', '?', '%', '@' and ':', a lost '@'.
    for (const char* text :
         {"mysql://sb:s3cr3t/x@h/db",
          "mysql://sb:s3cr3t?x@h/db",
          "mysql://sb:s3cr3t%zz@h/db",
          "mysql://sb:12/s3cr3t@h/db",
          "mysql://sb:12?s3cr3t=x@h/db",
          "mysql://sb:x@y/s3cr3t@h/db",
          "mysql://sb:s3cr3t@h:port/db",
          "mysql://sb:s3cr3t@h/db?a",
          "mysql://sb:s3cr3t",
          "mysql://:s3cr3t@h/db",
          "mysql://sb@h/db?password=s3cr3t&password=s3cr3t",
          "mysql://sb@h/db?password=s3cr3t%",
          "mysql://sb:s3cr3t@h/db?password=s3cr3t",
          "sb:s3cr3t@h/db",
          "odbc:DSN=x;PWD=s3cr3t;PWD=s3cr3t",
          "mysql://sb:s3cr3t@h h/db",
          "mysql://sb:a@s3cr3t:x@h:1/db?x"}) {
        const std::string message = error_of(text);
        EXPECT_NE(message, "no error") << text;
        EXPECT_THAT(message, Not(HasSubstr("s3cr3t"))) << text;
    }
}

TEST(TargetUrl, refuses_what_is_no_url) {
    for (const char* text :
         {"",
          ":",
          "mysql",
          "//h/db",
          "1x://h",
          "my sql://h",
          "mysql://h:0/db",
          "mysql://h:65536/db",
          "mysql://h:-1/db",
          "mysql://h:/db",
          "mysql://@h/db",
          "mysql://h/db?=x",
          "mysql://h/db?a=1&a=2",
          "mysql://h/db?a=%0",
          "mysql://h/d%00b",
          "mysql://vm{01..24}/db",
          "mysql://h/db?name=",
          "mysql://a b/db"}) {
        EXPECT_NE(error_of(text), "no error") << text;
    }
}

TEST(TargetUrl, text_form_gives_the_same_address_back) {
    for (const char* text :
         {"postgresql://sb%40lab@db.example:5433/"
          "sb%2Ftest?sslmode=require&name=vm%2001&password_file=/etc/pw",
          "mysql://[::1]:3306/db",
          "sqlite:/var/lib/x.db?cache_size_mb=64",
          "sqlite:rel%3Fx.db",
          "sqlite:%2F%2Fodd",
          "simulated:?errors=always:deadlock&latency_ms=1",
          "odbc:DSN=x;UID=y?dialect=mysql",
          "mysql://h:1",
          "postgresql:db",
          "postgresql://u@/db"}) {
        const TargetUrl url = parsed(text);
        const TargetUrl again = parsed(url.to_string());
        EXPECT_EQ(again.scheme, url.scheme) << text;
        EXPECT_EQ(again.user, url.user) << text;
        EXPECT_EQ(again.host, url.host) << text;
        EXPECT_EQ(again.port, url.port) << text;
        EXPECT_EQ(again.database, url.database) << text;
        EXPECT_EQ(again.params, url.params) << text;
        EXPECT_EQ(again.name, url.name) << text;
        EXPECT_EQ(again.password_file, url.password_file) << text;
        EXPECT_EQ(again.to_string(), url.to_string()) << text;
    }
}

TEST(TargetUrl, survives_any_bytes_and_never_shows_the_password) {
    const std::string alphabet = "aZ0:/?@&=%[]{};+-._ \n\xff\0"s;
    std::uint64_t state = 42;
    for (int round = 0; round < 50'000; ++round) {
        std::string text = round % 3 == 0   ? "mysql://sb:QQQQ"
                           : round % 3 == 1 ? "odbc:PWD=QQQQ"
                                            : "sqlite:";
        for (int i = 0; i < 24; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            text += alphabet[(state >> 33) % alphabet.size()];
        }
        const auto url = TargetUrl::parse(text);
        if (!url) {
            ASSERT_THAT(url.error().describe(), Not(HasSubstr("QQQQ"))) << text;
            continue;
        }
        ASSERT_TRUE(TargetUrl::parse(url->to_string())) << text << " → " << url->to_string();
        if (url->password.is_set()) {
            ASSERT_THAT(url->to_string(), Not(HasSubstr("QQQQ"))) << text;
        }
    }
}

TEST(Redact, hides_passwords_in_free_text) {
    EXPECT_EQ(redact("cannot use mysql://sb:x/y@z@h/db now"), "cannot use mysql://sb:***@h/db now");
    EXPECT_EQ(redact("mysql://sb@h:3306/db"), "mysql://sb@h:3306/db");
    EXPECT_EQ(redact("\"mysql://root:s3cret/db\": the port"), "\"mysql://root:***\": the port");
    EXPECT_EQ(redact("postgresql://root:s3cret,vm1/db"), "postgresql://root:***");
    EXPECT_EQ(redact("mysql://u:s3cret h/db"), "mysql://u:*** h/db");
    EXPECT_EQ(redact("mysql://vm{1..4}:33{01..04}/db"), "mysql://vm{1..4}:33{01..04}/db");
    EXPECT_EQ(redact("mysql://[::1]:3306/db?x=a:b"), "mysql://[::1]:3306/db?x=a:b");
    EXPECT_EQ(redact("mysql://h/db?time=a:b"), "mysql://h/db?time=a:b");
    EXPECT_EQ(redact("mysql:sb:x@h/db: no //"), "mysql:***@h/db: no //");
    EXPECT_EQ(redact("--password=abc --tables=2"), "--password=*** --tables=2");
    EXPECT_EQ(redact("{\"password\": \"a b\", \"x\": 1}"), "{\"password\": \"***\", \"x\": 1}");
    EXPECT_EQ(redact("DSN=x;Pwd={a}}b};UID=y"), "DSN=x;Pwd={***};UID=y");
    EXPECT_EQ(
        redact("password_file=/etc/pw&password_env=PW"), "password_file=/etc/pw&password_env=PW"
    );
    EXPECT_EQ(redact("the password is wrong"), "the password is wrong");
    EXPECT_EQ(redact("postgresql://u@h/db?pasword=a&x=1"), "postgresql://u@h/db?pasword=***&x=1");
    EXPECT_EQ(redact("h/db?x=1&sslpassword=a b"), "h/db?x=1&sslpassword=*** b");
    EXPECT_EQ(redact("h/db?API-Token=a&sslkey=/k.pem"), "h/db?API-Token=***&sslkey=/k.pem");
    EXPECT_EQ(redact("password="), "password=");
    EXPECT_EQ(redact("password='open"), "password='***");
}

}  // namespace
}  // namespace oltpsim::db
