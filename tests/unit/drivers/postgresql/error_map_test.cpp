// Every code that matters in the field, and sign-in failures, which libpq reports as text only.
#include "drivers/postgresql/error_map.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace oltpsim::drivers::postgresql {
namespace {

using db::ErrorClass;

TEST(ErrorMap, classifies_sqlstates) {
    const std::vector<std::pair<std::string, ErrorClass>> expected{
        {"40001", ErrorClass::serialization_failure},
        {"40P01", ErrorClass::deadlock},
        {"55P03", ErrorClass::lock_timeout},
        {"57P01", ErrorClass::connection_lost},
        {"57P02", ErrorClass::connection_lost},
        {"57P03", ErrorClass::connect_failed},
        {"08006", ErrorClass::connection_lost},
        {"08001", ErrorClass::connect_failed},
        {"08P01", ErrorClass::other},
        {"28P01", ErrorClass::auth_failed},
        {"28000", ErrorClass::auth_failed},
        {"53300", ErrorClass::too_many_connections},
        {"53100", ErrorClass::out_of_space},
        {"53200", ErrorClass::other},
        {"23505", ErrorClass::constraint_violation},
        {"23503", ErrorClass::constraint_violation},
        {"42P01", ErrorClass::schema_mismatch},
        {"42703", ErrorClass::schema_mismatch},
        {"42601", ErrorClass::other},
        {"42501", ErrorClass::permission_denied},
        {"3D000", ErrorClass::schema_mismatch},
        {"3F000", ErrorClass::schema_mismatch},
        {"0A000", ErrorClass::unsupported},
        {"25P03", ErrorClass::connection_lost},
        {"25P02", ErrorClass::other},
        {"22001", ErrorClass::schema_mismatch},
        {"25006", ErrorClass::permission_denied},
        {"XX000", ErrorClass::other},
        {"", ErrorClass::other},
    };
    for (const auto& [state, cls] : expected) {
        EXPECT_EQ(classify_sqlstate(state, "text"), cls) << state;
    }
}

TEST(ErrorMap, tells_a_time_limit_from_a_cancel_request) {
    EXPECT_EQ(
        classify_sqlstate("57014", "canceling statement due to statement timeout"),
        ErrorClass::statement_timeout
    );
    EXPECT_EQ(
        classify_sqlstate("57014", "canceling statement due to user request"), ErrorClass::cancelled
    );
}

TEST(ErrorMap, finds_the_sqlstate_in_a_refused_sign_in_in_any_language) {
    const auto error = sign_in_error(
        {"connection to server at \"127.0.0.1\", port 5432 failed: SCHWERWIEGEND:  28P01: "
         "Passwort-Authentifizierung für "
         "Benutzer »a« fehlgeschlagen\nLOCATION:  auth_failed, auth.c:335\n",
         false}
    );
    EXPECT_EQ(error.cls, ErrorClass::auth_failed);
    EXPECT_STREQ(error.sqlstate.data(), "28P01");
    EXPECT_EQ(error.operation, "connect");
    EXPECT_EQ(error.server_text.find("LOCATION"), std::string::npos);
    EXPECT_EQ(error.server_text.find("28P01"), std::string::npos);
    EXPECT_EQ(error.server_text.find('\n'), std::string::npos);
}

TEST(ErrorMap, takes_the_first_reason_when_a_second_try_without_tls_is_refused_too) {
    const auto error = sign_in_error(
        {"connection to server at \"h\" (1.2.3.4), port 5432 failed: FATAL:  3D000: database \"x\" "
         "does not exist\n"
         "connection to server at \"h\" (1.2.3.4), port 5432 failed: FATAL:  28000: no pg_hba.conf "
         "entry, no encryption\n",
         false}
    );
    EXPECT_EQ(error.cls, ErrorClass::schema_mismatch);
    EXPECT_STREQ(error.sqlstate.data(), "3D000");
}

TEST(ErrorMap, classifies_what_no_server_has_said) {
    const auto cls = [](const char* text, bool password_missing = false) {
        return sign_in_error({text, password_missing}).cls;
    };
    EXPECT_EQ(
        cls("connection to server at \"127.0.0.1\", port 1 failed: Connection refused"),
        ErrorClass::connect_failed
    );
    EXPECT_EQ(
        cls("could not translate host name \"nowhere\" to address: Name or service not known"),
        ErrorClass::connect_failed
    );
    EXPECT_EQ(
        cls("connection to server on socket \"/tmp/.s.PGSQL.5432\" failed: No such file or "
            "directory"),
        ErrorClass::connect_failed
    );
    EXPECT_EQ(cls("server does not support SSL, but SSL was required"), ErrorClass::tls_failed);
    EXPECT_EQ(cls("SSL error: certificate verify failed"), ErrorClass::tls_failed);
    EXPECT_EQ(
        cls("server certificate for \"a\" does not match host name \"b\""), ErrorClass::tls_failed
    );
    EXPECT_EQ(cls("fe_sendauth: no password supplied", true), ErrorClass::auth_failed);
    EXPECT_EQ(cls("invalid connection option \"x\""), ErrorClass::bad_argument);
    EXPECT_EQ(cls(""), ErrorClass::connect_failed);
}

}  // namespace
}  // namespace oltpsim::drivers::postgresql
