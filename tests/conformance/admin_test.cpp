// The session for everything that is not measured, and bulk loading.
#include "conformance/fixture.hpp"

namespace oltpsim::test {
namespace {

using db::ColumnType;
using db::ErrorClass;
using db::Value;
using testing::Contains;
using testing::Not;

class AdminOf : public Conformance {
protected:
    void prepare_bulk_table() {
        make_table(
            "id INT PRIMARY KEY, k BIGINT, c CHAR(120), pad VARCHAR(60), amount DECIMAL(12,2), "
            "at " +
            dialect().timestamp_type + ", gap INT NULL"
        );
    }
    static std::vector<db::BulkColumn> columns() {
        return {
            {"id", ColumnType::int32},
            {"k", ColumnType::int64},
            {"c", ColumnType::fixed_char},
            {"pad", ColumnType::text},
            {"amount", ColumnType::decimal},
            {"at", ColumnType::timestamp},
            {"gap", ColumnType::int32}
        };
    }
    static std::string text_of(int id) { return "it's \\ \t row " + std::to_string(id); }
    static db::Result<void> append_row(db::BulkWriter& writer, int id) {
        // Texts die after the call: the writer must have copied them.
        const std::string c(120, static_cast<char>('a' + id % 26));
        const std::string pad = text_of(id);
        const Value row[] = {
            Value::integer(id),
            Value::integer(id * 5'000'000'000LL),
            Value::text(c),
            Value::text(pad),
            Value::decimal(id * 7 - 100, 2),
            Value::timestamp(1'700'000'000'000'000 + id),
            id % 3 == 0 ? Value::null() : Value::integer(id)
        };
        return writer.append(row);
    }
    /// Writes rows [first, first + count).
    db::Result<void> write_rows(int first, int count) {
        auto writer = admin().bulk_writer(table(), columns());
        if (!writer) {
            return writer.error();
        }
        for (int id = first; id < first + count; ++id) {
            auto done = append_row(**writer, id);
            if (!done) {
                return done;
            }
        }
        return (*writer)->finish();
    }
};

TEST_P(AdminOf, a_query_gives_text_cells_that_convert) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY, c VARCHAR(20), amount DECIMAL(12,2)");
    (void)admin_query("INSERT INTO {t} VALUES (1, 'one', 12.34), (2, NULL, 0)");
    auto rows = admin_query("SELECT id, c FROM {t} ORDER BY id");
    ASSERT_EQ(rows.rows(), 2U);
    ASSERT_EQ(rows.columns(), 2U);
    EXPECT_EQ(rows.text(0, 0), "1");
    EXPECT_EQ(rows.integer(1, 0), 2);
    EXPECT_EQ(rows.text(0, 1), "one");
    EXPECT_TRUE(rows.is_null(1, 1));
    EXPECT_EQ(admin_query("SELECT id FROM {t} WHERE id > 99").rows(), 0U);
    EXPECT_EQ(admin_query("UPDATE {t} SET c = 'x'").affected(), 2U);
}

TEST_P(AdminOf, a_failed_query_leaves_the_session_usable) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    const auto bad = admin().query("SELECT * FROM no_such_table_here");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().cls, ErrorClass::schema_mismatch) << bad.error().describe();
    const auto broken = admin().query("SELEC 1");
    EXPECT_FALSE(broken);
    EXPECT_EQ(admin_number("SELECT 7"), 7);
}

TEST_P(AdminOf, tables_lists_what_is_there) {
    NEEDS(content);
    make_table("id INT PRIMARY KEY");
    auto names = admin().tables();
    ASSERT_TRUE(names) << names.error().describe();
    EXPECT_THAT(*names, Contains(table()));
    (void)admin_query("DROP TABLE {t}");
    names = admin().tables();
    ASSERT_TRUE(names) << names.error().describe();
    EXPECT_THAT(*names, Not(Contains(table())));
}

TEST_P(AdminOf, facts_name_product_and_version) {
    auto facts = admin().facts();
    ASSERT_TRUE(facts) << facts.error().describe();
    EXPECT_FALSE(facts->product.empty());
    EXPECT_FALSE(facts->version.empty());
    if (can().content) {
        EXPECT_FALSE(facts->session_isolation.empty());
        EXPECT_FALSE(facts->settings.empty());
    }
}

TEST_P(AdminOf, the_commit_counter_counts_commits) {
    const auto one = statement("SELECT 1", {}, db::RowUse::count);
    if (!can().commit_counter) {
        const auto none = admin().commit_counter();
        ASSERT_FALSE(none);
        EXPECT_EQ(none.error().cls, ErrorClass::unsupported);
        return;
    }
    make_table("id INT PRIMARY KEY");
    const auto before = admin().commit_counter();
    ASSERT_TRUE(before) << before.error().describe();
    {
        const auto s = open_session();
        for (int i = 0; i < 100; ++i) {
            ASSERT_TRUE(s->run({begin(), call(one), commit()})) << s->outcome();
        }
    }
    // PostgreSQL publishes the counts of a session at its end, or about a second later.
    std::uint64_t counted = 0;
    for (int i = 0; i < 60 && counted < 100; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        const auto after = admin().commit_counter();
        ASSERT_TRUE(after) << after.error().describe();
        counted = *after - *before;
    }
    EXPECT_GE(counted, 100U);
}

TEST_P(AdminOf, bulk_rows_arrive_as_given) {
    NEEDS(content);
    prepare_bulk_table();
    constexpr int kRows = 10'000;
    ASSERT_TRUE(admin().begin());
    const auto written = write_rows(0, kRows);
    ASSERT_TRUE(written) << written.error().describe();
    ASSERT_TRUE(admin().commit());
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), kRows);
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t} WHERE gap IS NULL"), (kRows + 2) / 3);
    auto rows = admin_query("SELECT id, k, c, pad, amount FROM {t} ORDER BY id");
    ASSERT_EQ(rows.rows(), static_cast<std::uint64_t>(kRows));
    for (int id = 0; id < kRows; ++id) {
        const auto row = static_cast<std::uint64_t>(id);
        ASSERT_EQ(rows.integer(row, 0), id);
        ASSERT_EQ(rows.integer(row, 1), id * 5'000'000'000LL);
        ASSERT_EQ(rows.text(row, 2), std::string(120, static_cast<char>('a' + id % 26)));
        ASSERT_EQ(rows.text(row, 3), text_of(id));
        ASSERT_EQ(rows.decimal(row, 4, 2), id * 7 - 100);
    }
    // The measured session reads the same.
    const auto select =
        statement("SELECT at, amount FROM {t} WHERE id = ?", {ColumnType::int32}, db::RowUse::keep);
    const auto s = open_session();
    ASSERT_TRUE(s->run({call(select, {Value::integer(5)})})) << s->outcome();
    EXPECT_EQ(s->result().as_text(0, 0), "2023-11-14 22:13:20.000005");
    EXPECT_EQ(s->result().decimal(0, 1, 2), -65);
}

