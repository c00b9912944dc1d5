#include "results/figure_text.hpp"
#include "results/result_store.hpp"
#include "support/reports.hpp"
#include "support/sample_run.hpp"
#include "support/scratch_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string whole_page(const results::RunResult& run, const std::string& dir = {}) {
    RenderOptions options;
    options.result_dir = dir;
    return html::make_report()->render(run, options);
}

/// Without the script that draws charts, which is the same in every page and would bury a failure's text.
std::string page(const results::RunResult& run, const std::string& dir = {}) {
    std::string text = whole_page(run, dir);
    const std::string end = "</script>";
    const auto from = text.find("<script>");
    return from == std::string::npos ? text
                                     : text.erase(from, text.find(end, from) + end.size() - from);
}

std::size_t times(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos;
         at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

/// The page without its scripts: what a reader without JavaScript has.
std::string without_scripts(std::string text) {
    for (auto from = text.find("<script"); from != std::string::npos; from = text.find("<script")) {
        const std::string end = "</script>";
        text.erase(from, text.find(end, from) + end.size() - from);
    }
    return text;
}

TEST(HtmlReport, fetches_nothing) {
    const std::string text = page(support::sound_run(4));
    EXPECT_THAT(text, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_EQ(times(whole_page(support::sound_run(4)), "<script>"), 1u);
    EXPECT_THAT(text, Not(HasSubstr("<script src")));
    const std::string markup = without_scripts(text);
    for (const char* part : {"http://", "https://", "@import", "src=", "url("}) {
        EXPECT_THAT(markup, Not(HasSubstr(part)));
    }
    EXPECT_EQ(times(markup, "<link"), 1u);  // the icon, which is empty data
    EXPECT_THAT(markup, HasSubstr("<link rel=\"icon\" href=\"data:,\">"));
}

TEST(HtmlReport, opens_and_closes_its_elements_alike) {
    for (const auto& run :
         {support::sound_run(2), support::troubled_run(), support::hostile_run()}) {
        const std::string text = without_scripts(page(run));
        for (const std::string name :
             {"table",
              "tr",
              "div",
              "section",
              "figure",
              "details",
              "ul",
              "li",
              "dl",
              "main",
              "nav",
              "label",
              "select",
              "small"}) {
            const auto opened = times(text, "<" + name + ">") + times(text, "<" + name + " ");
            EXPECT_EQ(opened, times(text, "</" + name + ">")) << name;
        }
    }
}

TEST(HtmlReport, user_text_is_escaped_everywhere) {
    const std::string text = page(support::hostile_run());
    EXPECT_THAT(text, Not(HasSubstr("<script>")));
    EXPECT_THAT(text, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(HtmlReport, shows_reasons_and_missing_figures) {
    const std::string text = without_scripts(page(support::troubled_run()));
    EXPECT_THAT(text, HasSubstr("Not valid"));
    EXPECT_THAT(text, HasSubstr("vm02: failed: connection_lost in COMMIT"));
    EXPECT_THAT(text, HasSubstr(">n/a</td>"));
    EXPECT_THAT(text, HasSubstr("Aggregate TPS by VM set"));
    EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(HtmlReport, draws_time_from_the_interval_file_with_a_table_behind) {
    const support::ScratchDir root;
    const auto plan = support::plan_of(1);
    auto store = results::ResultStore::create_at(root / "r", plan);
    ASSERT_TRUE(store);
    (*store)->begin_step(plan.steps.front(), {"read_write"});
    for (std::uint64_t s = 0; s < 20; ++s) {
        metrics::IntervalSample sample;
        sample.phase = metrics::Phase::sample;
        support::commit(sample, 2'000'000, 50);
        (*store)->on_second(s, metrics::Phase::sample, std::span(&sample, 1));
    }
    const auto run = support::sound_run(1);
    const std::string text = page(run, (root / "r").string());
    EXPECT_THAT(text, HasSubstr("TPS over time"));
    EXPECT_THAT(text, HasSubstr("\"mid\":[50,50,"));
    EXPECT_THAT(text, HasSubstr("<td>50.0</td>"));
    EXPECT_THAT(text, HasSubstr("{\"from\":0,\"to\":20,\"text\":\"sample\"}"));
    const std::string alone = page(run, root.path().string());
    EXPECT_THAT(alone, Not(HasSubstr("TPS over time")));
    EXPECT_THAT(alone, HasSubstr("no charts over time: cannot read"));
}

TEST(HtmlReport, shows_every_figure_with_its_interval) {
    const auto run = support::sound_run(4);
    const auto& all = run.steps.front().aggregate;
    const std::string text = page(run);
    for (const auto& [value, known] :
         {std::pair{all.response.avg_ms, all.uncertainty.avg_ms},
          std::pair{all.response.p99_ms, all.uncertainty.p99_ms}}) {
        EXPECT_THAT(
            text,
            HasSubstr(
                ">" + results::ms_text(value) + "<small>" +
                results::interval_text(known, results::ms_text) + "</small>"
            )
        );
    }
    EXPECT_THAT(
        text, HasSubstr("95 %: " + results::interval_text(all.uncertainty.tps, results::tps_text))
    );
    EXPECT_THAT(text, HasSubstr("unweighted, as published reviews print"));
}

TEST(HtmlReport, warns_on_top_of_settings_that_spoil_a_comparison) {
    const auto plan = support::plan_of(2);
    auto outcome = support::sound_outcome(2);
    outcome.targets[1].settings = {{"innodb_flush_log_at_trx_commit", "2"}};
    auto run = support::fixed_run(plan);
    support::add(run, plan, outcome);
    const std::string text = page(run);
    const auto warning = text.find("Read before comparing arrays");
    ASSERT_NE(warning, std::string::npos);
    EXPECT_LT(warning, text.find("<section"));
    EXPECT_THAT(text, HasSubstr("DURABILITY, vm02: innodb_flush_log_at_trx_commit=2"));
    EXPECT_THAT(text, HasSubstr("<strong class=\"bad\">innodb_flush_log_at_trx_commit=2</strong>"));
}

TEST(HtmlReport, a_transaction_type_beyond_its_limit_is_noticed) {
    auto run = support::sound_run(1);
    auto& types = run.steps.front().targets.front().by_transaction;
    types[0].p90_ms = 4;
    types[0].p90_limit_ms = 5000;
    types[1].p90_ms = 6001;
    types[1].p90_limit_ms = 5000;
    const std::string text = page(run);
    EXPECT_THAT(text, HasSubstr("4.000 ms<small>limit 5,000.0 ms: kept</small>"));
    EXPECT_THAT(
        text,
        HasSubstr(
            "<strong class=\"bad\">6,001.0 ms</strong><small>limit 5,000.0 ms: EXCEEDED</small>"
        )
    );
}

TEST(HtmlReport, draws_the_percentiles_of_the_stored_histogram) {
    const std::string text = page(support::sound_run(2));
    EXPECT_THAT(text, HasSubstr("Latency by percentile"));
    EXPECT_THAT(text, HasSubstr("\"name\":\"all VMs, merged\""));
    auto old = support::sound_run(2);
    for (auto& target : old.steps.front().targets) {
        target.response_histogram.clear();
    }
    EXPECT_THAT(page(old), Not(HasSubstr("Latency by percentile")));
    EXPECT_THAT(
        page(old), HasSubstr("No chart of latency by percentile: this result holds no histograms")
    );
}

TEST(HtmlReport, says_why_there_are_no_percentiles_when_nothing_was_committed) {
    auto run = support::sound_run(2);
    for (auto& target : run.steps.front().targets) {
        target.state = "failed";
    }
    EXPECT_THAT(page(run), HasSubstr("by percentile: no VM ended the sample"));
    run.steps.front().targets.clear();  // a hook failed: the step never began
    EXPECT_THAT(page(run), Not(HasSubstr("by percentile")));
}

}  // namespace
}  // namespace oltpsim::report
