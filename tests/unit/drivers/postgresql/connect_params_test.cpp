// What a URL and session options become for libpq.
#include "drivers/postgresql/connect_params.hpp"
#include "drivers/postgresql/copy_writer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace oltpsim::drivers::postgresql {
namespace {

db::Endpoint endpoint(std::map<std::string, std::string> params = {}) {
    db::Endpoint result;
    result.url.scheme = "postgresql";
    result.url.user = "sbtest";
    result.url.host = "10.0.0.11";
    result.url.database = "sbtest";
    result.url.params = std::move(params);
    return result;
}

ConnectParams params_of(
    const db::Endpoint& target,
    SessionUse use = SessionUse::measured,
    db::SessionOptions options = {}
) {
    return {target, options, use};
}

TEST(ConnectParams, carries_session_settings_in_the_sign_in) {
    db::SessionOptions options;
    options.isolation = db::Isolation::repeatable_read;
    options.statement_timeout = std::chrono::milliseconds{1500};
    const auto params = params_of(endpoint(), SessionUse::measured, options);
    EXPECT_EQ(
        params.value("options"),
        "-c TimeZone=UTC -c statement_timeout=1600 -c default_transaction_isolation=repeatable\\ "
        "read"
    );
    EXPECT_EQ(params.value("port"), "5432");
    EXPECT_EQ(params.value("host"), "10.0.0.11");
    EXPECT_EQ(params.value("application_name"), "oltpsim");
}

TEST(ConnectParams, sets_no_time_limit_for_loading) {
    EXPECT_NE(
        params_of(endpoint(), SessionUse::admin).value("options").find("statement_timeout=0"),
        std::string::npos
    );
}

TEST(ConnectParams, does_not_depend_on_the_environment_for_encryption) {
    const auto params = params_of(endpoint());
    EXPECT_EQ(params.value("sslmode"), "prefer");
    EXPECT_EQ(params.value("gssencmode"), "disable");
    EXPECT_EQ(params_of(endpoint({{"sslmode", "verify-full"}})).value("sslmode"), "verify-full");
}

TEST(ConnectParams, lets_a_socket_folder_replace_the_host) {
    EXPECT_EQ(params_of(endpoint({{"host", "/run/postgresql"}})).value("host"), "/run/postgresql");
    EXPECT_EQ(
        params_of(endpoint({{"socket", "/run/postgresql"}})).value("host"), "/run/postgresql"
    );
    EXPECT_FALSE(params_of(endpoint({{"socket", "/run/postgresql"}})).contains("socket"));
}

TEST(ConnectParams, leaves_the_password_to_libpq_when_none_is_given) {
    EXPECT_FALSE(params_of(endpoint()).contains("password"));
    auto target = endpoint();
    target.password = db::Secret{"geheim"};
    EXPECT_EQ(params_of(target).value("password"), "geheim");
}

TEST(ConnectParams, appends_own_options_last_so_that_they_win) {
    const auto params = params_of(endpoint({{"options", "-c statement_timeout=0"}}));
    EXPECT_TRUE(params.value("options").ends_with(" -c statement_timeout=0"));
}

TEST(CheckUrl, names_the_parameter_and_what_is_allowed) {
    const auto refused = [](const char* key, const char* value) {
        const auto checked = check_url(endpoint({{key, value}}).url);
        return checked ? std::string{} : checked.error().message;
    };
    EXPECT_EQ(refused("sslmode", "verify-full"), "");
    EXPECT_NE(
        refused("sslmode", "on").find("sslmode=on: allowed are disable, allow"), std::string::npos
    );
    EXPECT_NE(refused("sslrootcert", "/no/such/ca.pem").find("cannot be read"), std::string::npos);
    EXPECT_NE(refused("host", "10.0.0.1").find("Unix socket"), std::string::npos);
    EXPECT_NE(refused("keepalives_idle", "soon").find("whole number"), std::string::npos);
    EXPECT_NE(refused("gssencmode", "yes").find("allowed are"), std::string::npos);
}

TEST(Quoted, makes_identifiers_of_any_name) {
    EXPECT_EQ(quoted_name("sbtest1"), "\"sbtest1\"");
    EXPECT_EQ(quoted_name("a\"b"), "\"a\"\"b\"");
    EXPECT_EQ(quoted_name("lab.sbtest1"), "\"lab\".\"sbtest1\"");
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
