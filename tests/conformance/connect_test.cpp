// Connections that cannot be made: each ends in time, with a class that tells why, on both session kinds.
#include "conformance/fixture.hpp"
#include "support/odd_servers.hpp"

#include <cstdlib>
#include <filesystem>

namespace oltpsim::test {
namespace {

using db::ErrorClass;
using testing::AnyOf;
using testing::Eq;

constexpr const char* kWrongPassword = "wr0ng-conformance-s3cret";

class ConnectsTo : public Conformance {
protected:
    /// Fails to open both kinds of session within `limit`, with a class that `matcher` accepts.
    template <typename Matcher>
    void expect_refused(
        const db::Endpoint& where, Matcher matcher, Nanos limit = std::chrono::seconds{3}
    ) {
        db::SessionOptions options;
        options.connect_timeout = std::chrono::seconds{1};
        TimePoint started = steady_now();
        const auto s = session_to(where, options);
        EXPECT_FALSE(s->open());
        EXPECT_LT(steady_now() - started, limit);
        EXPECT_THAT(s->error().cls, matcher) << s->outcome();
        EXPECT_FALSE(s->connection().is_open());
        // A second try finds the object in good order.
        EXPECT_FALSE(s->open());
        EXPECT_THAT(s->error().cls, matcher) << s->outcome();
        started = steady_now();
        const auto connected = driver().connect_admin(where, options);
        EXPECT_LT(steady_now() - started, limit);
        ASSERT_FALSE(connected);
        EXPECT_THAT(connected.error().cls, matcher) << connected.error().describe();
        if (where.password.is_set() && !where.password.reveal().empty()) {
            EXPECT_EQ(
                connected.error().describe().find(where.password.reveal()), std::string::npos
            );
        }
    }
    /// Changes a part of the address: a keyword of an odbc: connection string, else `part` of the URL.
    static void set_part(
        db::Endpoint& where, const std::string& keyword, const std::string& value, std::string& part
    ) {
        if (where.url.scheme != "odbc") {
            part = value;
            return;
        }
        std::string& text = where.url.database;
        const std::size_t start = text.find(";" + keyword + "=") + keyword.size() + 2;
        text.replace(start, std::min(text.find(';', start), text.size()) - start, value);
    }
    db::Endpoint on_port(std::uint16_t port) {
        db::Endpoint where = endpoint();
        set_part(where, "Server", "127.0.0.1", where.url.host);
        if (where.url.scheme == "odbc") {
            std::string unused;
            set_part(where, "Port", std::to_string(port), unused);
            return where;
        }
        where.url.port = port;
        where.url.params.erase("socket");
        where.url.params.erase("host");
        return where;
    }
};

TEST_P(ConnectsTo, a_wrong_password_is_auth_failed) {
    NEEDS(passwords);
    db::Endpoint where = endpoint();
    where.password = db::Secret(kWrongPassword);
    expect_refused(where, Eq(ErrorClass::auth_failed));
}

TEST_P(ConnectsTo, an_unknown_user_is_auth_failed) {
    NEEDS(passwords);
    db::Endpoint where = endpoint();
    set_part(where, "UID", "no_such_user", where.url.user);
    where.password = db::Secret(kWrongPassword);
    expect_refused(where, Eq(ErrorClass::auth_failed));
}

TEST_P(ConnectsTo, a_closed_port_is_connect_failed) {
    NEEDS(network);
    expect_refused(on_port(unused_port()), Eq(ErrorClass::connect_failed));
}

TEST_P(ConnectsTo, an_unknown_host_is_connect_failed) {
    NEEDS(network);
    db::Endpoint where = on_port(1);
    set_part(where, "Server", "no-such-host.invalid", where.url.host);
    expect_refused(where, Eq(ErrorClass::connect_failed), std::chrono::seconds{20});
}

TEST_P(ConnectsTo, a_missing_database_is_told) {
    NEEDS(network);
    db::Endpoint where = endpoint();
    set_part(where, "Database", "no_such_database", where.url.database);
    // MySQL tells users without rights on it only that they have none.
    expect_refused(
        where, AnyOf(Eq(ErrorClass::schema_mismatch), Eq(ErrorClass::permission_denied))
    );
}

TEST_P(ConnectsTo, a_server_that_says_nothing_is_connect_failed_in_time) {
    NEEDS(network);
    OddServer server(OddServer::Manner::silent);
    expect_refused(on_port(server.port()), Eq(ErrorClass::connect_failed));
}

TEST_P(ConnectsTo, a_server_that_hangs_up_is_connect_failed) {
    NEEDS(network);
    OddServer server(OddServer::Manner::hangs_up);
    expect_refused(
        on_port(server.port()),
        AnyOf(Eq(ErrorClass::connect_failed), Eq(ErrorClass::connection_lost))
    );
}

TEST_P(ConnectsTo, a_server_of_another_protocol_is_connect_failed) {
    NEEDS(network);
    OddServer server(OddServer::Manner::babbles);
    expect_refused(
        on_port(server.port()),
        AnyOf(Eq(ErrorClass::connect_failed), Eq(ErrorClass::connection_lost))
    );
}

TEST_P(ConnectsTo, tls_verifies_the_server_and_says_so) {
    NEEDS(network);
    NEEDS(tls_by_params);
    const char* ca = std::getenv("OLTPSIM_TEST_CA_FILE");
    if (ca == nullptr || !std::filesystem::exists(ca)) {
        GTEST_SKIP() << "OLTPSIM_TEST_CA_FILE names no CA file";
    }
    if (target().label.find("mysql56") != std::string::npos) {
        GTEST_SKIP() << target().label << " speaks only TLS versions that today's libraries refuse";
    }
    const auto one = statement("SELECT 1", {}, db::RowUse::keep);
    db::Endpoint where = endpoint();
    for (auto [key, value] : target().tls_params) {
        where.url.params[key] = value == "{ca}" ? ca : value;
    }
    const auto s = session_to(where);
    ASSERT_TRUE(s->open()) << s->outcome();
    ASSERT_TRUE(s->run({call(one)})) << s->outcome();
    EXPECT_EQ(s->result().integer(0, 0), 1);
    auto connected = driver().connect_admin(where, {});
    ASSERT_TRUE(connected) << connected.error().describe();
    auto facts = (*connected)->facts();
    ASSERT_TRUE(facts) << facts.error().describe();
    EXPECT_TRUE(facts->tls);
}

TEST_P(ConnectsTo, tls_refuses_a_server_that_the_ca_did_not_sign) {
    NEEDS(network);
    NEEDS(tls_by_params);
    const char* wrong_ca = "/etc/ssl/certs/ISRG_Root_X1.pem";
    const char* ca = std::getenv("OLTPSIM_TEST_CA_FILE");
    if (ca == nullptr || !std::filesystem::exists(ca) || !std::filesystem::exists(wrong_ca)) {
        GTEST_SKIP() << "needs OLTPSIM_TEST_CA_FILE and " << wrong_ca;
    }
    if (target().label.find("mysql56") != std::string::npos) {
        GTEST_SKIP() << target().label << " speaks only TLS versions that today's libraries refuse";
    }
    db::Endpoint where = endpoint();
    for (auto [key, value] : target().tls_params) {
        where.url.params[key] = value == "{ca}" ? wrong_ca : value;
    }
    expect_refused(where, Eq(ErrorClass::tls_failed));
}

TEST_P(ConnectsTo, no_unknown_parameter_is_among_those_documented) {
    for (const db::UrlParam& param : driver().info().params) {
        EXPECT_FALSE(param.name.empty());
        EXPECT_FALSE(param.help.empty()) << param.name;
    }
    EXPECT_FALSE(driver().info().schemes.empty());
    EXPECT_TRUE(db::TargetUrl::parse(driver().info().url_example)) << driver().info().url_example;
}

INSTANTIATE_TEST_SUITE_P(
    On,
    ConnectsTo,
    testing::ValuesIn(targets_under_test()),
    [](const testing::TestParamInfo<TargetUnderTest>& one) { return one.param.label; }
);

}  // namespace
}  // namespace oltpsim::test
