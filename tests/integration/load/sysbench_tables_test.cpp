// Tables are interchangeable with the real sysbench's: it runs on ours, and we accept and check its own.
#include "place.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>

namespace oltpsim::test {
namespace {

class SysbenchTables : public LoadTest {
protected:
    void SetUp() override {
        if (std::system("command -v sysbench >/dev/null 2>&1") != 0) {
            GTEST_SKIP() << "sysbench is not installed";
        }
        if (GetParam().label == "sqlite" || GetParam().label == "mysql") {
            GTEST_SKIP() << "the packaged sysbench cannot reach " << GetParam().label;
        }
        LoadTest::SetUp();
    }

    /// Runs the program; the password travels in its environment or a file, never as an argument.
    int sysbench(const std::string& arguments, std::string& output) const {
        const db::TargetUrl& url = urls_[0];
        const bool postgresql = GetParam().driver == "postgresql";
        const std::string prefix = postgresql ? "pgsql" : "mysql";
        const std::string config = (scratch_.path() / "sysbench.cfg").string();
        support::put(
            config,
            fmt::format(
                "db-driver={0}\n{0}-host={1}\n{0}-port={2}\n{0}-user={3}\n{0}-db={4}\n{0}-password="
                "{5}\n",
                prefix,
                url.host,
                url.port,
                url.user,
                url.database,
                password_.reveal()
            )
        );
        FILE* pipe =
            popen(fmt::format("sysbench --config-file={} {} 2>&1", config, arguments).c_str(), "r");
        std::array<char, 4096> part{};
        while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe)) {
            output.append(part.data(), got);
        }
        return pclose(pipe);
    }

    support::ScratchDir scratch_;
};

INSTANTIATE_TEST_SUITE_P(Everywhere, SysbenchTables, testing::ValuesIn(places()), place_name);

TEST_P(SysbenchTables, sysbench_runs_every_script_on_ours) {
    ASSERT_TRUE(load::prepare(plan({{"tables", "1"}, {"table_size", "1000"}}), {}, stop_).ok());
    for (const char* script :
         {"oltp_read_write",
          "oltp_read_only",
          "oltp_write_only",
          "oltp_point_select",
          "oltp_update_index",
          "oltp_update_non_index",
          "select_random_points",
          "select_random_ranges",
          "oltp_delete",
          "oltp_insert"}) {
        std::string output;
        const int status = sysbench(
            fmt::format(
                "{} --tables=1 --table-size=1000 --threads=1 --events=100 --time=60 run", script
            ),
            output
        );
        EXPECT_EQ(status, 0) << script << "\n" << output;
        EXPECT_NE(output.find("ignored errors:                      0 "), std::string::npos)
            << script << "\n"
            << output;
        EXPECT_NE(output.find("total number of events:              100"), std::string::npos)
            << script << "\n"
            << output;
    }
}

TEST_P(SysbenchTables, tables_of_sysbench_fit_and_pass_the_checks) {
    std::string output;
    ASSERT_EQ(sysbench("oltp_read_write --tables=2 --table-size=1000 prepare", output), 0)
        << output;
    const plan::RunPlan plan_ = plan({{"tables", "2"}, {"table_size", "1000"}});
    EXPECT_EQ(*load::fits(plan_, plan_.targets[0], *connect()), "");
    const auto check = load::check(plan_, {}, stop_);
    EXPECT_TRUE(check.passed()) << failures_of(check);
    EXPECT_FALSE(check.targets.at(0).loaded_by_us);
    EXPECT_EQ(
        load::prepare(plan_, {}, stop_).targets.at(0).error->cls, db::ErrorClass::schema_mismatch
    );
    EXPECT_FALSE(load::cleanup(plan_, {}, stop_).ok());
}

/// Names, types, defaults and indexes as the server describes them.
std::string description_query(const std::string& driver, const std::string& table) {
    if (driver == "postgresql") {
        return fmt::format(
            "SELECT string_agg(line, '; ' ORDER BY line) FROM (SELECT column_name || ' ' || "
            "data_type || ' ' || "
            "coalesce(character_maximum_length, 0) || ' ' || coalesce(column_default, '') || ' ' "
            "|| is_nullable AS line FROM "
            "information_schema.columns WHERE table_name = '{0}' UNION ALL SELECT indexdef FROM "
            "pg_indexes WHERE tablename = '{0}') x",
            table
        );
    }
    return "SHOW CREATE TABLE " + table;
}

TEST_P(SysbenchTables, ours_are_described_by_the_server_as_sysbenchs_are) {
    const std::uint32_t column = GetParam().driver == "postgresql" ? 0 : 1;
    const std::string query = description_query(GetParam().driver, "sbtest2");
    const plan::RunPlan plan_ = plan({{"tables", "2"}, {"table_size", "1000"}});
    ASSERT_TRUE(load::prepare(plan_, {}, stop_).ok());
    const std::string ours{ask(query).text(0, column)};
    ASSERT_TRUE(load::cleanup(plan_, {}, stop_).ok());
    std::string output;
    ASSERT_EQ(sysbench("oltp_read_write --tables=2 --table-size=1000 prepare", output), 0)
        << output;
    const std::string theirs{ask(query).text(0, column)};
    EXPECT_EQ(ours, theirs);
    EXPECT_NE(ours.find("k_2"), std::string::npos);
}

}  // namespace
}  // namespace oltpsim::test
