// Ways to sign in: TLS modes, Unix socket, authentication plug-ins; and what must not be accepted.
#include "integration/mysql/servers.hpp"

#include <unistd.h>

namespace oltpsim::test {
namespace {

using db::ErrorClass;

class SignInTo : public MysqlTest {
protected:
    bool offers_tls() {
        return GetParam().label != "mysql56" &&
               !query("SHOW VARIABLES LIKE 'tls_version'").text(0, 1).empty();
    }

    /// Both kinds of session; the error of the first that fails, else `other` (never made by a sign-in).
    ErrorClass outcome(const db::Endpoint& where) {
        auto connected = driver_->connect_admin(where, {});
        if (!connected) {
            EXPECT_EQ(
                connected.error().describe().find(where.password.reveal()), std::string::npos
            );
            return connected.error().cls;
        }
        auto facts = (*connected)->facts();
        EXPECT_TRUE(facts) << facts.error().describe();
        encrypted_ = facts && facts->tls;
        auto session = driver_->make_connection(where, {}, statements_, &loop_);
        if (!session->open()) {
            loop_.drive({session.get()});
        }
        return session->ok() ? ErrorClass::other : session->error().cls;
    }
    bool encrypted_ = false;
};

TEST_P(SignInTo, tls_is_used_as_asked) {
    EXPECT_EQ(outcome(endpoint()), ErrorClass::other);
    EXPECT_FALSE(encrypted_);
    EXPECT_EQ(outcome(endpoint({{"sslmode", "preferred"}})), ErrorClass::other);
    const bool offered = offers_tls();
    EXPECT_EQ(encrypted_, offered);
    EXPECT_EQ(
        outcome(endpoint({{"sslmode", "required"}})),
        offered ? ErrorClass::other : ErrorClass::tls_failed
    );
}

TEST_P(SignInTo, a_certificate_is_checked_when_asked) {
    const char* ca = "/etc/ssl/certs/ca-certificates.crt";
    if (::access(ca, R_OK) != 0) {
        GTEST_SKIP() << ca << " is missing";
    }
    // The server's certificate comes from no public authority.
    for (const char* mode : {"verify_ca", "verify_identity"}) {
        EXPECT_EQ(outcome(endpoint({{"sslmode", mode}, {"ssl_ca", ca}})), ErrorClass::tls_failed)
            << mode;
    }
    EXPECT_EQ(outcome(endpoint({{"sslmode", "verify_identity"}})), ErrorClass::tls_failed);
}

TEST_P(SignInTo, a_unix_socket_works_without_a_host) {
    const std::string path = query("SELECT @@socket").as_text(0, 0);
    if (::access(path.c_str(), W_OK) != 0) {
        GTEST_SKIP() << "the server's socket " << path << " is not on this machine";
    }
    db::Endpoint where = endpoint({{"socket", path}});
    where.url.host = "localhost";
    where.url.port = 0;
    EXPECT_EQ(outcome(where), ErrorClass::other);
    where.url.host.clear();
    where.url.params["sslmode"] = "preferred";
    EXPECT_EQ(outcome(where), ErrorClass::other);
}

TEST_P(SignInTo, a_host_name_is_looked_up_off_the_loop) {
    db::Endpoint where = endpoint();
    where.url.host = "localhost";
    EXPECT_EQ(outcome(where), ErrorClass::other);
}

TEST_P(SignInTo, every_authentication_method_of_the_server_works) {
    struct Method {
        const char* plugin;
        const char* identified;
    };
    constexpr Method kMethods[] = {
        {"mysql_native_password", "IDENTIFIED BY"},
        {"caching_sha2_password", "IDENTIFIED WITH caching_sha2_password BY"},
        {"sha256_password", "IDENTIFIED WITH sha256_password BY"},
    };
    for (const Method& method : kMethods) {
        const auto active = query(
            std::string("SELECT COUNT(*) FROM information_schema.PLUGINS WHERE PLUGIN_STATUS = "
                        "'ACTIVE' AND PLUGIN_NAME = '") +
            method.plugin + "'"
        );
        // A 5.6 server knows sha256_password, but was built without the keys for it.
        if (active.integer(0, 0) == 0 ||
            (GetParam().label == "mysql56" && std::string(method.plugin) == "sha256_password")) {
            continue;
        }
        SCOPED_TRACE(method.plugin);
        auto session = admin();
        (void)session->query("DROP USER oc_auth@'%'");
        const auto made = session->query(
            std::string("CREATE USER oc_auth@'%' ") + method.identified + " 'S3cret ''x'"
        );
        ASSERT_TRUE(made) << made.error().describe();
        query("GRANT SELECT ON *.* TO oc_auth@'%'");
        db::Endpoint where = endpoint();
        where.url.user = "oc_auth";
        where.password = db::Secret("S3cret 'x");
        for (const char* mode : {"disabled", "preferred"}) {
            query("FLUSH PRIVILEGES");  // empties the server's cache of proven passwords
            where.url.params["sslmode"] = mode;
            EXPECT_EQ(outcome(where), ErrorClass::other) << mode;
        }
        where.password = db::Secret("wrong");
        EXPECT_EQ(outcome(where), ErrorClass::auth_failed);
        query("DROP USER oc_auth@'%'");
    }
}

TEST_P(SignInTo, the_session_runs_in_utc_and_with_the_isolation_asked_for) {
    const auto zone = add("SELECT @@session.time_zone, @@session.autocommit");
    const auto session = connect(endpoint());
    ASSERT_TRUE(run(*session, zone)) << session->error().describe();
    EXPECT_EQ(session->result().text(0, 0), "+00:00");
    EXPECT_EQ(session->result().integer(0, 1), 1);
    db::SessionOptions options;
    options.isolation = db::Isolation::read_committed;
    auto facts = admin(options)->facts();
    ASSERT_TRUE(facts) << facts.error().describe();
    EXPECT_EQ(facts->session_isolation, "READ-COMMITTED");
    EXPECT_EQ(facts->product, GetParam().label == "mariadb" ? "MariaDB" : "MySQL");
    EXPECT_TRUE(facts->settings.contains("innodb_flush_log_at_trx_commit"));
}

INSTANTIATE_TEST_SUITE_P(On, SignInTo, testing::ValuesIn(mysql_servers()), server_name);

}  // namespace
}  // namespace oltpsim::test
