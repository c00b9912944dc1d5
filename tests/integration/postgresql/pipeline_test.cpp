// Groups that travel as one batch.
#include "integration/postgresql/sessions.hpp"

#include <array>
#include <string>
#include <vector>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::CommandKind;
using db::ErrorClass;
using db::RowUse;
using db::Value;

class PgPipeline : public BothPaths {
protected:
    std::unique_ptr<db::Connection> connect_pipelined() {
        db::SessionOptions options;
        options.pipelining = db::Pipelining::full;
        return connect(options);
    }
};

TEST_P(PgPipeline, answers_a_whole_group_with_statements_prepared_on_the_way) {
    const auto plus = add("plus", "SELECT $1 + 1", {ColumnType::int32});
    const auto twice = add("twice", "SELECT $1 * 2", {ColumnType::int32}, RowUse::keep, false);
    const auto session = connect_pipelined();
    const std::array<Value, 1> five{Value::integer(5)};
    const std::array<Value, 1> six{Value::integer(6)};
    const std::array<db::Command, 5> group{
        control(CommandKind::begin),
        execute(plus, five),
        execute(plus, six),
        execute(twice, six),
        control(CommandKind::commit)
    };
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(loop_.run(*session, group, true)) << session->error().describe();
        EXPECT_EQ(session->result(1).integer(0, 0), 6);
        EXPECT_EQ(session->result(2).integer(0, 0), 7);
        EXPECT_EQ(session->result(3).integer(0, 0), 12);
        EXPECT_FALSE(session->in_transaction());
    }
}

TEST_P(PgPipeline, runs_single_commands_in_pipeline_mode_too) {
    const auto plus = add("plus", "SELECT $1 + 1", {ColumnType::int32});
    const auto session = connect_pipelined();
    const std::array<Value, 1> five{Value::integer(5)};
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::begin)));
    ASSERT_TRUE(loop_.run(*session, execute(plus, five)));
    EXPECT_EQ(session->result().integer(0, 0), 6);
    EXPECT_TRUE(session->in_transaction());
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::rollback)));
}

TEST_P(PgPipeline, reports_the_first_error_and_recovers_by_rollback) {
    const auto divide = add("divide", "SELECT 1 / $1", {ColumnType::int32});
    const auto late = add("late", "SELECT 'first used behind the error'", {});
    const auto session = connect_pipelined();
    const std::array<Value, 1> one{Value::integer(1)};
    const std::array<Value, 1> zero{Value::integer(0)};
    const std::array<db::Command, 6> group{
        control(CommandKind::begin),
        execute(divide, one),
        execute(divide, zero),
        execute(divide, zero),
        execute(late),
        control(CommandKind::commit)
    };
    ASSERT_FALSE(loop_.run(*session, group, true));
    EXPECT_EQ(session->failed_index(), 2U);
    EXPECT_EQ(session->error().operation, "divide");
    EXPECT_STREQ(session->error().sqlstate.data(), "22012");
    EXPECT_TRUE(session->in_transaction());
    EXPECT_TRUE(session->is_open());
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::rollback))) << session->error().describe();
    // What the error skipped was not prepared, and is prepared now.
    ASSERT_TRUE(loop_.run(*session, execute(late))) << session->error().describe();
    ASSERT_TRUE(loop_.run(*session, execute(divide, one)));
}

TEST_P(PgPipeline, reports_a_statement_that_cannot_be_prepared) {
    const auto wrong = add("wrong", "SELECT * FROM no_such_table", {});
    const auto one = add("one", "SELECT 1", {});
    const auto session = connect_pipelined();
    const std::array<db::Command, 3> group{execute(one), execute(wrong), execute(one)};
    ASSERT_FALSE(loop_.run(*session, group, true));
    EXPECT_EQ(session->failed_index(), 1U);
    EXPECT_EQ(session->error().operation, "prepare wrong");
    EXPECT_EQ(session->error().cls, ErrorClass::schema_mismatch);
    ASSERT_TRUE(loop_.run(*session, execute(one)));
}

TEST_P(PgPipeline, runs_what_came_before_a_value_that_does_not_fit) {
    const auto plus = add("plus", "SELECT $1 + 1", {ColumnType::int32});
    const auto session = connect_pipelined();
    const std::array<Value, 1> five{Value::integer(5)};
    const std::array<Value, 1> text{Value::text("five")};
    const std::array<db::Command, 3> group{
        execute(plus, five), execute(plus, text), execute(plus, five)
    };
    ASSERT_FALSE(loop_.run(*session, group, true));
    EXPECT_EQ(session->failed_index(), 1U);
    EXPECT_EQ(session->error().cls, ErrorClass::bad_argument);
    ASSERT_TRUE(loop_.run(*session, execute(plus, five)));
    EXPECT_EQ(session->result().integer(0, 0), 6);
}

TEST_P(PgPipeline, does_not_block_on_batches_larger_than_all_buffers) {
    const auto echo = add("echo", "SELECT $1 || repeat('y', 50000)", {ColumnType::text});
    const auto session = connect_pipelined();
    const std::string big(50'000, 'x');
    const std::array<Value, 1> value{Value::text(big)};
    const std::vector<db::Command> group(400, execute(echo, value));  // 20 MB out, 40 MB back
    ASSERT_TRUE(loop_.run(*session, group, true)) << session->error().describe();
    EXPECT_EQ(session->result(399).text(0, 0).size(), 100'000U);
}

TEST_P(PgPipeline, does_not_take_a_rolled_back_commit_for_success) {
    const auto wrong = add("wrong", "SELECT * FROM no_such_table", {});
    const auto session = connect_pipelined();
    ASSERT_TRUE(loop_.run(*session, control(CommandKind::begin)));
    ASSERT_FALSE(loop_.run(*session, execute(wrong)));
    ASSERT_FALSE(loop_.run(*session, control(CommandKind::commit)));
    EXPECT_FALSE(session->in_transaction());
    EXPECT_TRUE(session->is_open());
}

TEST_P(PgPipeline, calls_a_commit_lost_when_the_session_breaks_in_its_batch) {
    const auto sleep = add("sleep", "SELECT pg_sleep(1)", {});
    const auto session = connect_pipelined();
    const std::array<db::Command, 3> group{
        control(CommandKind::begin), execute(sleep), control(CommandKind::commit)
    };
    ASSERT_FALSE(session->start(group, true));
    loop_.idle_for(std::chrono::milliseconds{50});
    session->abort(ErrorClass::statement_timeout);
    loop_.idle_for(std::chrono::milliseconds{10});
    EXPECT_FALSE(session->busy());
    EXPECT_EQ(session->failed_index(), 2U);
    EXPECT_TRUE(session->lost_in_commit());
}

TEST_P(PgPipeline, ends_a_batch_at_its_deadline) {
    const auto sleep = add("sleep", "SELECT pg_sleep(30)", {});
    db::SessionOptions options;
    options.pipelining = db::Pipelining::full;
    options.statement_timeout = std::chrono::milliseconds{300};
    const auto session = connect(options);
    const std::array<db::Command, 2> group{execute(sleep), execute(sleep)};
    ASSERT_FALSE(loop_.run(*session, group, true));
    EXPECT_EQ(session->error().cls, ErrorClass::statement_timeout);
    EXPECT_FALSE(session->is_open());
}

INSTANTIATE_TEST_SUITE_P(, PgPipeline, testing::ValuesIn(kPaths), path_name);

}  // namespace
}  // namespace oltpsim::test
