#include "results/csv.hpp"
#include "results/run_result_codec.hpp"
#include "support/reports.hpp"
#include "support/sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace oltpsim::report {
namespace {

using testing::HasSubstr;
using testing::Not;

using Row = std::map<std::string, std::string>;

std::vector<Row> csv_rows(const results::RunResult& run) {
    std::istringstream lines(csv::make_report()->render(run, {}));
    std::string line;
    std::getline(lines, line);
    const auto names = results::csv_split(line);
    std::vector<Row> rows;
    while (std::getline(lines, line)) {
        const auto cells = results::csv_split(line);
        EXPECT_EQ(cells.size(), names.size()) << line;
        Row row;
        for (std::size_t i = 0; i < std::min(cells.size(), names.size()); ++i) {
            row[names[i]] = cells[i];
        }
        rows.push_back(row);
    }
    return rows;
}

TEST(CsvReport, targets_add_up_to_their_aggregate) {
    const auto rows = csv_rows(support::sound_run(4));
    ASSERT_EQ(rows.size(), 5u);
    double tps = 0;
    double transactions = 0;
    double weighted = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const double own = std::stod(rows[i].at("transactions"));
        tps += std::stod(rows[i].at("tps"));
        transactions += own;
        weighted += own * std::stod(rows[i].at("latency_avg_ms"));
        EXPECT_NEAR(std::stod(rows[i].at("tps")) * std::stod(rows[i].at("sample_s")), own, 0.01);
    }
    EXPECT_EQ(rows[4].at("target"), "*");
    EXPECT_NEAR(std::stod(rows[4].at("tps")), tps, 0.001);
    EXPECT_EQ(std::stod(rows[4].at("transactions")), transactions);
    EXPECT_NEAR(std::stod(rows[4].at("latency_avg_ms")), weighted / transactions, 1e-5);
}

TEST(CsvReport, figures_that_do_not_exist_are_empty_cells) {
    const auto rows = csv_rows(support::troubled_run());
    EXPECT_EQ(rows[1].at("state"), "failed");
    EXPECT_EQ(rows[1].at("tps"), "");
    EXPECT_EQ(rows[1].at("latency_p99_ms"), "");
    EXPECT_EQ(rows[2].at("tps"), "");
    EXPECT_EQ(rows[2].at("errors"), "1234");
}

TEST(CsvReport, hostile_text_stays_in_its_cell) {
    const auto rows = csv_rows(support::hostile_run());
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_THAT(rows[0].at("target"), HasSubstr("<script>"));
}

TEST(JsonReport, is_the_stored_model) {
    const auto run = support::sound_run(2);
    EXPECT_EQ(json::make_report()->render(run, {}), results::encode_run_result(run));
}

TEST(MarkdownReport, shows_table_validity_and_missing_figures) {
    const std::string text = markdown::make_report()->render(support::troubled_run(), {});
    EXPECT_THAT(text, HasSubstr("| vm02 | MySQL 9.1.0-commercial | n/a | n/a"));
    EXPECT_THAT(text, HasSubstr("**Not valid:**"));
    EXPECT_THAT(text, HasSubstr("## Step 1 VMs"));
}

TEST(MarkdownReport, user_text_is_escaped) {
    const std::string text = markdown::make_report()->render(support::hostile_run(), {});
    EXPECT_THAT(text, HasSubstr("\\<script\\>"));
    EXPECT_THAT(text, Not(HasSubstr("<script>")));
    EXPECT_THAT(text, Not(HasSubstr(" | =cmd")));
}

TEST(Reports, have_distinct_formats) {
    std::map<std::string, std::string> formats;
    formats[terminal::make_report()->format()] = terminal::make_report()->file_extension();
    formats[json::make_report()->format()] = json::make_report()->file_extension();
    formats[csv::make_report()->format()] = csv::make_report()->file_extension();
    formats[markdown::make_report()->format()] = markdown::make_report()->file_extension();
    formats[html::make_report()->format()] = html::make_report()->file_extension();
    EXPECT_EQ(
        formats,
        (std::map<std::string, std::string>{
            {"terminal", "txt"},
            {"json", "json"},
            {"csv", "csv"},
            {"markdown", "md"},
            {"html", "html"}
        })
    );
}

}  // namespace
}  // namespace oltpsim::report
