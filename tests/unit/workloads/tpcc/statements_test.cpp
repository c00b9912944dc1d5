// Every dialect's files expand, with as many parameters as placeholders, and say what they should.
#include "db/sql_text.hpp"
#include "scripted.hpp"
#include "workloads/tpcc/dataset.hpp"

#include <gtest/gtest.h>

namespace oltpsim::workloads::tpcc {
namespace {

class EveryDialect : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(
    Files,
    EveryDialect,
    testing::Values("postgresql", "mysql", "sqlite", "sqlserver"),
    [](const auto& chosen) { return chosen.param; }
);

TEST_P(EveryDialect, statements_hold_as_many_placeholders_as_parameters) {
    const Statements statements = statements_for(GetParam());
    for (const db::Statement& one : statements.set().all()) {
        EXPECT_EQ(db::count_placeholders(one.sql), one.params.size()) << one.sql;
        EXPECT_EQ(one.sql.find_first_of("\x01\x02{}"), std::string::npos) << one.sql;
    }
}

TEST_P(EveryDialect, has_what_each_transaction_needs) {
    const Statements statements = statements_for(GetParam());
    for (const Role role :
         {Role::new_order_header,
          Role::new_order_lines,
          Role::new_order_insert,
          Role::customers_by_name,
          Role::payment_read,
          Role::order_status_customer,
          Role::order_status_lines,
          Role::delivery_oldest,
          Role::delivery_take,
          Role::delivery_totals,
          Role::stock_level}) {
        EXPECT_TRUE(statements.has(role)) << name_of(role);
    }
}

TEST_P(EveryDialect, repeats_a_line_for_each_line) {
    const Statements statements = statements_for(GetParam());
    const auto& five = statements.get(Role::new_order_insert, 5);
    const auto& six = statements.get(Role::new_order_insert, 6);
    EXPECT_NE(five.id, six.id);
    EXPECT_GE(six.sources.size(), five.sources.size() + 5);
}

TEST_P(EveryDialect, makes_drops_and_checks_the_nine_tables) {
    workload::Binding binding;
    binding.dialect = GetParam();
    const auto dataset = TpccDataset::make(Settings{}, binding);
    ASSERT_TRUE(dataset) << dataset.error().describe();
    EXPECT_EQ((*dataset)->tables().size(), kTableCount);
    EXPECT_EQ((*dataset)->create_sql().size(), kTableCount);
    std::size_t drops = 0;
    for (const std::string& sql : (*dataset)->drop_sql()) {
        drops += sql.find("DROP TABLE ") != std::string::npos ? 1 : 0;
        EXPECT_TRUE(sql.starts_with("DROP ") || sql.find(" IS NOT NULL DROP ") != std::string::npos)
            << sql;
    }
    EXPECT_EQ(drops, kTableCount);
    const auto checks = db::SqlFile::load("tpcc", GetParam(), "checks.sql");
    ASSERT_TRUE(checks);
    for (int clause = 1; clause <= 12; ++clause) {
        const std::string name = "check_3_3_2_" + std::to_string(clause);
        EXPECT_TRUE(checks->expand(name, {{"first", "1"}, {"last", "10"}})) << name;
    }
}

TEST_P(EveryDialect, money_is_never_floating_point) {
    const auto file = db::SqlFile::load("tpcc", GetParam(), "tables.sql");
    ASSERT_TRUE(file);
    for (const std::string& name : file->names()) {
        if (!name.starts_with("create_")) {
            continue;
        }
        const auto block = file->expand(name, {{"options", ""}, {"engine", "innodb"}});
        for (const char* word : {"FLOAT", "REAL", "DOUBLE"}) {
            EXPECT_EQ(block->sql.find(word), std::string::npos) << name;
        }
    }
}

TEST(Procedures, are_one_call_per_transaction_where_the_database_has_them) {
    for (const char* dialect : {"postgresql", "mysql", "sqlserver"}) {
        const Statements statements = statements_for(dialect, Mode::procedures);
        for (const Role role :
             {Role::call_new_order,
              Role::call_payment,
              Role::call_order_status,
              Role::call_delivery,
              Role::call_stock_level}) {
            EXPECT_TRUE(statements.has(role)) << dialect << " " << name_of(role);
        }
        EXPECT_EQ(statements.set().size(), 5U) << dialect;
    }
}

TEST(Procedures, are_refused_on_sqlite_with_the_reason) {
    Settings settings;
    settings.mode = Mode::procedures;
    workload::Binding binding;
    binding.dialect = "sqlite";
    const auto made = Statements::make(settings, binding);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().cls, db::ErrorClass::unsupported);
    EXPECT_NE(made.error().message.find("use mode statements"), std::string::npos);
    EXPECT_FALSE(TpccDataset::make(settings, binding));
}

TEST(ForeignKeys, follow_after_every_primary_key_in_one_group) {
    Settings settings;
    settings.foreign_keys = true;
    workload::Binding binding;
    binding.dialect = "postgresql";
    const auto dataset = TpccDataset::make(settings, binding);
    ASSERT_TRUE(dataset);
    ASSERT_EQ((*dataset)->finish_groups().size(), 1U);
    EXPECT_NE((*dataset)->finish_groups()[0].back().find("FOREIGN KEY"), std::string::npos);
    binding.dialect = "sqlite";
    EXPECT_EQ(TpccDataset::make(settings, binding).error().cls, db::ErrorClass::unsupported);
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
