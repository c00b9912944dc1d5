// A server that prepares no more statements: nobody notices.
#include "integration/mysql/servers.hpp"

#include <fmt/format.h>

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::Value;

class PreparedLimitOf : public MysqlTest {
protected:
    void TearDown() override {
        if (!before_.empty()) {
            query("SET GLOBAL max_prepared_stmt_count = " + before_);
        }
    }
    /// Room for `more` statements beyond those that exist.
    void leave_room_for(int more) {
        before_ = query("SELECT @@GLOBAL.max_prepared_stmt_count").text(0, 0);
        const auto used = query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'").integer(0, 1);
        query(fmt::format("SET GLOBAL max_prepared_stmt_count = {}", used + more));
    }
    void expect_all_run(db::Connection& session) {
        for (int round = 0; round < 3; ++round) {
            for (std::uint32_t id = 0; id < statements_.size(); ++id) {
                ASSERT_TRUE(run(session, id, {Value::text("it's")})) << session.error().describe();
                ASSERT_EQ(session.result().integer(0, 0), id);
                ASSERT_EQ(session.result().text(0, 1), "it's");
            }
        }
    }
    std::string before_;
};

TEST_P(PreparedLimitOf, the_least_recently_used_statement_makes_room_and_none_is_sent_unprepared) {
    for (int i = 0; i < 12; ++i) {
        add(fmt::format("SELECT {}, ?", i), {ColumnType::text});
    }
    for (const char* fast : {"on", "off"}) {
        SCOPED_TRACE(fast);
        const auto session = connect(endpoint({{"fast_path", fast}}));
        leave_room_for(5);
        expect_all_run(*session);
        query("SET GLOBAL max_prepared_stmt_count = 0");
        const auto without = connect(endpoint({{"fast_path", fast}}));
        expect_all_run(*without);
        query("SET GLOBAL max_prepared_stmt_count = " + before_);
    }
}

TEST_P(PreparedLimitOf, loading_goes_on_unprepared) {
    query("DROP TABLE IF EXISTS prepared_limit");
    query("CREATE TABLE prepared_limit (id INT PRIMARY KEY, c VARCHAR(20)) ENGINE=InnoDB");
    leave_room_for(0);
    query("SET GLOBAL max_prepared_stmt_count = 0");
    const auto session = admin();
    const db::BulkColumn columns[] = {{"id", ColumnType::int32}, {"c", ColumnType::text}};
    auto writer = session->bulk_writer("prepared_limit", columns);
    ASSERT_TRUE(writer) << writer.error().describe();
    for (int id = 0; id < 250; ++id) {
        const Value row[] = {Value::integer(id), Value::text("it's \\")};
        const auto done = (*writer)->append(row);
        ASSERT_TRUE(done) << done.error().describe();
    }
    ASSERT_TRUE((*writer)->finish());
    EXPECT_EQ(
        query("SELECT COUNT(*) FROM prepared_limit WHERE c = 'it''s \\\\'").integer(0, 0), 250
    );
    query("DROP TABLE prepared_limit");
}

INSTANTIATE_TEST_SUITE_P(On, PreparedLimitOf, testing::ValuesIn(mysql_servers()), server_name);

}  // namespace
}  // namespace oltpsim::test
