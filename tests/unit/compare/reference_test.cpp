// The published figures come out as they were printed: every one of them, in every format.
#include "compare/reference.hpp"
#include "compare/render.hpp"
#include "compare/words.hpp"
#include "core/embedded.hpp"
#include "made_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace oltpsim::compare {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json stored() {
    for (const auto& file : embedded_files()) {
        if (file.path == "reference/storagereview-oltp.json") {
            return json::parse(file.content);
        }
    }
    return {};
}

Chapters published(const std::vector<std::string>& arrays) {
    auto loaded = load_reference("storagereview", arrays);
    EXPECT_TRUE(loaded.reference) << loaded.problem;
    Chapters chapters;
    chapters.reference_source = loaded.reference->source;
    for (auto& chapter : loaded.reference->chapters) {
        chapters.all.push_back(compare_sides(chapter.workload, std::move(chapter.sides), {}));
    }
    return chapters;
}

/// Keys of the file → keys of `compare --format json`.
const std::vector<std::pair<std::string, std::string>> kKeys{
    {"tps", "tps"},
    {"tps_min_vm", "tps_min_vm"},
    {"tps_max_vm", "tps_max_vm"},
    {"latency_avg_ms", "latency_avg_vm_mean_ms"},
    {"latency_p99_ms", "latency_p99_vm_mean_ms"},
    {"latency_avg_min_vm_ms", "latency_avg_min_vm_ms"},
    {"latency_avg_max_vm_ms", "latency_avg_max_vm_ms"},
};

std::size_t figures_in(const json& row) {
    std::size_t count = 0;
    for (const auto& [key, value] : row.items()) {
        count += value.is_number() && key != "vm_count" ? 1 : 0;
    }
    return count;
}

TEST(Reference, every_figure_of_the_file_comes_out_unchanged_and_no_other) {
    const json out = json::parse(render_json(published({})));
    std::size_t in_file = 0;
    std::size_t matched = 0;
    const json file = stored();
    for (const auto& row : file["rows"]) {
        in_file += figures_in(row);
        for (const auto& chapter : out["chapters"]) {
            for (const auto& side : chapter["sides"]) {
                const std::string label = side["label"];
                if (chapter["workload"] != row["workload"] ||
                    side["configuration"] != row["configuration"] ||
                    !label.starts_with(row["array"].get<std::string>())) {
                    continue;
                }
                for (const auto& set : side["vm_sets"]) {
                    for (const auto& [key, ours] : kKeys) {
                        const bool same = set["vm_count"] == row["vm_count"] && row.contains(key) &&
                                          set[ours] == row[key];
                        matched += same ? 1 : 0;
                    }
                }
            }
        }
    }
    std::size_t printed = 0;
    for (const auto& chapter : out["chapters"]) {
        for (const auto& side : chapter["sides"]) {
            for (const auto& set : side["vm_sets"]) {
                for (const auto& [key, ours] : kKeys) {
                    printed += set[ours].is_number() ? 1 : 0;
                }
                EXPECT_TRUE(set["latency_avg_ms"].is_null());  // nothing is derived
            }
        }
    }
    EXPECT_GT(in_file, 150u);
    EXPECT_EQ(matched, in_file);
    EXPECT_EQ(printed, in_file);
}

TEST(Reference, the_published_three_arrays_as_a_page) {
    const std::vector<std::string> arrays{"AF250", "AF250 S2", "ASR-3100PP"};
    const Chapters chapters = published(arrays);
    const std::string html = render_html(chapters);
    const std::string markdown = render_markdown(chapters);
    const std::string terminal = render_terminal(chapters, {});
    std::size_t rows = 0;
    const json file = stored();
    for (const auto& row : file["rows"]) {
        const std::string array = row["array"];
        if (std::none_of(arrays.begin(), arrays.end(), [&](const auto& one) {
                return array.ends_with(" " + one);
            })) {
            continue;
        }
        ++rows;
        EXPECT_THAT(html, HasSubstr(array));
        for (const auto& [key, ours] : kKeys) {
            if (row.contains(key)) {
                const std::string text = figure_text(Metric::tps, row[key].get<double>(), true);
                EXPECT_THAT(html, HasSubstr(">" + text + "<")) << array << " " << key;
                EXPECT_THAT(markdown, HasSubstr("| " + text + " |")) << array << " " << key;
            }
        }
        EXPECT_THAT(terminal, HasSubstr(figure_text(Metric::tps, row["tps"].get<double>(), true)));
    }
    EXPECT_EQ(rows, 12u);
    EXPECT_THAT(html, testing::Not(HasSubstr("IronWolf")));
    EXPECT_THAT(html, HasSubstr("unweighted mean"));
    EXPECT_THAT(html, HasSubstr("Source of published figures: StorageReview"));
}

TEST(Reference, arrays_are_found_by_the_end_of_their_name) {
    const auto labels = [](const std::string& wanted) {
        std::vector<std::string> found;
        const auto loaded = load_reference("storagereview", {wanted});
        for (const auto& chapter : loaded.reference->chapters) {
            for (const auto& side : chapter.sides) {
                found.push_back(side.label);
            }
        }
        return found;
    };
    EXPECT_EQ(
        labels("af250 s2"),
        (std::vector<std::string>{"Fujitsu ETERNUS AF250 S2", "Fujitsu ETERNUS AF250 S2"})
    );
    EXPECT_EQ(labels("AF250").size(), 3u);  // raw and reduced for SQL Server, raw for sysbench
    EXPECT_EQ(labels("ironwolf").size(), 2u);
}

TEST(Reference, unknown_names_say_what_there_is) {
    EXPECT_THAT(
        load_reference("storagereveiw", {}).problem, HasSubstr("did you mean \"storagereview\"")
    );
    EXPECT_THAT(load_reference("storagereview", {"XYZ"}).problem, HasSubstr("AF250 S2"));
    EXPECT_EQ(reference_names(), std::vector<std::string>{"storagereview"});
}

TEST(Reference, beside_published_figures_the_unweighted_means_stand) {
    auto loaded = load_reference("storagereview", {"AF250 S2"});
    std::vector<Side> sides{one_step("mine", made_step(8, 12000, 21, 40))};
    for (auto& chapter : loaded.reference->chapters) {
        if (chapter.workload == "sysbench") {
            std::move(chapter.sides.begin(), chapter.sides.end(), std::back_inserter(sides));
        }
    }
    const auto all = compare_sides("sysbench", std::move(sides), {});
    EXPECT_TRUE(all.reference_style);
    const PairTest* avg = find_test(all, Metric::avg_vm_mean);
    ASSERT_NE(avg, nullptr);
    EXPECT_NEAR(*avg->ratio, 20.57 / 21, 1e-12);
    EXPECT_FALSE(avg->test);
    EXPECT_THAT(avg->words, HasSubstr("published, without interval"));
    EXPECT_EQ(find_test(all, Metric::avg), nullptr);  // a weighted average was not published
}

}  // namespace
}  // namespace oltpsim::compare
