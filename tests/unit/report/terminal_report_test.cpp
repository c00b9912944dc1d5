#include "page/text_table.hpp"
#include "support/reports.hpp"
#include "support/sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace oltpsim::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string terminal_text(const results::RunResult& run, bool color = false, unsigned width = 100) {
    RenderOptions options;
    options.color = color;
    options.width = width;
    return terminal::make_report()->render(run, options);
}

void expect_fits(const std::string& text, std::size_t width) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        EXPECT_LE(page::columns_of(line), width) << line;
    }
}

TEST(TerminalReport, fits_a_hundred_columns_with_24_machines_and_long_names) {
    results::RunResult run = support::sound_run(24);
    for (auto& target : run.steps[0].targets) {
        target.name += "-in-the-second-rack-of-the-third-row.lab.example.org";
        target.product = "Percona Server for MySQL";
        target.outcomes.retries = 12'345'678;
        target.response.max_ms = 123'456.7;
    }
    const std::string text = terminal_text(run);
    expect_fits(text, 100);
    EXPECT_THAT(text, HasSubstr("vm24"));
    EXPECT_THAT(text, HasSubstr("123,456.7"));
    EXPECT_THAT(text, HasSubstr("12,345,678"));
    EXPECT_THAT(text, HasSubstr("all 24 VMs"));
}

TEST(TerminalReport, labels_aggregate_and_unweighted_means) {
    const std::string text = terminal_text(support::sound_run(4));
    EXPECT_THAT(text, HasSubstr("all 4 VMs  sum, merged"));
    EXPECT_THAT(text, HasSubstr("unweighted, as published reviews print them"));
    EXPECT_THAT(text, HasSubstr("TPS per VM      1,000.0 to 1,000.0"));
    EXPECT_THAT(text, HasSubstr("Distribution    special"));
    EXPECT_THAT(text, HasSubstr("Result: valid"));
}

TEST(TerminalReport, says_why_a_result_is_not_valid_and_shows_missing_figures_as_not_available) {
    const std::string text = terminal_text(support::troubled_run());
    EXPECT_THAT(text, HasSubstr("NOT VALID"));
    EXPECT_THAT(text, HasSubstr("vm02: failed: connection_lost in COMMIT"));
    EXPECT_THAT(text, HasSubstr("vm03: no transaction was committed in the sample (1,234 failed)"));
    EXPECT_THAT(text, HasSubstr("n/a"));
    EXPECT_THAT(text, HasSubstr("client and server share this machine"));
    EXPECT_THAT(
        text,
        testing::AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf ")), Not(HasSubstr("-2147483648")))
    );
    expect_fits(text, 100);
}

TEST(TerminalReport, colors_only_when_asked) {
    EXPECT_THAT(terminal_text(support::troubled_run()), Not(HasSubstr("\x1b")));
    EXPECT_THAT(terminal_text(support::troubled_run(), true), HasSubstr("\x1b[31m"));
}

TEST(TerminalReport, user_text_cannot_steer_the_terminal) {
    EXPECT_THAT(terminal_text(support::hostile_run()), Not(HasSubstr("\x1b")));
    expect_fits(terminal_text(support::hostile_run()), 100);
}

TEST(TerminalReport, a_run_without_steps_says_so) {
    const std::string text = terminal_text(support::fixed_run(support::plan_of(1)));
    EXPECT_THAT(text, testing::AllOf(HasSubstr("NO RESULT"), HasSubstr("no step has finished")));
}

}  // namespace
}  // namespace oltpsim::report
