// Finding results by name, array, workload and date; results that were packed.
#include "results/archive.hpp"
#include "results/filter_results.hpp"
#include "results/make_step_result.hpp"
#include "results/run_result_codec.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace oltpsim::results {
namespace {

using support::put;
using support::ScratchDir;
using testing::HasSubstr;

ResultEntry entry(const std::string& folder, const std::string& array, const std::string& started) {
    ResultEntry one;
    one.directory = folder;
    one.run.name = "run of " + folder;
    one.run.workload = "sysbench/oltp_read_write";
    one.run.profile = "storagereview-sysbench";
    one.run.storage = {{"array", array}};
    one.run.started_at = started;
    one.run.valid = array != "broken";
    return one;
}

std::vector<std::string> found(const ResultFilter& filter) {
    std::vector<ResultEntry> entries{
        entry("one", "AF250", "2026-11-29T23:59:59.000Z"),
        entry("two", "AF250 S2", "2026-11-30T08:00:00.000Z"),
        entry("three", "broken", "2026-12-01T00:00:00.000Z"),
    };
    entries[2].run.storages = {{"left", {{"array", "IronWolf"}}}};
    ResultEntry damaged;
    damaged.directory = "four";
    damaged.problem = "not a usable result";
    entries.push_back(damaged);
    std::vector<std::string> names;
    for (const ResultEntry& one : filter_results(entries, filter)) {
        names.push_back(one.directory.string());
    }
    return names;
}

TEST(FilterResults, by_each_of_its_parts) {
    using testing::ElementsAre;
    EXPECT_THAT(found({}), ElementsAre("one", "two", "three", "four"));
    EXPECT_THAT(found({"RUN of t"}), ElementsAre("two", "three"));
    EXPECT_THAT(found({"four"}), ElementsAre("four"));
    EXPECT_THAT(found({"", "af250"}), ElementsAre("one", "two"));
    EXPECT_THAT(found({"", "s2"}), ElementsAre("two"));
    EXPECT_THAT(found({"", "ironwolf"}), ElementsAre("three"));
    EXPECT_THAT(found({"", "", "storagereview"}), ElementsAre("one", "two", "three"));
    EXPECT_THAT(found({"", "", "tpcc"}), ElementsAre());
    EXPECT_THAT(found({"", "", "", "2026-11-30"}), ElementsAre("two", "three"));
    EXPECT_THAT(found({"", "", "", "", "2026-11-30"}), ElementsAre("one", "two"));
    EXPECT_THAT(
        found({"", "", "", "2026-11-30T08:00", "2026-11-30T08:00:00Z"}), ElementsAre("two")
    );
    EXPECT_THAT(found({"", "", "", "", "", true}), ElementsAre("one", "two"));
}

TEST(FilterResults, dates_have_the_form_of_stamps) {
    for (const char* good :
         {"2026-11-30", "2026-11-30T16", "2026-11-30T16:07", "2026-11-30T16:07:41Z"}) {
        EXPECT_TRUE(is_date(good)) << good;
    }
    for (const char* bad :
         {"",
          "2026",
          "30.11.2026",
          "2026-11-3",
          "2026-11-30 16:07",
          "yesterday",
          "2026-11-30T16:07:41.123456Z"}) {
        EXPECT_FALSE(is_date(bad)) << bad;
    }
}

TEST(Archive, opens_a_packed_result_and_leaves_nothing_behind) {
    const ScratchDir root;
    std::filesystem::create_directories(root / "res");
    put(root / "res/result.json", encode_run_result(make_run_result(support::plan_of(1))));
    put(root / "res/intervals.csv", "utc,step\n");
    const std::string inside = "cd " + root.path().string() + " && ";
    ASSERT_EQ(std::system((inside + "tar czf res.tar.gz res").c_str()), 0);
    ASSERT_EQ(std::system((inside + "python3 -m zipfile -c res.zip res").c_str()), 0);
    std::filesystem::remove_all(root / "res");
    for (const char* name : {"res.tar.gz", "res.zip"}) {
        const auto run = load_result(root / name);
        ASSERT_TRUE(run) << run.error().message;
        EXPECT_EQ(run->name, "AF250 RAID1 raw");
        std::filesystem::path unpacked;
        {
            const auto opened = OpenedResult::open(root / name);
            ASSERT_TRUE(opened) << opened.error().message;
            unpacked = opened->path();
            EXPECT_EQ(support::content_of(unpacked / "intervals.csv"), "utc,step\n");
        }
        EXPECT_FALSE(std::filesystem::exists(unpacked));
    }
    EXPECT_EQ(list_results(root.path()).size(), 2U);
}

TEST(Archive, says_what_is_wrong_with_others) {
    const ScratchDir root;
    put(root / "broken.zip", "PK no zip");
    EXPECT_THAT(load_result(root / "broken.zip").error().message, HasSubstr("broken.zip"));
    put(root / "text", "x");
    const std::string inside = "cd " + root.path().string() + " && ";
    ASSERT_EQ(std::system((inside + "tar czf other.tgz text").c_str()), 0);
    EXPECT_THAT(load_result(root / "other.tgz").error().message, HasSubstr("no result.json"));
    std::filesystem::create_directories(root / "a");
    std::filesystem::create_directories(root / "b");
    put(root / "a/result.json", "{}");
    put(root / "b/result.json", "{}");
    ASSERT_EQ(std::system((inside + "tar cf two.tar a b").c_str()), 0);
    EXPECT_THAT(load_result(root / "two.tar").error().message, HasSubstr("2 results"));
}

}  // namespace
}  // namespace oltpsim::results
