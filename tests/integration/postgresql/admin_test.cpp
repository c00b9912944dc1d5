// The blocking session: queries, facts, bulk loading, the commit counter, interruption.
#include "integration/postgresql/sessions.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace oltpsim::test {
namespace {

using db::BulkColumn;
using db::ColumnType;
using db::ErrorClass;
using db::Value;

class PgAdmin : public PostgreSqlTest {
protected:
    void TearDown() override {
        if (admin_) {
            EXPECT_TRUE(admin_->query("DROP TABLE IF EXISTS pg_admin_rows"));
        }
    }
    /// A table of every column type, and its description.
    void make_table() {
        admin_ = admin();
        ASSERT_TRUE(admin_);
        ASSERT_TRUE(admin_->query("DROP TABLE IF EXISTS pg_admin_rows; CREATE TABLE pg_admin_rows "
                                  "(id int PRIMARY KEY, big bigint, f float8, t text,"
                                  " c char(5), d numeric(12, 2), ts timestamp, tiny smallint)"));
    }
    std::uint64_t count() {
        auto rows = admin_->query("SELECT count(*) FROM pg_admin_rows");
        return rows ? static_cast<std::uint64_t>(rows->integer(0, 0)) : 9'999'999;
    }

    std::unique_ptr<db::AdminConnection> admin_;
    const std::vector<BulkColumn> columns_{
        {"id", ColumnType::int32},
        {"big", ColumnType::int64},
        {"f", ColumnType::float64},
        {"t", ColumnType::text},
        {"c", ColumnType::fixed_char},
        {"d", ColumnType::decimal},
        {"ts", ColumnType::timestamp},
        {"tiny", ColumnType::int32}
    };
};

TEST_F(PgAdmin, returns_rows_as_text_and_the_last_of_several_results) {
    const auto session = admin();
    auto rows = session->query("SELECT 1; SELECT 42 AS a, NULL, 'x'");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->rows(), 1U);
    EXPECT_EQ(rows->integer(0, 0), 42);
    EXPECT_TRUE(rows->is_null(0, 1));
    EXPECT_EQ(rows->text(0, 2), "x");
}

TEST_F(PgAdmin, survives_an_error) {
    const auto session = admin();
    const auto wrong = session->query("SELECT * FROM no_such_table");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().cls, ErrorClass::schema_mismatch);
    EXPECT_TRUE(session->query("SELECT 1"));
}

TEST_F(PgAdmin, knows_the_servers_facts) {
    db::SessionOptions options;
    options.isolation = db::Isolation::serializable;
    const auto opened = driver_->connect_admin(endpoint_, options);
    ASSERT_TRUE(opened);
    auto facts = (*opened)->facts();
    ASSERT_TRUE(facts) << facts.error().describe();
    EXPECT_EQ(facts->product, "PostgreSQL");
    EXPECT_FALSE(facts->version.empty());
    EXPECT_EQ(facts->session_isolation, "serializable");
    EXPECT_GT(facts->max_connections, 0U);
    for (const char* name :
         {"fsync",
          "synchronous_commit",
          "full_page_writes",
          "shared_buffers",
          "max_wal_size",
          "wal_level"}) {
        EXPECT_FALSE(facts->settings[name].empty()) << name;
    }
    EXPECT_NE(facts->settings["shared_buffers"].find('B'), std::string::npos) << "with its unit";
}

TEST_F(PgAdmin, lists_base_tables_only) {
    make_table();
    auto tables = admin_->tables();
    ASSERT_TRUE(tables);
    EXPECT_NE(std::find(tables->begin(), tables->end(), "pg_admin_rows"), tables->end());
    EXPECT_EQ(std::find(tables->begin(), tables->end(), "pg_class"), tables->end());
}

