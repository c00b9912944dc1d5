// Transactions between sessions: visibility, locks, conflicts, deadlocks.
#include "conformance/fixture.hpp"

#include <cctype>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::ErrorClass;
using db::RowUse;
using db::Value;

class TransactionsOf : public Conformance {
protected:
    void prepare_rows() {
        make_table("id INT PRIMARY KEY, v INT");
        (void)admin_query("INSERT INTO {t} VALUES (1, 0), (2, 0)");
        update = statement("UPDATE {t} SET v = v + 1 WHERE id = ?", {ColumnType::int32});
        select = statement("SELECT v FROM {t} WHERE id = ?", {ColumnType::int32}, RowUse::keep);
    }
    Order write(int id) const { return call(update, {Value::integer(id)}); }
    Order read(int id) const { return call(select, {Value::integer(id)}); }

    std::uint32_t update = 0;
    std::uint32_t select = 0;
};

TEST_P(TransactionsOf, a_commit_is_seen_by_others_and_a_rollback_is_not) {
    NEEDS(content);
    NEEDS(snapshot_reads);
    prepare_rows();
    const auto a = open_session();
    const auto b = open_session();
    ASSERT_TRUE(a->run({begin(), write(1)})) << a->outcome();
    EXPECT_TRUE(a->connection().in_transaction());
    ASSERT_TRUE(b->run({read(1)})) << b->outcome();
    EXPECT_EQ(b->result().integer(0, 0), 0);
    ASSERT_TRUE(a->run({commit()})) << a->outcome();
    EXPECT_FALSE(a->connection().in_transaction());
    ASSERT_TRUE(b->run({read(1)})) << b->outcome();
    EXPECT_EQ(b->result().integer(0, 0), 1);
    ASSERT_TRUE(a->run({begin(), write(1), rollback()})) << a->outcome();
    EXPECT_FALSE(a->connection().in_transaction());
    ASSERT_TRUE(b->run({read(1)})) << b->outcome();
    EXPECT_EQ(b->result().integer(0, 0), 1);
}

TEST_P(TransactionsOf, without_begin_each_statement_commits_itself) {
    NEEDS(content);
    prepare_rows();
    const auto a = open_session();
    ASSERT_TRUE(a->run({write(1)})) << a->outcome();
    EXPECT_FALSE(a->connection().in_transaction());
    EXPECT_EQ(admin_number("SELECT v FROM {t} WHERE id = 1"), 1);
}

TEST_P(TransactionsOf, a_read_only_transaction_reads_one_state) {
    NEEDS(content);
    NEEDS(one_state_reads);
    prepare_rows();
    db::SessionOptions options;
    options.isolation = db::Isolation::repeatable_read;
    const auto a = open_session(options);
    const auto b = open_session();
    ASSERT_TRUE(a->run({begin_read_only(), read(1)})) << a->outcome();
    EXPECT_TRUE(a->connection().in_transaction());
    ASSERT_TRUE(b->run({write(1)})) << b->outcome();
    ASSERT_TRUE(a->run({read(1)})) << a->outcome();
    EXPECT_EQ(a->result().integer(0, 0), 0);
    ASSERT_TRUE(a->run({commit(), read(1)})) << a->outcome();
    EXPECT_EQ(a->result(1).integer(0, 0), 1);
}

TEST_P(TransactionsOf, a_read_only_transaction_refuses_to_write) {
    NEEDS(read_only_transactions);
    prepare_rows();
    const auto a = open_session();
    EXPECT_FALSE(a->run({begin_read_only(), write(1)}));
    EXPECT_EQ(a->connection().failed_index(), 1U) << a->outcome();
    EXPECT_EQ(a->error().cls, ErrorClass::permission_denied) << a->outcome();
    EXPECT_TRUE(a->run({rollback(), write(1)})) << a->outcome();
}

TEST_P(TransactionsOf, rollback_without_a_transaction_is_harmless) {
    prepare_rows();
    const auto a = open_session();
    EXPECT_TRUE(a->run({rollback()})) << a->outcome();
    EXPECT_TRUE(a->connection().is_open());
}

