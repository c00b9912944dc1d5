// Verdicts on made results, in words and in every format.
#include "compare/content.hpp"
#include "compare/render.hpp"
#include "compare/words.hpp"
#include "made_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace oltpsim::compare {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

TEST(Compare, says_by_how_much_the_other_is_lower_and_how_sure_that_is) {
    const auto all = compare_sides(
        "w",
        {one_step("A", made_step(8, 1000, 32, 100)), one_step("B", made_step(8, 1100, 29, 82))},
        {}
    );
    const PairTest& p99 = *find_test(all, Metric::p99);
    EXPECT_EQ(p99.finding, metrics::Finding::different);
    EXPECT_NEAR(*p99.ratio, 0.82, 1e-12);
    EXPECT_THAT(p99.words, HasSubstr("8 VMs: B's p99 latency is 18.0 % lower than A's (95 %: "));
    EXPECT_THAT(p99.words, HasSubstr("p < 0.0001)"));
    EXPECT_THAT(find_test(all, Metric::tps)->words, HasSubstr("B's TPS is 10.0 % higher than A's"));
    EXPECT_EQ(all.verdicts.size(), 3u);
    EXPECT_TRUE(all.unlike.empty());
    EXPECT_TRUE(all.valid());
}

TEST(Compare, twice_and_more_is_said_in_times) {
    const auto all = compare_sides(
        "w",
        {one_step("A", made_step(4, 1000, 10, 20)), one_step("B", made_step(4, 1000, 10, 50))},
        {}
    );
    EXPECT_THAT(
        find_test(all, Metric::p99)->words, HasSubstr("is 2.50 times as high as A's (95 %: ")
    );
}

TEST(Compare, equal_within_the_margin_is_the_same) {
    const auto all = compare_sides(
        "w",
        {one_step("A", made_step(8, 1000, 32, 100, 0.001)),
         one_step("B", made_step(8, 1002, 32, 100, 0.001))},
        {}
    );
    EXPECT_EQ(find_test(all, Metric::tps)->finding, metrics::Finding::same);
    EXPECT_THAT(
        find_test(all, Metric::tps)->words,
        HasSubstr("A and B have the same TPS within 1 % (+0.2 %")
    );
}

TEST(Compare, too_wide_an_interval_is_undecided) {
    const auto all = compare_sides(
        "w",
        {one_step("A", made_step(8, 1000, 32, 100, 0.05)),
         one_step("B", made_step(8, 1030, 32, 100, 0.05))},
        {}
    );
    EXPECT_EQ(find_test(all, Metric::tps)->finding, metrics::Finding::undecided);
    EXPECT_THAT(find_test(all, Metric::tps)->words, HasSubstr("undecided between A and B"));
}

TEST(Compare, load_limited_tps_does_not_discriminate) {
    auto a = made_step(4, 12622, 9.8, 20);
    auto b = made_step(4, 12638, 4.2, 9);
    for (auto* step : {&a, &b}) {
        step->aggregate.load_limited = true;
        step->aggregate.tps_ceiling = 12649.6;
    }
    const auto all = compare_sides("w", {one_step("A", a), one_step("B", b)}, {});
    const PairTest& tps = *find_test(all, Metric::tps);
    EXPECT_FALSE(tps.finding);
    EXPECT_THAT(
        tps.words,
        HasSubstr("TPS cannot discriminate: load-limited (A 99.8 % of N/Z, B 99.9 % of N/Z)")
    );
    EXPECT_EQ(find_test(all, Metric::avg)->finding, metrics::Finding::different);
}

TEST(Compare, one_load_limited_side_might_do_more) {
    auto b = made_step(4, 12600, 4, 9);
    b.aggregate.load_limited = true;
    const auto all =
        compare_sides("w", {one_step("A", made_step(4, 9836, 1374, 3000)), one_step("B", b)}, {});
    EXPECT_THAT(
        find_test(all, Metric::tps)->words, HasSubstr("B is load-limited, it might do more")
    );
}

TEST(Compare, with_repeats_the_run_is_the_unit) {
    std::vector<results::RunResult> a, b;
    for (const double tps : {1000.0, 1010.0, 990.0}) {
        a.push_back(made_run("A", {made_step(8, tps, 32, 100)}));
        b.push_back(made_run("B", {made_step(8, tps * 1.2, 27, 80)}));
    }
    const auto all = compare_sides("w", {made_side("A", a), made_side("B", b)}, {});
    const PairTest& tps = *find_test(all, Metric::tps);
    EXPECT_TRUE(tps.by_runs);
    EXPECT_NEAR(*tps.ratio, 1.2, 1e-9);
    EXPECT_EQ(tps.finding, metrics::Finding::different);
    const Figure& figure = all.sides[0].entries.at({8, 0}).of(Metric::tps);
    EXPECT_DOUBLE_EQ(*figure.value, 1000);
    EXPECT_NEAR(*figure.high - 1000, 4.3027 * 10 / std::sqrt(3.0), 0.01);  // t of 2 degrees
    EXPECT_EQ(all.sides[0].entries.at({8, 0}).runs, 3u);
}