TEST_P(AdminOf, bulk_rows_and_other_changes_share_a_transaction) {
    NEEDS(content);
    NEEDS(snapshot_reads);
    prepare_bulk_table();
    ASSERT_TRUE(admin().begin());
    ASSERT_TRUE(write_rows(0, 1234));
    (void)admin_query("UPDATE {t} SET k = 1 WHERE id = 0");
    ASSERT_TRUE(admin().rollback());
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 0);
    ASSERT_TRUE(admin().begin());
    ASSERT_TRUE(write_rows(0, 1));
    ASSERT_TRUE(write_rows(1, 150));
    (void)admin_query("UPDATE {t} SET k = 1 WHERE id = 150");
    const auto other = another_admin();
    auto unseen = other->query(filled("SELECT COUNT(*) FROM {t}"));
    ASSERT_TRUE(unseen) << unseen.error().describe();
    EXPECT_EQ(unseen->integer(0, 0), 0);
    ASSERT_TRUE(admin().commit());
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 151);
    EXPECT_EQ(admin_number("SELECT k FROM {t} WHERE id = 150"), 1);
}

TEST_P(AdminOf, rows_of_a_session_that_broke_off_are_gone) {
    NEEDS(content);
    prepare_bulk_table();
    {
        const auto other = another_admin();
        ASSERT_TRUE(other->begin());
        auto writer = other->bulk_writer(table(), columns());
        ASSERT_TRUE(writer) << writer.error().describe();
        for (int id = 0; id < 500; ++id) {
            ASSERT_TRUE(append_row(**writer, id));
        }
        // Neither finished nor committed.
    }
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 0);
}