TEST_P(TransactionsOf, a_lock_not_had_in_time_is_a_lock_timeout) {
    NEEDS(lock_waits);
    prepare_rows();
    const bool by_statement = !dialect().set_lock_timeout.empty();
    const auto set = by_statement ? statement(dialect().set_lock_timeout, {}, RowUse::none, false)
                                  : statement("SELECT 1");
    db::SessionOptions options;
    if (!by_statement) {
        options.statement_timeout = std::chrono::seconds{1};
    }
    const auto a = open_session();
    const auto b = open_session(options);
    ASSERT_TRUE(b->run({call(set)})) << b->outcome();
    ASSERT_TRUE(a->run({begin(), write(1)})) << a->outcome();
    const TimePoint started = steady_now();
    EXPECT_FALSE(b->run({begin(), write(1)}));
    EXPECT_EQ(b->error().cls, ErrorClass::lock_timeout) << b->outcome();
    EXPECT_GE(steady_now() - started, std::chrono::milliseconds{900});
    EXPECT_TRUE(b->connection().is_open());
    ASSERT_TRUE(b->run({rollback()})) << b->outcome();
    ASSERT_TRUE(a->run({commit()})) << a->outcome();
    EXPECT_TRUE(b->run({begin(), write(1), commit()})) << b->outcome();
    EXPECT_EQ(admin_number("SELECT v FROM {t} WHERE id = 1"), 2);
}

TEST_P(TransactionsOf, a_waiting_writer_goes_on_when_the_lock_is_free) {
    NEEDS(lock_waits);
    prepare_rows();
    const auto a = open_session();
    const auto b = open_session();
    ASSERT_TRUE(a->run({begin(), write(1)})) << a->outcome();
    b->start({begin(), write(1), commit()});
    b->let_run(std::chrono::milliseconds{200});
    EXPECT_TRUE(b->connection().busy());
    ASSERT_TRUE(a->run({commit()})) << a->outcome();
    EXPECT_TRUE(b->wait()) << b->outcome();
    EXPECT_EQ(admin_number("SELECT v FROM {t} WHERE id = 1"), 2);
}

TEST_P(TransactionsOf, two_sessions_in_a_deadlock_one_fails_and_the_other_commits) {
    NEEDS(deadlocks);
    prepare_rows();
    const auto a = open_session();
    const auto b = open_session();
    ASSERT_TRUE(a->run({begin(), write(1)})) << a->outcome();
    ASSERT_TRUE(b->run({begin(), write(2)})) << b->outcome();
    a->start({write(2)});
    a->let_run(std::chrono::milliseconds{100});
    b->start({write(1)});
    const auto end = [](TestSession& s) {
        const bool good = s.wait();
        if (!good) {
            EXPECT_EQ(s.error().cls, ErrorClass::deadlock) << s.outcome();
            EXPECT_TRUE(s.connection().is_open());
        }
        EXPECT_TRUE(s.run({good ? commit() : rollback()})) << s.outcome();
        return good;
    };
    const bool one = end(*a);
    const bool other = end(*b);
    EXPECT_NE(one, other);
    EXPECT_EQ(admin_number("SELECT SUM(v) FROM {t}"), 2);
}

TEST_P(TransactionsOf, a_second_writer_of_a_row_fails_to_serialize) {
    NEEDS(update_conflicts);
    prepare_rows();
    db::SessionOptions options;
    options.isolation = db::Isolation::repeatable_read;
    const auto a = open_session(options);
    const auto b = open_session(options);
    ASSERT_TRUE(a->run({begin(), read(1)})) << a->outcome();
    ASSERT_TRUE(b->run({begin(), write(1), commit()})) << b->outcome();
    EXPECT_FALSE(a->run({write(1)}));
    EXPECT_EQ(a->error().cls, ErrorClass::serialization_failure) << a->outcome();
    EXPECT_TRUE(a->connection().in_transaction());
    EXPECT_TRUE(a->run({rollback(), begin(), write(1), commit()})) << a->outcome();
}

TEST_P(TransactionsOf, the_asked_for_isolation_is_in_force) {
    NEEDS(isolation_levels);
    const std::pair<db::Isolation, const char*> levels[] = {
        {db::Isolation::read_committed, "read committed"},
        {db::Isolation::repeatable_read, "repeatable read"},
        {db::Isolation::serializable, "serializable"},
    };
    for (const auto& [level, name] : levels) {
        db::SessionOptions options;
        options.isolation = level;
        auto facts = another_admin(options)->facts();
        ASSERT_TRUE(facts) << facts.error().describe();
        std::string found = facts->session_isolation;
        for (char& c : found) {
            c = c == '-' || c == '_'
                    ? ' '
                    : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        EXPECT_EQ(found, name);
    }
}

INSTANTIATE_TEST_SUITE_P(
    On,
    TransactionsOf,
    testing::ValuesIn(targets_under_test()),
    [](const testing::TestParamInfo<TargetUnderTest>& one) { return one.param.label; }
);

}  // namespace
}  // namespace oltpsim::test
