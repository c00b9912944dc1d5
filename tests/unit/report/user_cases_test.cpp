// What hurts users of other tools, seen in every report: warm-up in the result, averaged percentiles, NaN, silence about failure.
#include "support/reports.hpp"
#include "support/sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>

namespace oltpsim::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The run in every format; of the page without the script that draws charts.
std::map<std::string, std::string> in_every_format(const results::RunResult& run) {
    std::map<std::string, std::string> texts{
        {"terminal", terminal::make_report()->render(run, {})},
        {"markdown", markdown::make_report()->render(run, {})},
        {"csv", csv::make_report()->render(run, {})},
        {"json", json::make_report()->render(run, {})},
        {"html", html::make_report()->render(run, {})},
    };
    std::string& page = texts["html"];
    page.erase(std::min(page.find("<script>"), page.size()));
    return texts;
}

results::RunResult run_of(metrics::StepOutcome outcome) {
    const auto plan = support::plan_of(static_cast<std::uint32_t>(outcome.targets.size()));
    for (auto& target : outcome.targets) {
        support::obey_law(target);
    }
    auto run = support::fixed_run(plan);
    support::add(run, plan, outcome);
    return run;
}

/// No text of any report may hold these, whatever happened.
void expect_no_odd_number(const results::RunResult& run) {
    const std::regex odd("\\b(nan|NaN|-nan|inf|Infinity|-2147483648)\\b");
    for (const auto& [format, text] : in_every_format(run)) {
        EXPECT_FALSE(std::regex_search(text, odd)) << format;
    }
}

metrics::StepOutcome empty_outcome(std::uint32_t targets) {
    metrics::StepOutcome outcome;
    outcome.started_at = "2026-11-30T16:07:41.000Z";
    outcome.precondition_seconds = 500;
    outcome.sample_seconds = 100;
    for (std::uint32_t i = 0; i < targets; ++i) {
        outcome.targets.push_back(support::target_outcome(i));
    }
    return outcome;
}

TEST(UserCase3, what_happened_in_the_precondition_is_in_no_figure) {
    auto outcome = empty_outcome(1);
    support::commit(support::total(outcome.targets[0]), 2'000'000, 50'000);
    support::commit(
        support::total(outcome.targets[0], metrics::Phase::precondition), 200'000'000, 2'500
    );
    const auto texts = in_every_format(run_of(std::move(outcome)));
    for (const char* format : {"terminal", "markdown", "html"}) {
        EXPECT_THAT(texts.at(format), HasSubstr("2.000")) << format;
        EXPECT_THAT(texts.at(format), Not(HasSubstr("200.0"))) << format;
    }
    EXPECT_THAT(texts.at("csv"), HasSubstr(",500,2,"));  // TPS and average
    EXPECT_THAT(texts.at("csv"), Not(HasSubstr("200.")));
}

TEST(UserCase5, percentiles_of_vms_are_merged_and_not_averaged) {
    auto outcome = empty_outcome(2);
    support::commit(support::total(outcome.targets[0]), 1'000'000, 98'000);
    support::commit(support::total(outcome.targets[1]), 100'000'000, 2'000);
    const auto run = run_of(std::move(outcome));
    const auto& all = run.steps.front().aggregate;
    EXPECT_NEAR(*all.response.p99_ms, 100, 0.1);
    EXPECT_NEAR(*all.response.avg_ms, 2.98, 1e-9);
    EXPECT_NEAR(*all.latency_p99_vm_mean_ms, 50.5, 0.1);
    for (const auto& [format, text] : in_every_format(run)) {
        EXPECT_THAT(text, HasSubstr("2.98")) << format;
        EXPECT_THAT(text, HasSubstr("vm01")) << format;
        EXPECT_THAT(text, HasSubstr("vm02")) << format;
        if (format != "csv" && format != "json") {
            EXPECT_THAT(text, HasSubstr("unweighted")) << format;
            EXPECT_THAT(text, HasSubstr("50.5")) << format;
        }
    }
}

TEST(UserCase9, what_does_not_exist_is_not_available_and_never_a_number) {
    auto outcome = empty_outcome(2);
    support::commit(
        support::total(outcome.targets[0]), 1'000'000, 1'000, 0
    );  // no read_only at all
    support::total(outcome.targets[1]).by_type[0].outcomes.failed = 77;
    support::total(outcome.targets[1]).cycles = 77;
    const auto run = run_of(std::move(outcome));
    EXPECT_FALSE(run.valid);
    const auto texts = in_every_format(run);
    for (const char* format : {"terminal", "markdown", "html"}) {
        EXPECT_THAT(texts.at(format), HasSubstr("n/a")) << format;
        EXPECT_THAT(texts.at(format), HasSubstr("vm02: no transaction was committed in the sample"))
            << format;
    }
    EXPECT_THAT(texts.at("json"), HasSubstr("\"latency_p99_ms\": null"));
    expect_no_odd_number(run);
}

TEST(UserCase18, when_every_target_failed_every_report_says_so_and_why) {
    auto outcome = empty_outcome(2);
    for (auto& target : outcome.targets) {
        target.state = "failed";
        target.failure = "connection refused";
    }
    const auto run = run_of(std::move(outcome));
    EXPECT_FALSE(run.valid);
    for (const auto& [format, text] : in_every_format(run)) {
        if (format == "csv") {
            EXPECT_THAT(text, HasSubstr(",false,vm01,"));
            continue;
        }
        EXPECT_THAT(text, HasSubstr("vm01: failed: connection refused")) << format;
    }
    expect_no_odd_number(run);
}

TEST(UserCase9, a_run_without_a_step_has_a_report_too) {
    const auto run = support::fixed_run(support::plan_of(1));
    for (const auto& [format, text] : in_every_format(run)) {
        if (format != "csv") {
            EXPECT_THAT(text, HasSubstr("no step has finished")) << format;
        }
    }
    expect_no_odd_number(run);
}

}  // namespace
}  // namespace oltpsim::report
