// Reports of fixed runs against stored text. OLTPSIM_UPDATE_GOLDEN=1 rewrites the texts; review the diff.
#include "support/reports.hpp"
#include "support/sample_run.hpp"
#include "support/scratch_dir.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace oltpsim::report {
namespace {

void expect_golden(const std::string& file, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(OLTPSIM_GOLDEN_DIR) / file;
    if (std::getenv("OLTPSIM_UPDATE_GOLDEN") != nullptr) {
        support::put(path, text);
    }
    EXPECT_EQ(text, support::content_of(path)) << "differs from " << path;
}

std::string rendered(const std::unique_ptr<Report>& report, const results::RunResult& run) {
    return report->render(run, {});
}

TEST(GoldenReport, terminal) {
    expect_golden("sound.txt", rendered(terminal::make_report(), support::sound_run(4)));
    expect_golden("troubled.txt", rendered(terminal::make_report(), support::troubled_run()));
}

TEST(GoldenReport, csv) {
    expect_golden("troubled.csv", rendered(csv::make_report(), support::troubled_run()));
}

TEST(GoldenReport, json) {
    expect_golden("troubled.json", rendered(json::make_report(), support::troubled_run()));
}

TEST(GoldenReport, markdown) {
    expect_golden("troubled.md", rendered(markdown::make_report(), support::troubled_run()));
}

/// The script that draws charts is the same in every page and no text of ours.
std::string without_chart_script(std::string text) {
    const auto from = text.find("<script>");
    const auto to = text.find("</script>", from);
    return from == std::string::npos ? text : text.erase(from, to - from) + "\n";
}

TEST(GoldenReport, html) {
    expect_golden(
        "troubled.html",
        without_chart_script(rendered(html::make_report(), support::troubled_run()))
    );
}

}  // namespace
}  // namespace oltpsim::report
