#include "results/find_results.hpp"
#include "results/make_step_result.hpp"
#include "results/result_store.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::Phase;
using support::content_of;
using support::ScratchDir;
using testing::HasSubstr;
using testing::Not;

plan::RunPlan two_steps() {
    auto plan = support::plan_of(2);
    plan.steps = {{"1 VMs", {0}}, {"2 VMs", {0, 1}}};
    return plan;
}

void one_second(ResultStore& store, std::uint64_t second) {
    IntervalSample sample;
    sample.phase = Phase::sample;
    support::commit(sample, 2'000'000, 5);
    store.on_second(second, Phase::sample, std::span(&sample, 1));
}

/// The first step finished, the second was killed midway with half a row in the file.
void killed_run(const std::filesystem::path& dir, const plan::RunPlan& plan) {
    auto store = ResultStore::create_at(dir, plan);
    ASSERT_TRUE(store);
    RunResult run = make_run_result(plan);
    (*store)->begin_step(plan.steps[0], {"read_write"});
    one_second(**store, 0);
    add_step(run, make_step_result(plan, plan.steps[0], support::sound_outcome(1), {}));
    ASSERT_EQ((*store)->save(run), std::nullopt);
    (*store)->begin_step(plan.steps[1], {"read_write"});
    one_second(**store, 0);
    std::ofstream(dir / "intervals.csv", std::ios::app) << "2026-11-30T16:0";
}

TEST(Resume, keeps_rows_of_finished_steps_only) {
    const ScratchDir root;
    const auto plan = two_steps();
    killed_run(root / "r", plan);
    auto store = ResultStore::resume(root / "r", plan);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_THAT(
        content_of(root / "r/intervals.csv"),
        testing::AllOf(HasSubstr("1 VMs"), Not(HasSubstr("2 VMs")), Not(HasSubstr("16:0\n")))
    );
    EXPECT_THAT(
        content_of(root / "r/latency.hlog"),
        testing::AllOf(HasSubstr("#[Step: 1 VMs]"), Not(HasSubstr("2 VMs")))
    );
    const auto run = load_result(root / "r");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->steps.size(), 1u);
    (*store)->begin_step(plan.steps[1], {"read_write"});
    one_second(**store, 0);
    const std::string csv = content_of(root / "r/intervals.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(Resume, cuts_a_torn_last_event_and_keeps_the_others) {
    const ScratchDir root;
    const auto plan = two_steps();
    killed_run(root / "r", plan);
    std::ofstream(root / "r/events.jsonl", std::ios::app) << "{\"kind\": \"phase\"}\n{\"ki";
    auto store = ResultStore::resume(root / "r", plan);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(content_of(root / "r/events.jsonl"), "{\"kind\": \"phase\"}\n");
}

TEST(Resume, refuses_when_the_seconds_of_finished_steps_are_gone) {
    for (const char* name : {"intervals.csv", "latency.hlog"}) {
        const ScratchDir root;
        const auto plan = two_steps();
        killed_run(root / "r", plan);
        std::filesystem::remove(root / "r" / name);
        const auto store = ResultStore::resume(root / "r", plan);
        ASSERT_FALSE(store) << name;
        EXPECT_THAT(store.error().message, HasSubstr(name));
        EXPECT_FALSE(std::filesystem::exists(root / "r" / name));
    }
}

TEST(Resume, refuses_results_of_another_plan) {
    const ScratchDir root;
    auto plan = two_steps();
    killed_run(root / "r", plan);
    plan.hash = "feed";
    const auto store = ResultStore::resume(root / "r", plan);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().fault, ResultFault::refused);
    EXPECT_THAT(store.error().message, testing::AllOf(HasSubstr("0123abcd"), HasSubstr("feed")));
}

TEST(Resume, says_what_is_missing) {
    const ScratchDir root;
    const auto store = ResultStore::resume(root / "none", two_steps());
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().message, HasSubstr("none"));
}

}  // namespace
}  // namespace oltpsim::results
