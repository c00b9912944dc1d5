// Names and defaults of options are sysbench's; rules between them; what each compat mode changes.
#include "resolved.hpp"
#include "workloads/sysbench/settings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace oltpsim::workloads::sysbench {
namespace {

std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe)) {
        text.append(part.data(), got);
    }
    pclose(pipe);
    return text;
}

// The program's own help is the list: "--point_selects=N   Number of … [10]".
TEST(Options, every_option_of_the_real_sysbench_has_its_name_and_default) {
    if (std::system("command -v sysbench >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "sysbench is not installed";
    }
    const std::string help = output_of("sysbench oltp_read_write help");
    std::size_t found = 0;
    for (std::size_t at = help.find("\n  --"); at != std::string::npos;
         at = help.find("\n  --", at + 1)) {
        const std::size_t name_end = help.find_first_of("=[ ", at + 5);
        std::string name = help.substr(at + 5, name_end - at - 5);
        if (name == "pgsql_variant") {
            continue;  // Redshift only
        }
        const std::string line = help.substr(at + 1, help.find("\n  --", at + 1) - at - 1);
        const std::size_t open = line.rfind('[');
        const std::string preset = line.substr(open + 1, line.rfind(']') - open - 1);
        const auto specs = option_specs(Script::oltp_read_write);
        const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& one) {
            return one.name == name;
        });
        ASSERT_NE(spec, specs.end()) << name;
        EXPECT_EQ(spec->default_text, preset) << name;
        ++found;
    }
    EXPECT_EQ(found, 17U);
}

TEST(Options, defaults_are_valid_for_every_script) {
    for (const ScriptInfo& info : kScripts) {
        const Settings settings = resolved(info.script);
        EXPECT_EQ(settings.compat, Compat::v1_0) << info.name;
    }
}

TEST(Options, default_transaction_has_fourteen_reads_and_four_writes) {
    const Settings settings = resolved(Script::oltp_read_write);
    EXPECT_EQ(settings.counts.reads(), 14U);
    EXPECT_EQ(settings.counts.writes(), 4U);
    EXPECT_EQ(resolved(Script::oltp_read_only).counts.writes(), 0U);
    EXPECT_EQ(resolved(Script::oltp_write_only).counts.reads(), 0U);
    EXPECT_EQ(resolved(Script::oltp_point_select, {{"point_selects", "10"}}).counts.reads(), 1U);
    EXPECT_EQ(resolved(Script::oltp_update_index, {{"index_updates", "3"}}).counts.writes(), 3U);
}

TEST(Options, range_selects_off_leaves_point_selects) {
    const Settings settings =
        resolved(Script::oltp_read_only, {{"range_selects", "off"}, {"point_selects", "3"}});
    EXPECT_EQ(settings.counts.reads(), 3U);
}

TEST(Options, default_distribution_follows_the_version_imitated) {
    EXPECT_EQ(
        resolved(Script::oltp_read_only, {{"compat", "0.5"}}).shape.kind,
        DistributionKind::special_05
    );
    EXPECT_EQ(
        resolved(Script::oltp_read_only, {{"compat", "1.0"}}).shape.kind, DistributionKind::special
    );
    EXPECT_EQ(
        resolved(Script::oltp_read_only, {{"compat", "1.1"}}).shape.kind, DistributionKind::uniform
    );
    EXPECT_EQ(
        resolved(Script::oltp_read_only, {{"compat", "0.5"}, {"rand_type", "gaussian"}}).shape.kind,
        DistributionKind::gaussian_05
    );
    EXPECT_EQ(
        resolved(
            Script::oltp_read_only,
            {{"compat", "1.1"}, {"rand_type", "zipfian"}, {"rand_zipfian_exp", "1.2"}}
        )
            .distribution_text(),
        "zipfian, exponent 1.2"
    );
}

TEST(Options, distribution_text_says_which_part_is_hot) {
    EXPECT_EQ(
        resolved(Script::oltp_read_only, {{"compat", "0.5"}}).distribution_text(),
        "special (sysbench 0.5): 75 % of draws in the central 1 % of ids, the others gaussian "
        "(mean of 12)"
    );
    EXPECT_EQ(
        resolved(Script::oltp_read_only).distribution_text(),
        "special (sysbench 1.0): 75 % of draws in the upper 75 % of the central 1 % of ids, the "
        "others gaussian (mean of 12)"
    );
}

struct BadCase {
    Script script;
    std::map<std::string, std::string> options;
    const char* key;
};

class BadOptions : public testing::TestWithParam<BadCase> {};

TEST_P(BadOptions, are_refused_by_a_sentence_naming_the_key) {
    const std::string problem =
        check_rules(GetParam().script, option_values(GetParam().script, GetParam().options));
    EXPECT_NE(problem.find(GetParam().key), std::string::npos) << "got: " << problem;
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    BadOptions,
    testing::Values(
        BadCase{
            Script::oltp_read_write, {{"range_size", "200"}, {"table_size", "100"}}, "range_size"
        },
        BadCase{Script::select_random_points, {{"tables", "2"}}, "tables"},
        BadCase{Script::select_random_ranges, {{"tables", "2"}}, "tables"},
        BadCase{
            Script::oltp_read_only,
            {{"point_selects", "0"}, {"range_selects", "off"}},
            "oltp_read_only"
        },
        BadCase{Script::oltp_update_index, {{"index_updates", "0"}}, "oltp_update_index"},
        BadCase{
            Script::oltp_insert, {{"mysql_storage_engine", "innodb; drop"}}, "mysql_storage_engine"
        },
        BadCase{
            Script::oltp_insert,
            {{"create_table_options", "; DROP TABLE x"}},
            "create_table_options"
        }
    )
);

TEST(Options, only_scripts_that_put_back_what_they_take_keep_their_rows) {
    EXPECT_TRUE(resolved(Script::oltp_read_write).keeps_rows());
    EXPECT_TRUE(resolved(Script::oltp_read_only, {{"skip_trx", "on"}}).keeps_rows());
    EXPECT_FALSE(resolved(Script::oltp_read_write, {{"skip_trx", "on"}}).keeps_rows());
    EXPECT_FALSE(resolved(Script::oltp_insert).keeps_rows());
    EXPECT_FALSE(resolved(Script::oltp_delete).keeps_rows());
}

}  // namespace
}  // namespace oltpsim::workloads::sysbench
