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

std::string page(const results::RunResult& run, const std::string& dir = {}) {
    RenderOptions options;
    options.result_dir = dir;
    return html::make_report()->render(run, options);
}

std::size_t times(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos;
         at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

TEST(HtmlReport, fetches_nothing_and_runs_nothing) {
    const std::string text = page(support::sound_run(4));
    for (const char* part :
         {"<script", "http://", "https://", "<link", "@import", "src=", "url("}) {
        EXPECT_THAT(text, Not(HasSubstr(part)));
    }
    EXPECT_THAT(text, testing::StartsWith("<!DOCTYPE html>"));
}

TEST(HtmlReport, opens_and_closes_its_elements_alike) {
    for (const auto& run :
         {support::sound_run(2), support::troubled_run(), support::hostile_run()}) {
        const std::string text = page(run);
        for (const std::string name :
             {"table", "tr", "div", "section", "figure", "svg", "details", "ul", "li", "dl", "main"
             }) {
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
    const std::string text = page(support::troubled_run());
    EXPECT_THAT(text, HasSubstr("Not valid"));
    EXPECT_THAT(text, HasSubstr("vm02: failed: connection_lost in COMMIT"));
    EXPECT_THAT(text, HasSubstr(">n/a<"));
    EXPECT_THAT(text, HasSubstr("Aggregate TPS by step"));
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
    EXPECT_THAT(text, HasSubstr("<path class=\"series\" d=\"M"));
    EXPECT_THAT(text, HasSubstr("Numbers over time"));
    EXPECT_THAT(page(run, root.path().string()), Not(HasSubstr("TPS over time")));
}

}  // namespace
}  // namespace oltpsim::report