TEST_F(PgAdmin, loads_every_column_type_exactly) {
    make_table();
    auto writer = admin_->bulk_writer("pg_admin_rows", columns_);
    ASSERT_TRUE(writer) << writer.error().describe();
    const std::array<Value, 8> row{
        Value::integer(1),
        Value::integer(-1),
        Value::floating(2.5),
        Value::text("tab\tback\\slash\nnew"),
        Value::text("abc"),
        Value::decimal(-1234567, 2),
        Value::timestamp(946'684'799'000'001),
        Value::integer(7)
    };
    const std::array<Value, 8> nulls{
        Value::integer(2),
        Value::null(),
        Value::null(),
        Value::null(),
        Value::null(),
        Value::null(),
        Value::null(),
        Value::null()
    };
    ASSERT_TRUE((*writer)->append(row));
    ASSERT_TRUE((*writer)->append(nulls));
    const auto finished = (*writer)->finish();
    ASSERT_TRUE(finished) << finished.error().describe();
    auto rows = admin_->query("SELECT * FROM pg_admin_rows ORDER BY id");
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->text(0, 1), "-1");
    EXPECT_EQ(rows->text(0, 2), "2.5");
    EXPECT_EQ(rows->text(0, 3), "tab\tback\\slash\nnew");
    EXPECT_EQ(rows->text(0, 4), "abc  ");
    EXPECT_EQ(rows->text(0, 5), "-12345.67");
    EXPECT_EQ(rows->text(0, 6), "1999-12-31 23:59:59.000001");
    EXPECT_EQ(rows->text(0, 7), "7");
    EXPECT_TRUE(rows->is_null(1, 7));
}

TEST_F(PgAdmin, loads_many_pieces_with_the_chunk_or_not_at_all) {
    make_table();
    const std::vector<BulkColumn> two{{"id", ColumnType::int32}, {"t", ColumnType::text}};
    constexpr std::int64_t kRows = 50'000;
    const std::string text(100, 'x');
    for (const bool keep : {false, true}) {
        ASSERT_TRUE(admin_->begin());
        auto writer = admin_->bulk_writer("pg_admin_rows", two);
        ASSERT_TRUE(writer);
        for (std::int64_t i = 0; i < kRows; ++i) {
            const std::array<Value, 2> row{Value::integer(i), Value::text(text)};
            ASSERT_TRUE((*writer)->append(row));
        }
        ASSERT_TRUE((*writer)->finish());
        ASSERT_TRUE(keep ? admin_->commit() : admin_->rollback());
        EXPECT_EQ(count(), keep ? static_cast<std::uint64_t>(kRows) : 0U);
    }
}

TEST_F(PgAdmin, reports_a_duplicate_key_while_loading_and_goes_on) {
    make_table();
    const std::vector<BulkColumn> one{{"id", ColumnType::int32}};
    auto writer = admin_->bulk_writer("pg_admin_rows", one);
    ASSERT_TRUE(writer);
    const std::array<Value, 1> row{Value::integer(1)};
    ASSERT_TRUE((*writer)->append(row));
    ASSERT_TRUE((*writer)->append(row));
    const auto finished = (*writer)->finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().cls, ErrorClass::constraint_violation);
    EXPECT_EQ(count(), 0U);
}

TEST_F(PgAdmin, leaves_nothing_of_a_writer_that_was_not_finished) {
    make_table();
    const std::vector<BulkColumn> one{{"id", ColumnType::int32}};
    {
        auto writer = admin_->bulk_writer("pg_admin_rows", one);
        ASSERT_TRUE(writer);
        const std::array<Value, 1> row{Value::integer(1)};
        ASSERT_TRUE((*writer)->append(row));
        const std::array<Value, 1> wrong{Value::text("x")};
        const auto refused = (*writer)->append(wrong);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().cls, ErrorClass::bad_argument);
    }
    EXPECT_EQ(count(), 0U);
}

TEST_F(PgAdmin, refuses_to_load_unknown_tables_and_columns) {
    make_table();
    const std::vector<BulkColumn> wrong{{"no_such_column", ColumnType::int32}};
    EXPECT_EQ(admin_->bulk_writer("pg_admin_rows", wrong).error().cls, ErrorClass::schema_mismatch);
    EXPECT_EQ(admin_->bulk_writer("no_such_table", wrong).error().cls, ErrorClass::schema_mismatch);
    EXPECT_EQ(count(), 0U);
}

TEST_F(PgAdmin, does_not_commit_a_failed_transaction) {
    const auto session = admin();
    ASSERT_TRUE(session->begin());
    ASSERT_FALSE(session->query("SELECT * FROM no_such_table"));
    EXPECT_FALSE(session->commit());
    EXPECT_TRUE(session->query("SELECT 1"));
}

