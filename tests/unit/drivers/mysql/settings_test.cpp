// URLs, option files, greetings, error numbers.
#include "drivers/mysql/error_map.hpp"
#include "drivers/mysql/greeting.hpp"
#include "drivers/mysql/option_file.hpp"
#include "drivers/mysql/settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace oltpsim::drivers::mysql {
namespace {

using db::ErrorClass;

db::Result<Settings> settings(std::string_view text) {
    auto url = db::TargetUrl::parse(text);
    EXPECT_TRUE(url) << text;
    return read_settings(*url);
}

void expect_refused(std::string_view text, std::string_view word) {
    const auto read = settings(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().cls, ErrorClass::bad_argument);
    EXPECT_NE(read.error().message.find(word), std::string::npos) << read.error().message;
}

TEST(MysqlSettings, have_the_documented_defaults) {
    const auto read = settings("mysql://sb@db1/sbtest");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->port, 3306);
    EXPECT_EQ(read->tls, TlsMode::disabled);
    EXPECT_EQ(read->charset, "utf8mb4");
    EXPECT_TRUE(read->fast_path);
    EXPECT_EQ(read->place(), "db1:3306");
}

TEST(MysqlSettings, read_every_parameter) {
    const auto read =
        settings("mariadb://sb@[::1]:3307/d?sslmode=VERIFY-IDENTITY&charset=latin1&fast_path=off");
    ASSERT_TRUE(read) << read.error().describe();
    EXPECT_EQ(read->tls, TlsMode::verify_identity);
    EXPECT_EQ(read->charset, "latin1");
    EXPECT_FALSE(read->fast_path);
    EXPECT_EQ(read->place(), "[::1]:3307");
    const auto local = settings("mysql://sb@localhost/d?socket=/run/mysqld.sock");
    ASSERT_TRUE(local) << local.error().describe();
    EXPECT_EQ(local->place(), "/run/mysqld.sock");
    EXPECT_EQ(settings("mysql://sb@db1/d?ssl_ca=/etc/passwd")->tls, TlsMode::verify_ca);
}

TEST(MysqlSettings, refuse_what_cannot_work) {
    expect_refused("mysql://sb@db1/d?sslmode=maybe", "sslmode");
    expect_refused("mysql://sb@db1/d?sslmode=verify_ca", "ssl_ca");
    expect_refused("mysql://sb@db1/d?sslmode=disabled&ssl_ca=/etc/passwd", "ssl_ca");
    expect_refused("mysql://sb@db1/d?sslmode=required&ssl_ca=/no/such/file", "/no/such/file");
    expect_refused("mysql://sb@db1/d?sslmode=required&ssl_cert=/etc/passwd", "ssl_key");
    expect_refused("mysql://sb@db1/d?charset=koi8", "charset");
    expect_refused("mysql://sb@db1/d?fast_path=maybe", "fast_path");
    expect_refused("mysql://sb@db1/d?socket=/run/mysqld.sock", "localhost");
    expect_refused("mysql://sb@localhost/d?socket=/run/mysqld.sock&sslmode=required", "socket");
}

TEST(OptionFile, gives_the_password_of_the_client_groups) {
    EXPECT_FALSE(password_in("[mysqld]\npassword=server\n").is_set());
    EXPECT_EQ(
        password_in("# c\n[client]\nuser=x\npassword = \"a b#c\"\n[mysqld]\npassword=no\n")
            .reveal(),
        "a b#c"
    );
    EXPECT_EQ(password_in("[client]\npassword=p\\\\q\\s\n").reveal(), "p\\q ");
    EXPECT_EQ(
        password_in("[client]\r\npassword=first\r\n[oltpsim]\r\npassword=own # mine\r\n").reveal(),
        "own"
    );
    EXPECT_TRUE(password_in("[client]\npassword=\n").is_set());
}

TEST(Greeting, tells_whether_tls_is_offered) {
    std::string bytes(
        "\x2c\0\0\0\x0a"
        "8.0.36\0"
        "\x01\0\0\0"
        "12345678\0",
        5 + 7 + 4 + 9
    );
    const auto read = [](const std::string& text) {
        return read_greeting({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    };
    EXPECT_TRUE(read(bytes + "\xff\xff").offers_tls);
    EXPECT_FALSE(read(bytes + "\xff\xf7").offers_tls);
    EXPECT_TRUE(read(bytes + "\xff\xf7").is_readable);
    EXPECT_FALSE(read(bytes).is_readable);
    EXPECT_FALSE(read("HTTP/1.1 400 Bad Request\r\n").is_readable);
    const Greeting refused = read(std::string(
        "\x17\0\0\0\xff\x10\x04"
        "Too many connections",
        27
    ));
    EXPECT_TRUE(refused.is_error);
    EXPECT_EQ(refused.error_code, 1040);
    EXPECT_EQ(refused.error_text, "Too many connections");
}

TEST(ErrorMap, is_sorted_and_each_row_has_a_source) {
    const auto rows = error_rows();
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.code < b.code;
    }));
    EXPECT_EQ(
        std::adjacent_find(
            rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.code == b.code; }
        ),
        rows.end()
    );
    for (const NativeErrorRow& row : rows) {
        EXPECT_FALSE(row.source.empty()) << row.code;
        if (row.cls != ErrorClass::tls_failed) {
            EXPECT_EQ(classify(row.code, "HY000"), row.cls) << row.code;
        }
    }
}

TEST(ErrorMap, classifies_what_runs_meet) {
    EXPECT_EQ(classify(1213, "40001"), ErrorClass::deadlock);
    EXPECT_EQ(classify(1205, "HY000"), ErrorClass::lock_timeout);
    EXPECT_EQ(classify(1062, "23000"), ErrorClass::constraint_violation);
    EXPECT_EQ(classify(1040, "08004"), ErrorClass::too_many_connections);
    EXPECT_EQ(classify(3024, "HY000"), ErrorClass::statement_timeout);
    EXPECT_EQ(classify(1969, "70100"), ErrorClass::statement_timeout);
    EXPECT_EQ(classify(2026, "HY000"), ErrorClass::connection_lost);
    EXPECT_EQ(classify_connect(2026, "HY000"), ErrorClass::tls_failed);
    EXPECT_EQ(classify_connect(2013, "HY000"), ErrorClass::connect_failed);
    EXPECT_EQ(classify_connect(1045, "28000"), ErrorClass::auth_failed);
}

TEST(ErrorMap, goes_by_sqlstate_for_numbers_it_does_not_know) {
    EXPECT_EQ(classify(9999, "23505"), ErrorClass::constraint_violation);
    EXPECT_EQ(classify(9999, "42S99"), ErrorClass::schema_mismatch);
    EXPECT_EQ(classify(9999, "08S01"), ErrorClass::connection_lost);
    EXPECT_EQ(classify(9999, "HY000"), ErrorClass::other);
}

}  // namespace
}  // namespace oltpsim::drivers::mysql
