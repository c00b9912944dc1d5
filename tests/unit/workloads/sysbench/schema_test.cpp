// The SQL files: every dialect has the same statements, and data sets expand them.
#include "resolved.hpp"
#include "workloads/sysbench/dataset.hpp"
#include "workloads/sysbench/statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace oltpsim::workloads::sysbench {
namespace {

const std::vector<std::string> kDialects{"postgresql", "mysql", "sqlite", "sqlserver"};

workload::Binding binding_for(const std::string& dialect) {
    workload::Binding binding;
    binding.dialect = dialect;
    binding.seed = 7;
    binding.clients = 4;
    return binding;
}

std::unique_ptr<workload::Dataset> dataset_for(
    const std::string& dialect, const Settings& settings
) {
    auto made = SbtestDataset::make(settings, binding_for(dialect));
    EXPECT_TRUE(made) << made.error().describe();
    return made ? std::move(*made) : nullptr;
}

TEST(Schema, all_dialects_name_the_same_statements_with_the_same_parameters) {
    std::map<std::string, std::vector<db::ColumnType>> reference;
    for (const std::string& dialect : kDialects) {
        const auto file = db::SqlFile::load("sysbench", dialect, "statements.sql");
        ASSERT_TRUE(file) << file.error().describe();
        std::map<std::string, std::vector<db::ColumnType>> found;
        for (const std::string& name : file->names()) {
            if (!name.ends_with("_secondary")) {
                const auto block =
                    file->expand(name, {{"table", "1"}, {"items", "1"}, {"a", "1"}, {"b", "2"}});
                ASSERT_TRUE(block) << dialect << ": " << block.error().describe();
                found[name] = block->params;
            }
        }
        reference = reference.empty() ? found : reference;
        EXPECT_EQ(found, reference) << dialect;
    }
}

TEST(Schema, every_dialect_makes_the_four_columns_and_the_index_on_k) {
    for (const std::string& dialect : kDialects) {
        const auto dataset =
            dataset_for(dialect, resolved(Script::oltp_read_write, {{"tables", "3"}}));
        const std::vector<std::string> create = dataset->create_sql();
        for (const char* part :
             {"sbtest3", "id ", "k INT", "c CHAR(120)", "pad CHAR(60)", "PRIMARY KEY"}) {
            EXPECT_TRUE(std::any_of(
                create.begin(),
                create.end(),
                [&](const std::string& sql) { return sql.find(part) != std::string::npos; }
            )) << dialect
               << " " << part;
        }
        EXPECT_EQ(dataset->finish_groups().size(), 3U) << dialect;
        const std::vector<std::string> finish = dataset->finish_sql();
        EXPECT_TRUE(std::any_of(finish.begin(), finish.end(), [](const std::string& sql) {
            return sql.find("k_2 ON sbtest2(k)") != std::string::npos;
        })) << dialect;
        for (const std::string& sql : dataset->drop_sql()) {
            EXPECT_TRUE(
                sql.starts_with("DROP TABLE IF EXISTS sbtest") ||
                sql.find(" IS NOT NULL DROP TABLE sbtest") != std::string::npos ||
                sql.find(" IS NOT NULL DROP SEQUENCE sbtest") != std::string::npos
            ) << sql;
        }
    }
}

TEST(Schema, options_change_the_tables_as_in_sysbench) {
    const auto mysql = [](const std::map<std::string, std::string>& options) {
        return dataset_for("mysql", resolved(Script::oltp_read_write, options))
            ->create_sql()
            .front();
    };
    EXPECT_NE(mysql({}).find("id INTEGER NOT NULL AUTO_INCREMENT"), std::string::npos);
    EXPECT_NE(mysql({}).find("ENGINE = innodb"), std::string::npos);
    EXPECT_EQ(mysql({{"auto_inc", "off"}}).find("AUTO_INCREMENT"), std::string::npos);
    EXPECT_NE(mysql({{"secondary", "on"}}).find("KEY xid (id)"), std::string::npos);
    EXPECT_NE(mysql({{"compat", "0.5"}}).find("INTEGER UNSIGNED"), std::string::npos);
    EXPECT_NE(
        mysql({{"create_table_options", "ROW_FORMAT=COMPRESSED"}}).find("ROW_FORMAT=COMPRESSED"),
        std::string::npos
    );
    const auto no_index =
        dataset_for("postgresql", resolved(Script::oltp_read_write, {{"create_secondary", "off"}}));
    for (const std::string& sql : no_index->finish_sql()) {
        EXPECT_EQ(sql.find("CREATE INDEX"), std::string::npos);
    }
}

TEST(Schema, unknown_dialect_is_refused_and_known_ones_are_named) {
    const auto made = SbtestDataset::make(resolved(Script::oltp_read_write), binding_for("oracle"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().cls, db::ErrorClass::unsupported);
    EXPECT_NE(made.error().message.find("postgresql"), std::string::npos);
}

TEST(Units, cover_every_row_of_every_table_once) {
    const auto dataset = dataset_for(
        "sqlite", resolved(Script::oltp_read_write, {{"tables", "3"}, {"table_size", "250001"}})
    );
    const auto units = dataset->units();
    ASSERT_EQ(units.size(), 9U);
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        EXPECT_EQ(units[i].id, i);
        rows += units[i].rows;
    }
    EXPECT_EQ(rows, 3U * 250'001U);
    EXPECT_EQ(units[0].label, "sbtest1 rows 1-100000");
    EXPECT_EQ(units[8].label, "sbtest3 rows 200001-250001");
}

TEST(Units, insert_with_client_made_ids_starts_from_empty_tables) {
    const auto dataset =
        dataset_for("sqlite", resolved(Script::oltp_insert, {{"auto_inc", "off"}}));
    EXPECT_TRUE(dataset->units().empty());
    EXPECT_EQ(dataset->tables().size(), 1U);
}

TEST(Identity, scripts_on_the_same_tables_share_it_and_data_options_change_it) {
    const auto identity = [](Script script, const std::map<std::string, std::string>& options) {
        return dataset_for("mysql", resolved(script, options))->identity();
    };
    const std::string base = identity(Script::oltp_read_write, {});
    EXPECT_EQ(base, identity(Script::oltp_read_only, {{"point_selects", "3"}, {"skip_trx", "on"}}));
    EXPECT_EQ(base.find_first_of("'\\\""), std::string::npos);
    std::set<std::string> all{base};
    const std::vector<std::map<std::string, std::string>> changes{
        {{"tables", "2"}},
        {{"table_size", "500"}},
        {{"rand_type", "uniform"}},
        {{"auto_inc", "off"}},
        {{"secondary", "on"}},
        {{"create_secondary", "off"}},
        {{"compat", "0.5"}},
        {{"create_table_options", "X='1'"}},
        {{"mysql_storage_engine", "rocksdb"}}
    };
    for (const auto& change : changes) {
        all.insert(identity(Script::oltp_read_write, change));
    }
    EXPECT_EQ(all.size(), changes.size() + 1);
}

TEST(Statements, are_dense_and_expanded_for_every_table) {
    const auto made = Statements::make(
        resolved(Script::oltp_read_write, {{"tables", "5"}}), binding_for("postgresql")
    );
    ASSERT_TRUE(made) << made.error().describe();
    EXPECT_EQ(made->set().size(), 9U * 5U);
    for (std::uint32_t id = 0; id < made->set().size(); ++id) {
        EXPECT_EQ(made->set()[id].id, id);
    }
    EXPECT_EQ(
        made->get(Kind::sum_range, 4).sql, "SELECT SUM(k) FROM sbtest5 WHERE id BETWEEN $1 AND $2"
    );
    EXPECT_EQ(made->get(Kind::insert, 0).params.size(), 4U);
    EXPECT_TRUE(made->get(Kind::insert, 0).writes);
    EXPECT_EQ(made->get(Kind::point_select, 0).rows, db::RowUse::count);
}

TEST(Statements, repeat_items_with_the_dialects_placeholders) {
    const std::map<std::string, std::string> options{{"number_of_ranges", "2"}};
    const auto postgresql = Statements::make(
        resolved(Script::select_random_ranges, options), binding_for("postgresql")
    );
    ASSERT_TRUE(postgresql);
    EXPECT_EQ(
        postgresql->get(Kind::random_ranges, 0).sql,
        "SELECT count(k) FROM sbtest1 WHERE k BETWEEN $1 AND $2 OR k BETWEEN $3 AND $4"
    );
    EXPECT_EQ(postgresql->get(Kind::random_ranges, 0).params.size(), 4U);
    const auto mysql = Statements::make(
        resolved(Script::select_random_points, {{"random_points", "3"}}), binding_for("mysql")
    );
    ASSERT_TRUE(mysql);
    EXPECT_EQ(
        mysql->get(Kind::random_points, 0).sql,
        "SELECT id, k, c, pad FROM sbtest1 WHERE k IN (?, ?, ?)"
    );
}

TEST(Statements, db_ps_mode_disable_sends_plain_sql) {
    const auto made = Statements::make(
        resolved(Script::oltp_point_select, {{"db_ps_mode", "disable"}}), binding_for("mysql")
    );
    ASSERT_TRUE(made);
    EXPECT_FALSE(made->set()[0].prepare);
}

}  // namespace
}  // namespace oltpsim::workloads::sysbench