TEST_F(PgAdmin, interrupts_a_query_from_another_thread) {
    const auto session = admin();
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        session->interrupt();
    });
    const auto began = steady_now();
    const auto slept = session->query("SELECT pg_sleep(30)");
    other.join();
    EXPECT_LT(steady_now() - began, std::chrono::seconds{5});
    ASSERT_FALSE(slept);
    EXPECT_EQ(slept.error().cls, ErrorClass::cancelled) << slept.error().describe();
    EXPECT_TRUE(session->query("SELECT 1"));
}

TEST_F(PgAdmin, interrupts_loading_and_stays_usable) {
    make_table();
    const std::vector<BulkColumn> one{{"id", ColumnType::int32}};
    auto writer = admin_->bulk_writer("pg_admin_rows", one);
    ASSERT_TRUE(writer);
    admin_->interrupt();
    const std::array<Value, 1> row{Value::integer(1)};
    ASSERT_TRUE((*writer)->append(row));
    const auto finished = (*writer)->finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().cls, ErrorClass::cancelled);
    writer->reset();
    EXPECT_EQ(count(), 0U);
}

// Others may commit in this database at any time: sessions of earlier tests that are still ending, autovacuum.
void wait_until_alone(db::AdminConnection& look, StepLoop& loop) {
    for (int tries = 0; tries < 200; ++tries) {
        auto others = look.query("SELECT count(*) FROM pg_stat_activity WHERE datname = "
                                 "current_database() AND pid <> pg_backend_pid()");
        if (others && others->integer(0, 0) == 0) {
            return;
        }
        loop.idle_for(std::chrono::milliseconds{50});
    }
}

TEST_F(PgAdmin, counts_other_sessions_commits_exactly_once_they_have_ended) {
    constexpr std::uint64_t kTransactions = 25;
    constexpr std::uint64_t kSignIns = 1;
    const auto read = add("read", "SELECT 1", {}, db::RowUse::count, false);
    const auto look = admin();
    const std::array<db::Command, 3> transaction{
        control(db::CommandKind::begin), execute(read), control(db::CommandKind::commit)
    };
    std::uint64_t counted = 0;
    for (int attempt = 0; attempt < 3 && counted != kTransactions + kSignIns; ++attempt) {
        wait_until_alone(*look, loop_);
        auto before = look->commit_counter();
        ASSERT_TRUE(before) << before.error().describe();
        auto session = connect();
        for (std::uint64_t i = 0; i < kTransactions; ++i) {
            ASSERT_TRUE(loop_.run(*session, transaction));
        }
        session.reset();
        wait_until_alone(*look, loop_);
        counted = *look->commit_counter() - *before;
    }
    EXPECT_EQ(counted, kTransactions + kSignIns);
}

TEST_F(PgAdmin, does_not_count_its_own_commits) {
    const auto look = admin();
    std::uint64_t grown = 1;
    for (int attempt = 0; attempt < 3 && grown != 0; ++attempt) {
        wait_until_alone(*look, loop_);
        const auto before = look->commit_counter();
        ASSERT_TRUE(look->query("SELECT 1"));
        ASSERT_TRUE(look->begin());
        ASSERT_TRUE(look->commit());
        grown = *look->commit_counter() - *before;
    }
    EXPECT_EQ(grown, 0U);
}

TEST_F(PgAdmin, takes_the_password_from_a_password_file) {
    auto endpoint = endpoint_;
    const std::string file = testing::TempDir() + "oltpsim-pgpass";
    {
        std::ofstream out{file};
        out << "*:*:*:" << endpoint.url.user << ":" << endpoint.password.reveal() << "\n";
    }
    chmod(file.c_str(), 0600);
    endpoint.password = {};
    setenv("PGPASSFILE", file.c_str(), 1);
    const auto session = make(endpoint);
    EXPECT_TRUE(loop_.open(*session)) << session->error().describe();
    EXPECT_TRUE(driver_->connect_admin(endpoint, {}));
    unsetenv("PGPASSFILE");
    std::remove(file.c_str());
}

}  // namespace
}  // namespace oltpsim::test
