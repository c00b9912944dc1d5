// One interleaved run as a side per storage.
#include "compare/by_storage.hpp"
#include "made_runs.hpp"

#include <gtest/gtest.h>

namespace oltpsim::compare {
namespace {

results::StepResult on(std::string storage, std::uint32_t repetition, double tps, double p99_ms) {
    auto step = made_step(8, tps, 30, p99_ms);
    step.storage = std::move(storage);
    step.repetition = repetition;
    return step;
}

/// A B A B A B: B does 20 % more.
results::RunResult interleaved() {
    std::vector<results::StepResult> steps;
    std::uint32_t repetition = 1;
    for (const double tps : {1000.0, 1010.0, 990.0}) {
        steps.push_back(on("A", repetition, tps, 100));
        steps.push_back(on("B", repetition, 1.2 * tps, 80));
        ++repetition;
    }
    auto run = made_run("campaign", std::move(steps));
    run.storage = {{"site", "lab"}};
    run.storages = {{"A", {{"array", "first"}}}, {"B", {{"array", "second"}}}};
    return run;
}

TEST(ByStorage, an_interleaved_run_becomes_a_side_per_storage_with_the_run_as_unit) {
    auto parts = by_storage(interleaved());
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].storage, "A");
    EXPECT_EQ(parts[1].storage, "B");
    std::vector<Side> sides;
    for (auto& part : parts) {
        EXPECT_EQ(part.run.steps.size(), 3u);
        sides.push_back(made_side(part.storage, {std::move(part.run)}));
    }
    EXPECT_EQ(sides[0].configuration, "array first, site lab");
    EXPECT_EQ(sides[1].configuration, "array second, site lab");
    const auto all = compare_sides("w", std::move(sides), {});
    EXPECT_TRUE(all.unlike.empty());
    const PairTest& tps = *find_test(all, Metric::tps);
    EXPECT_TRUE(tps.by_runs);
    EXPECT_NEAR(*tps.ratio, 1.2, 1e-9);
    EXPECT_EQ(tps.finding, metrics::Finding::different);
    EXPECT_EQ(all.sides[1].entries.at({8, 0}).runs, 3u);
    EXPECT_DOUBLE_EQ(*all.sides[0].entries.at({8, 0}).of(Metric::tps).value, 1000);
}

TEST(ByStorage, a_run_of_one_storage_has_no_parts) {
    EXPECT_TRUE(by_storage(made_run("plain", {made_step(4, 500, 30, 60)})).empty());
    EXPECT_TRUE(by_storage(made_run("named", {on("A", 1, 1, 1), on("A", 2, 1, 1)})).empty());
}

TEST(ByStorage, a_step_that_mixed_storages_belongs_to_none) {
    auto run = interleaved();
    run.steps.push_back(made_step(16, 2000, 30, 60));
    const auto parts = by_storage(run);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].run.steps.size() + parts[1].run.steps.size(), 6u);
}

}  // namespace
}  // namespace oltpsim::compare