TEST_P(AdminOf, bulk_errors_have_classes_and_can_be_rolled_back) {
    NEEDS(content);
    prepare_bulk_table();
    ASSERT_TRUE(admin().begin());
    ASSERT_TRUE(write_rows(0, 10));
    const auto twice = write_rows(5, 300);
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().cls, ErrorClass::constraint_violation) << twice.error().describe();
    ASSERT_TRUE(admin().rollback());
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 0);
    // A missing table shows when the writer is made, or at the latest at its end.
    ASSERT_TRUE(admin().begin());
    auto missing = admin().bulk_writer("no_such_table_here", columns());
    db::Result<void> outcome = {};
    if (missing) {
        (void)append_row(**missing, 1);
        outcome = (*missing)->finish();
    } else {
        outcome = missing.error();
    }
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().cls, ErrorClass::schema_mismatch) << outcome.error().describe();
    if (missing) {
        missing->reset();
    }
    ASSERT_TRUE(admin().rollback());
    ASSERT_TRUE(admin().begin());
    ASSERT_TRUE(write_rows(0, 10));
    ASSERT_TRUE(admin().commit());
    EXPECT_EQ(admin_number("SELECT COUNT(*) FROM {t}"), 10);
}

TEST_P(AdminOf, a_row_of_the_wrong_width_is_a_bad_argument) {
    make_table("id INT PRIMARY KEY, v INT");
    const db::BulkColumn two[] = {{"id", ColumnType::int32}, {"v", ColumnType::int32}};
    ASSERT_TRUE(admin().begin());
    auto writer = admin().bulk_writer(table(), two);
    ASSERT_TRUE(writer) << writer.error().describe();
    const Value one[] = {Value::integer(1)};
    const auto done = (*writer)->append(one);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().cls, ErrorClass::bad_argument) << done.error().describe();
    writer->reset();
    ASSERT_TRUE(admin().rollback());
}

TEST_P(AdminOf, interrupt_ends_a_query_from_another_thread) {
    NEEDS(content);
    NEEDS(sleep);
    make_table("id INT PRIMARY KEY");
    db::SessionOptions options;
    const auto other = another_admin(options);
    std::thread interrupter([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
        other->interrupt();
    });
    const TimePoint started = steady_now();
    const auto rows = other->query(dialect().sleep);
    interrupter.join();
    EXPECT_LT(steady_now() - started, std::chrono::seconds{5});
    if (rows) {
        // MySQL's SLEEP() is the one function that returns a value, 1, when it is ended.
        EXPECT_EQ(rows->integer(0, 0), 1);
    } else {
        EXPECT_EQ(rows.error().cls, ErrorClass::cancelled) << rows.error().describe();
    }
}

INSTANTIATE_TEST_SUITE_P(
    On,
    AdminOf,
    testing::ValuesIn(targets_under_test()),
    [](const testing::TestParamInfo<TargetUnderTest>& one) { return one.param.label; }
);

}  // namespace
}  // namespace oltpsim::test
