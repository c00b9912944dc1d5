// The load curve, and what happened around a step, in every format for people.
#include "support/campaign_run.hpp"
#include "support/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string as(const std::unique_ptr<Report>& report, const results::RunResult& run) {
    return report->render(run, {});
}

/// The page as a reader without JavaScript has it.
std::string markup_of(const results::RunResult& run) {
    std::string text = as(html::make_report(), run);
    for (auto from = text.find("<script"); from != std::string::npos; from = text.find("<script")) {
        const std::string end = "</script>";
        text.erase(from, text.find(end, from) + end.size() - from);
    }
    return text;
}

TEST(CampaignReport, a_sweep_shows_its_curve_with_the_knee_and_the_highest_rate) {
    const std::string text = as(html::make_report(), support::sweep_run());
    EXPECT_THAT(text, HasSubstr("\"kind\":\"curve\""));
    EXPECT_THAT(
        text,
        HasSubstr("{\"name\":\"50 %\",\"x\":500,\"y\":[2,9.2],\"remark\":\"knee\","
                  "\"mark\":\"knee: 50 %\",\"hollow\":false}")
    );
    EXPECT_THAT(text, HasSubstr("\"remark\":\"saturated\",\"mark\":\"\",\"hollow\":true}"));
    EXPECT_THAT(text, HasSubstr("\"limit\":20,\"limit_text\":\"p99 limit 20 ms\""));
    EXPECT_THAT(text, HasSubstr("<a href=\"#load-curve\">"));
    const std::string markup = markup_of(support::sweep_run());
    EXPECT_THAT(markup, HasSubstr("Knee (most TPS per average response time): 50 % (500.00 TPS)"));
    EXPECT_THAT(markup, HasSubstr("Highest rate with p99 within 20 ms: 70 % (700.00 TPS)"));
    EXPECT_THAT(markup, HasSubstr("<strong class=\"bad\">saturated</strong>"));
    EXPECT_THAT(markup, HasSubstr("Aggregate TPS by rate"));
}

TEST(CampaignReport, a_run_that_is_no_sweep_has_no_curve) {
    for (const auto& text :
         {as(html::make_report(), support::sound_run(2)),
          as(markdown::make_report(), support::sound_run(2)),
          as(terminal::make_report(), support::sound_run(2))}) {
        EXPECT_THAT(text, Not(HasSubstr("Load curve")));
    }
}

TEST(CampaignReport, a_sweep_without_a_finished_rate_says_so) {
    auto run = support::sound_run(1);
    run.sweep.emplace();
    EXPECT_THAT(markup_of(run), HasSubstr("No rate has finished yet"));
    EXPECT_THAT(as(markdown::make_report(), run), HasSubstr("No rate has finished yet"));
}

TEST(CampaignReport, the_curve_stands_in_markdown_and_terminal_too) {
    const std::string md = as(markdown::make_report(), support::sweep_run());
    EXPECT_THAT(md, HasSubstr("| 50 % | 500.00 | 500.00 | 2.000 | 9.200 | knee |"));
    EXPECT_THAT(md, HasSubstr("70 % \\(700.00 TPS\\)"));
    const std::string terminal = as(terminal::make_report(), support::sweep_run());
    EXPECT_THAT(terminal, HasSubstr("Load curve: poisson arrivals, in percent of 1,000.0"));
    EXPECT_THAT(terminal, HasSubstr("highest with p99 within 20 ms"));
    EXPECT_THAT(terminal, HasSubstr("Highest rate with p99 within 20 ms: 70 % (700.00 TPS)"));
}

TEST(CampaignReport, hooks_and_checks_stand_with_their_step) {
    const std::string page = markup_of(support::hooked_run());
    EXPECT_THAT(page, HasSubstr("<h3>Hooks</h3>"));
    EXPECT_THAT(page, HasSubstr("./restore.sh &lt;all&gt;"));
    EXPECT_THAT(page, HasSubstr("<td>61.3 s</td>"));
    EXPECT_THAT(page, HasSubstr("<strong class=\"bad\">failed: exit status 3</strong>"));
    EXPECT_THAT(page, HasSubstr("4 checks passed"));
    EXPECT_THAT(page, HasSubstr("<strong class=\"bad\">1 of 4 checks failed</strong>"));
    EXPECT_THAT(page, HasSubstr("rows: sbtest2 has 9 of 10 rows"));
    EXPECT_THAT(page, HasSubstr("<strong class=\"bad\">not checked</strong>"));
    EXPECT_THAT(markup_of(support::sound_run(2)), Not(HasSubstr("<h3>Hooks</h3>")));
    EXPECT_THAT(markup_of(support::sound_run(2)), Not(HasSubstr("Checks after the step")));
}

TEST(CampaignReport, hooks_and_checks_stand_in_markdown_and_terminal_too) {
    const std::string md = as(markdown::make_report(), support::hooked_run());
    EXPECT_THAT(md, HasSubstr("**failed: exit status 3**"));
    EXPECT_THAT(md, HasSubstr("61.3 s |"));
    EXPECT_THAT(md, HasSubstr("| vm01 | 4 checks passed |"));
    const std::string terminal = as(terminal::make_report(), support::hooked_run());
    EXPECT_THAT(terminal, HasSubstr("after_step: failed: exit status 3, 0.5 s, output in"));
    EXPECT_THAT(terminal, HasSubstr("vm02: 1 of 4 checks failed: rows: sbtest2 has 9 of 10 rows"));
}

}  // namespace
}  // namespace oltpsim::report
