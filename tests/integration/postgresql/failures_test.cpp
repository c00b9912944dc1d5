// What goes wrong in the field, against a real server: each failure has its class, and the session its state.
#include "integration/postgresql/sessions.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::CommandKind;
using db::ErrorClass;
using db::RowUse;
using db::Value;

class PgFailure : public BothPaths {
protected:
    db::DbError open_error(const db::Endpoint& endpoint, db::SessionOptions options = {}) {
        const auto session = make(endpoint, options);
        EXPECT_FALSE(loop_.open(*session));
        EXPECT_FALSE(session->is_open());
        const auto refused = driver_->connect_admin(endpoint, options);
        EXPECT_FALSE(refused);
        if (!refused) {
            EXPECT_EQ(refused.error().cls, session->error().cls) << refused.error().describe();
        }
        return session->error();
    }
};

TEST_P(PgFailure, names_a_wrong_password_and_never_prints_it) {
    auto endpoint = endpoint_;
    endpoint.password = db::Secret{"correct-horse-battery"};
    const auto error = open_error(endpoint);
    EXPECT_EQ(error.cls, ErrorClass::auth_failed) << error.describe();
    EXPECT_STREQ(error.sqlstate.data(), "28P01");
    EXPECT_EQ(error.describe().find("correct-horse"), std::string::npos);
}

TEST_P(PgFailure, names_a_missing_password) {
    auto endpoint = endpoint_;
    endpoint.password = {};
    endpoint.url.params["passfile"] = "/no/such/passfile";
    const auto error = open_error(endpoint);
    EXPECT_EQ(error.cls, ErrorClass::auth_failed) << error.describe();
}

TEST_P(PgFailure, names_a_missing_database) {
    auto endpoint = endpoint_;
    endpoint.url.database = "no_such_database";
    const auto error = open_error(endpoint);
    EXPECT_EQ(error.cls, ErrorClass::schema_mismatch) << error.describe();
    EXPECT_NE(error.describe().find("no_such_database"), std::string::npos);
}

TEST_P(PgFailure, names_a_refused_connection) {
    auto endpoint = endpoint_;
    endpoint.url.port = 1;
    const auto error = open_error(endpoint);
    EXPECT_EQ(error.cls, ErrorClass::connect_failed) << error.describe();
}

TEST_P(PgFailure, names_an_unknown_host) {
    auto endpoint = endpoint_;
    endpoint.url.params.erase("socket");
    endpoint.url.host = "no-such-host.invalid";
    const auto error = open_error(endpoint);
    EXPECT_EQ(error.cls, ErrorClass::connect_failed) << error.describe();
    EXPECT_NE(error.describe().find("no-such-host"), std::string::npos);
}

TEST_P(PgFailure, keeps_to_the_connect_limit_when_a_server_accepts_and_keeps_silent) {
    const int silent = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ASSERT_EQ(bind(silent, reinterpret_cast<const sockaddr*>(&address), length), 0);
    ASSERT_EQ(listen(silent, 8), 0);
    ASSERT_EQ(getsockname(silent, reinterpret_cast<sockaddr*>(&address), &length), 0);
    auto endpoint = endpoint_;
    endpoint.url.params.erase("socket");
    endpoint.url.host = "127.0.0.1";
    endpoint.url.port = ntohs(address.sin_port);
    db::SessionOptions options;
    options.connect_timeout = std::chrono::milliseconds{300};
    const auto began = steady_now();
    const auto session = make(endpoint, options);
    EXPECT_FALSE(loop_.open(*session));
    const auto refused = driver_->connect_admin(endpoint, options);
    const Nanos took = steady_now() - began;
    ::close(silent);
    EXPECT_GE(took, std::chrono::milliseconds{600});
    EXPECT_LT(took, std::chrono::seconds{5});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().cls, ErrorClass::connect_failed);
}

TEST_P(PgFailure, leaves_the_session_usable_after_an_error) {
    const auto wrong = add("wrong", "SELECT * FROM no_such_table", {});
    const auto one = add("one", "SELECT 1", {});
    const auto session = connect();
    ASSERT_FALSE(loop_.run(*session, execute(wrong)));
    EXPECT_EQ(session->error().cls, ErrorClass::schema_mismatch);
    EXPECT_EQ(session->error().operation, "prepare wrong");
    EXPECT_STREQ(session->error().sqlstate.data(), "42P01");
    ASSERT_TRUE(loop_.run(*session, execute(one)));
    ASSERT_FALSE(loop_.run(*session, execute(wrong)));
    ASSERT_TRUE(loop_.run(*session, execute(one)));
}