TEST(Compare, an_invalid_step_is_labelled_in_every_verdict) {
    auto bad = made_step(8, 1000, 32, 100);
    bad.invalid_reasons = {"vm2: failed: connection_lost"};
    const auto all =
        compare_sides("w", {one_step("A", made_step(8, 1000, 32, 100)), one_step("B", bad)}, {});
    EXPECT_FALSE(all.valid());
    EXPECT_THAT(all.verdicts, Each(HasSubstr("[NOT VALID] ")));
    EXPECT_THAT(all.warnings, testing::Contains(HasSubstr("NOT VALID, B, 8 VMs: vm2: failed")));
}

TEST(Compare, sets_that_only_one_side_has_are_shown_and_not_tested) {
    const auto all = compare_sides(
        "w",
        {made_side("A", {made_run("A", {made_step(4, 500, 30, 60), made_step(8, 900, 33, 70)})}),
         one_step("B", made_step(8, 1000, 30, 60))},
        {}
    );
    EXPECT_EQ(all.sets.size(), 2u);
    EXPECT_TRUE(std::all_of(all.tests.begin(), all.tests.end(), [](const auto& t) {
        return t.set.vm_count == 8;
    }));
    EXPECT_TRUE(without_common_set(all).empty());
    const auto none = compare_sides(
        "w",
        {one_step("A", made_step(4, 500, 30, 60)), one_step("B", made_step(8, 900, 30, 60))},
        {}
    );
    EXPECT_EQ(without_common_set(none), std::vector<std::string>{"B"});
}

TEST(Compare, client_counts_of_one_vm_set_are_kept_apart) {
    auto few = made_step(4, 500, 30, 60);
    for (auto& target : few.targets) {
        target.clients = 16;
    }
    const std::vector<results::RunResult> runs{made_run("A", {few, made_step(4, 800, 40, 80)})};
    EXPECT_TRUE(crosses_clients(runs));
    const Side side = make_side("A", "x", runs, true);
    EXPECT_EQ(side.entries.size(), 2u);
    EXPECT_EQ((VmSet{4, 16}.name()), "4 VMs × 16 clients");
}

TEST(Compare, a_side_without_figures_prints_not_available_everywhere) {
    results::StepResult empty;
    empty.name = "8 VMs";
    empty.vm_count = 8;
    empty.invalid_reasons = {"no transaction was committed"};
    const auto all =
        compare_sides("w", {one_step("A", made_step(8, 1000, 32, 100)), one_step("B", empty)}, {});
    Chapters chapters;
    chapters.all.push_back(all);
    for (const auto& format : formats()) {
        std::string text = *render(format, chapters, {});
        text.erase(std::min(text.find("<script>"), text.size()));  // ours, not a figure
        EXPECT_THAT(
            text, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("NaN")), Not(HasSubstr("inf ")))
        ) << format;
    }
    EXPECT_THAT(render_terminal(chapters, {}), HasSubstr("n/a"));
}

TEST(Compare, json_and_csv_hold_the_same_ratio) {
    Chapters chapters;
    chapters.all.push_back(compare_sides(
        "w",
        {one_step("A", made_step(8, 1000, 32, 100)), one_step("B", made_step(8, 1100, 29, 82))},
        {}
    ));
    const auto json = nlohmann::json::parse(render_json(chapters));
    const auto& test = json["chapters"][0]["tests"][0];
    EXPECT_EQ(test["figure"], "tps");
    EXPECT_DOUBLE_EQ(test["ratio"], 1.1);
    EXPECT_EQ(test["unit"], "batch");
    EXPECT_THAT(render_csv(chapters), HasSubstr("w,B,false,8,,1,true,tps,1100,"));
    EXPECT_THAT(render_csv(chapters), HasSubstr(",1.1,"));
}

TEST(Compare, hostile_labels_are_escaped) {
    const std::string evil = "<script>alert(1)</script>|*\x1b[31m";
    Chapters chapters;
    chapters.all.push_back(compare_sides(
        "w",
        {one_step(evil, made_step(8, 1000, 32, 100)), one_step("B", made_step(8, 1100, 29, 82))},
        {}
    ));
    EXPECT_THAT(render_html(chapters), Not(HasSubstr("<script>alert")));
    EXPECT_THAT(render_terminal(chapters, {}), Not(HasSubstr("\x1b")));
    EXPECT_THAT(render_markdown(chapters), Not(HasSubstr("<script>")));
}

TEST(Words, p_values_keep_what_matters) {
    EXPECT_EQ(p_text(0.000001), "p < 0.0001");
    EXPECT_EQ(p_text(0.0031), "p = 0.0031");
    EXPECT_EQ(p_text(0.42), "p = 0.42");
}

TEST(Words, published_figures_stay_as_printed) {
    EXPECT_EQ(figure_text(Metric::tps, 12622.1, true), "12,622.1");
    EXPECT_EQ(figure_text(Metric::tps, 2734.69, true), "2,734.69");
    EXPECT_EQ(figure_text(Metric::avg, 29.0, true), "29");
    EXPECT_EQ(figure_text(Metric::avg, std::nullopt, true), "n/a");
}

}  // namespace
}  // namespace oltpsim::compare
