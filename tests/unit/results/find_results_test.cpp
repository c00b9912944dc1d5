#include "results/find_results.hpp"
#include "results/make_step_result.hpp"
#include "results/run_result_codec.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using support::put;
using support::ScratchDir;
using testing::HasSubstr;

void store_run(const std::filesystem::path& dir, const std::string& name) {
    auto plan = support::plan_of(1);
    plan.name = name;
    std::filesystem::create_directories(dir);
    put(dir / "result.json", encode_run_result(make_run_result(plan)));
}

TEST(FindResults, lists_results_in_order_and_damaged_ones_with_the_reason) {
    const ScratchDir root;
    store_run(root / "20261130T100000Z-b", "b");
    store_run(root / "20261129T100000Z-a", "a");
    std::filesystem::create_directories(root / "20261201T100000Z-c");
    put(root / "20261201T100000Z-c/result.json", "{");
    std::filesystem::create_directories(root / "not-a-result");
    const auto entries = list_results(root.path());
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[0].run.name, "a");
    EXPECT_EQ(entries[1].run.name, "b");
    EXPECT_THAT(entries[2].problem, HasSubstr("not a usable result"));
}

TEST(FindResults, knows_files_that_a_result_is_made_of) {
    const ScratchDir root;
    store_run(root / "run", "a");
    put(root / "run/intervals.csv", "second\n");
    put(root / "run/report.html", "<p>");
    put(root / "intervals.csv", "mine\n");
    std::filesystem::create_symlink(root / "run/result.json", root / "link.html");
    EXPECT_TRUE(is_part_of_result(root / "run/result.json"));
    EXPECT_TRUE(is_part_of_result(root / "run/intervals.csv"));
    EXPECT_TRUE(is_part_of_result(root / "link.html"));
    put(root / "run/background.csv", "second\n");
    EXPECT_TRUE(is_part_of_result(root / "run/background.csv"));
    EXPECT_FALSE(is_part_of_result(root / "run/report.html"));
    EXPECT_FALSE(is_part_of_result(root / "run/loops.csv"));  // not there
    EXPECT_FALSE(is_part_of_result(root / "intervals.csv"));
}

TEST(FindResults, a_folder_that_does_not_exist_has_no_results) {
    EXPECT_TRUE(list_results("/nonexistent/results").empty());
}

TEST(FindResults, finds_by_path_folder_name_prefix_and_run_name) {
    const ScratchDir root;
    store_run(root / "20261129T100000Z-a", "array A");
    store_run(root / "20261130T100000Z-a", "array A");
    const auto newest = root / "20261130T100000Z-a";
    const std::string path = (root / "20261129T100000Z-a").string();
    EXPECT_EQ(find_result(root.path(), path)->string(), path);
    EXPECT_EQ(*find_result(root.path(), "20261129T100000Z-a"), path);
    EXPECT_EQ(*find_result(root.path(), "20261129"), path);
    EXPECT_EQ(*find_result(root.path(), "array A"), newest);
    put(root / "notes.txt", "x");
    EXPECT_THAT(
        find_result(root.path(), (root / "notes.txt").string()).error().message,
        HasSubstr("is there, but is no result")
    );
    const auto none = find_result(root.path(), "array B");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().fault, ResultFault::not_found);
    EXPECT_THAT(
        none.error().message, testing::AllOf(HasSubstr("array B"), HasSubstr("20261130T100000Z-a"))
    );
}

}  // namespace
}  // namespace oltpsim::results