TEST_P(PgFailure, stops_a_group_at_the_first_error_and_says_which) {
    const auto divide = add("divide", "SELECT 1 / $1", {ColumnType::int32});
    const auto session = connect();
    const std::array<Value, 1> one{Value::integer(1)};
    const std::array<Value, 1> zero{Value::integer(0)};
    const std::array<db::Command, 4> group{
        control(CommandKind::begin),
        execute(divide, one),
        execute(divide, zero),
        control(CommandKind::commit)
    };
    ASSERT_FALSE(loop_.run(*session, group));
    EXPECT_EQ(session->failed_index(), 2U);
    EXPECT_EQ(session->error().operation, "divide");
    EXPECT_TRUE(session->in_transaction());
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::rollback)));
    EXPECT_FALSE(session->in_transaction());
}

TEST_P(PgFailure, does_not_take_a_rolled_back_commit_for_success) {
    const auto wrong = add("wrong", "SELECT * FROM no_such_table", {});
    const auto session = connect();
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::begin)));
    ASSERT_FALSE(loop_.run(*session, execute(wrong)));
    ASSERT_FALSE(loop_.run(*session, control(CommandKind::commit)));
    EXPECT_NE(session->error().message.find("rolled back"), std::string::npos);
    EXPECT_FALSE(session->in_transaction());
    EXPECT_TRUE(session->is_open());
}

TEST_P(PgFailure, refuses_values_that_do_not_fit_without_asking_the_server) {
    const auto one = add("one", "SELECT $1", {ColumnType::int32});
    const auto session = connect();
    const std::array<Value, 1> text{Value::text("many")};
    ASSERT_FALSE(loop_.run(*session, execute(one, text)));
    EXPECT_EQ(session->error().cls, ErrorClass::bad_argument);
    ASSERT_FALSE(loop_.run(*session, execute(one)));
    EXPECT_EQ(session->error().cls, ErrorClass::bad_argument);
    EXPECT_TRUE(session->is_open());
}

TEST_P(PgFailure, refuses_result_types_that_it_cannot_read) {
    const auto point = add("point", "SELECT point(1, 2) AS place", {});
    const auto session = connect();
    ASSERT_FALSE(loop_.run(*session, execute(point)));
    EXPECT_EQ(session->error().cls, ErrorClass::unsupported);
    EXPECT_NE(session->error().message.find("place"), std::string::npos);
    EXPECT_TRUE(session->is_open());
}

TEST_P(PgFailure, ends_a_statement_at_its_deadline_and_closes_the_session) {
    const auto sleep = add("sleep", "SELECT pg_sleep(30)", {});
    db::SessionOptions options;
    options.statement_timeout = std::chrono::milliseconds{300};
    const auto session = connect(options);
    const auto began = steady_now();
    ASSERT_FALSE(loop_.run(*session, execute(sleep)));
    EXPECT_LT(steady_now() - began, std::chrono::seconds{3});
    EXPECT_EQ(session->error().cls, ErrorClass::statement_timeout) << session->error().describe();
    EXPECT_FALSE(session->is_open());
    ASSERT_FALSE(loop_.run(*session, execute(sleep)));
    EXPECT_EQ(session->error().cls, ErrorClass::connection_lost);
}

TEST_P(PgFailure, does_not_leave_a_statement_running_at_the_server) {
    const auto sleep = add("sleep", "SELECT pg_sleep(31)", {});
    db::SessionOptions options;
    options.statement_timeout = std::chrono::milliseconds{300};
    options.application_name = "oltpsim-left-behind";
    const auto session = connect(options);
    ASSERT_FALSE(loop_.run(*session, execute(sleep)));
    loop_.idle_for(std::chrono::milliseconds{500});
    const auto look = admin();
    auto left = look->query(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'oltpsim-left-behind'"
    );
    ASSERT_TRUE(left);
    EXPECT_EQ(left->integer(0, 0), 0);
}

TEST_P(PgFailure, learns_why_the_server_ended_a_busy_session) {
    const auto kill = add("kill", "SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)", {});
    const auto session = connect();
    ASSERT_FALSE(loop_.run(*session, execute(kill)));
    EXPECT_EQ(session->error().cls, ErrorClass::connection_lost);
    EXPECT_STREQ(session->error().sqlstate.data(), "57P01") << session->error().describe();
    EXPECT_FALSE(session->is_open());
}

TEST_P(PgFailure, learns_why_the_server_ended_an_idle_session) {
    const auto pid = add("pid", "SELECT pg_backend_pid()", {});
    const auto session = connect();
    ASSERT_TRUE(loop_.run(*session, execute(pid)));
    const auto look = admin();
    ASSERT_TRUE(look->query("SELECT pg_terminate_backend(" + session->result().as_text(0, 0) + ")")
    );
    loop_.idle_for(std::chrono::milliseconds{300});
    EXPECT_FALSE(session->is_open());
    ASSERT_FALSE(loop_.run(*session, execute(pid)));
    EXPECT_EQ(session->error().cls, ErrorClass::connection_lost);
    EXPECT_STREQ(session->error().sqlstate.data(), "57P01") << session->error().describe();
    ASSERT_TRUE(loop_.open(*session));
    ASSERT_TRUE(loop_.run(*session, execute(pid)));
}

TEST_P(PgFailure, tells_lock_time_out_deadlock_and_serialization_failure_apart) {
    const auto setup = admin();
    ASSERT_TRUE(setup->query("DROP TABLE IF EXISTS pg_failure_rows; CREATE TABLE pg_failure_rows "
                             "(id int PRIMARY KEY, n int);"
                             "INSERT INTO pg_failure_rows VALUES (1, 0), (2, 0)"));
    const auto change =
        add("change",
            "UPDATE pg_failure_rows SET n = n + 1 WHERE id = $1",
            {ColumnType::int32},
            RowUse::none);
    const auto read =
        add("read", "SELECT n FROM pg_failure_rows WHERE id = $1", {ColumnType::int32});
    const auto impatient =
        add("impatient",
            "SELECT n FROM pg_failure_rows WHERE id = $1 FOR UPDATE NOWAIT",
            {ColumnType::int32});
    db::SessionOptions options;
    options.isolation = db::Isolation::repeatable_read;
    const auto one = connect(options);
    const auto two = connect(options);
    const std::array<Value, 1> first{Value::integer(1)};
    const std::array<db::Command, 2> snapshot{control(CommandKind::begin), execute(read, first)};
    const std::array<db::Command, 2> update{control(CommandKind::begin), execute(change, first)};
    ASSERT_TRUE(loop_.run(*two, snapshot));
    ASSERT_TRUE(loop_.run(*one, update));
    ASSERT_FALSE(loop_.run(*two, execute(impatient, first)));
    EXPECT_EQ(two->error().cls, ErrorClass::lock_timeout);
    ASSERT_TRUE(loop_.run(*two, control(CommandKind::rollback)));
    ASSERT_TRUE(loop_.run(*two, snapshot));
    ASSERT_TRUE(loop_.run(*one, control(CommandKind::commit)));
    ASSERT_FALSE(loop_.run(*two, execute(change, first)));
    EXPECT_EQ(two->error().cls, ErrorClass::serialization_failure);
    EXPECT_TRUE(db::retryable(two->error().cls));
    ASSERT_TRUE(loop_.run(*two, control(CommandKind::rollback)));

    // A deadlock: each holds one row and wants the other's.
    const std::array<Value, 1> second{Value::integer(2)};
    const std::array<db::Command, 2> other{control(CommandKind::begin), execute(change, second)};
    ASSERT_TRUE(loop_.run(*one, update));
    ASSERT_TRUE(loop_.run(*two, other));
    const db::Command wants_second = execute(change, second);
    ASSERT_FALSE(one->start({&wants_second, 1}));
    const bool two_won = loop_.run(*two, execute(change, first));
    while (one->busy()) {
        if (two_won) {
            loop_.idle_for(std::chrono::milliseconds{10});
        } else {
            ASSERT_TRUE(loop_.run(*two, control(CommandKind::rollback)));
            loop_.idle_for(std::chrono::milliseconds{10});
        }
    }
    EXPECT_NE(two_won, one->ok());
    EXPECT_EQ((two_won ? *one : *two).error().cls, ErrorClass::deadlock);
    one->close();
    two->close();
    ASSERT_TRUE(setup->query("DROP TABLE pg_failure_rows"));
}

TEST_P(PgFailure, refuses_copy_and_closes_the_session) {
    const auto copy = add("copy", "COPY (SELECT 1) TO STDOUT", {}, RowUse::none);
    const auto session = connect();
    ASSERT_FALSE(loop_.run(*session, execute(copy)));
    EXPECT_FALSE(session->is_open());
}

INSTANTIATE_TEST_SUITE_P(, PgFailure, testing::ValuesIn(kPaths), path_name);

}  // namespace
}  // namespace oltpsim::test
