#include "metrics/hdr_log.hpp"
#include "results/csv.hpp"
#include "results/find_results.hpp"
#include "results/make_step_result.hpp"
#include "results/result_store.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>

namespace oltpsim::results {
namespace {

using metrics::IntervalSample;
using metrics::Phase;
using support::content_of;
using support::plan_of;
using support::put;
using support::ScratchDir;
using testing::AllOf;
using testing::HasSubstr;

std::vector<IntervalSample> second_of(std::uint32_t targets, std::uint64_t commits, Phase phase) {
    std::vector<IntervalSample> samples(targets);
    for (std::uint32_t i = 0; i < targets; ++i) {
        samples[i].target = i;
        samples[i].phase = phase;
        samples[i].by_type.resize(2);
        if (commits > 0) {
            support::commit(samples[i], 2'000'000 + 1000 * i, commits, 0);
            support::commit(samples[i], 5'000'000, 1, 1);
        }
    }
    return samples;
}

std::unique_ptr<ResultStore> open_store(
    const std::filesystem::path& dir, const plan::RunPlan& plan
) {
    auto store = ResultStore::create_at(dir, plan);
    EXPECT_TRUE(store) << store.error().message;
    (*store)->begin_step(plan.steps.front(), {"read_write", "read_only"});
    return std::move(*store);
}

std::vector<std::map<std::string, std::string>> rows_of(const std::filesystem::path& csv) {
    std::ifstream in(csv);
    std::string line;
    std::getline(in, line);
    const auto names = csv_split(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(in, line)) {
        const auto cells = csv_split(line);
        EXPECT_EQ(cells.size(), names.size()) << line;
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            row[names[i]] = cells[i];
        }
        rows.push_back(row);
    }
    return rows;
}

std::map<std::string, std::uint64_t> log_counts(const std::filesystem::path& path) {
    std::ifstream in(path);
    metrics::HdrLogReader reader(in);
    std::map<std::string, std::uint64_t> counts;
    while (auto entry = reader.next()) {
        counts[entry->tag] += entry->histogram.count();
    }
    EXPECT_EQ(reader.problem(), "");
    return counts;
}

TEST(ResultStore, names_the_directory_by_time_and_plan) {
    const ScratchDir root;
    const auto plan = plan_of(1);
    const auto first = ResultStore::create(root.path(), plan);
    const auto second = ResultStore::create(root.path(), plan);
    ASSERT_TRUE(first && second);
    EXPECT_THAT(
        (*first)->directory().filename().string(),
        testing::MatchesRegex("[0-9]+T[0-9]+Z-AF250-RAID1-raw")
    );
    EXPECT_NE((*first)->directory(), (*second)->directory());
    EXPECT_EQ(content_of((*first)->directory() / "plan.json"), plan.canonical_json);
}

TEST(ResultStore, writes_a_row_per_target_second_and_phase) {
    const ScratchDir root;
    const auto plan = plan_of(2);
    const auto store = open_store(root / "r", plan);
    store->on_second(0, Phase::precondition, second_of(2, 10, Phase::precondition));
    store->on_second(1, Phase::precondition, second_of(2, 1, Phase::precondition));
    store->on_second(1, Phase::sample, second_of(2, 0, Phase::sample));
    const auto rows = rows_of(root / "r/intervals.csv");
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[0].at("target"), "vm01");
    EXPECT_EQ(rows[0].at("step"), "2 VMs");
    EXPECT_EQ(rows[0].at("phase"), "precondition");
    EXPECT_EQ(rows[0].at("committed"), "11");
    EXPECT_EQ(rows[0].at("tps"), "11");
    EXPECT_EQ(rows[4].at("phase"), "sample");
    EXPECT_EQ(rows[4].at("tps"), "0");
    EXPECT_EQ(rows[4].at("avg_ms"), "");
    EXPECT_EQ(rows[4].at("p99_ms"), "");
}

TEST(ResultStore, writes_a_row_per_loop_and_second) {
    const ScratchDir root;
    const auto store = open_store(root / "r", plan_of(1));
    metrics::ShardSample loop;
    loop.shard = 1;
    loop.second = 7;
    loop.utilisation = 0.25;
    loop.run_delay_share = -1;
    loop.wakeups = 10;
    loop.events = 12;
    loop.hold.record(std::chrono::microseconds{40});
    store->on_shard(loop);
    const auto rows = rows_of(root / "r/loops.csv");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].at("step"), "1 VMs");
    EXPECT_EQ(rows[0].at("second"), "7");
    EXPECT_EQ(rows[0].at("loop"), "1");
    EXPECT_EQ(rows[0].at("utilisation"), "0.25");
    EXPECT_EQ(rows[0].at("run_delay_share"), "");
    EXPECT_EQ(rows[0].at("events"), "12");
    EXPECT_NEAR(std::stod(rows[0].at("hold_p99_us")), 40, 0.1);
}

TEST(ResultStore, rows_and_log_hold_the_same_transactions) {
    const ScratchDir root;
    const auto plan = plan_of(3);
    const auto store = open_store(root / "r", plan);
    for (std::uint64_t s = 0; s < 25; ++s) {
        const Phase phase = s < 12 ? Phase::precondition : Phase::sample;
        store->on_second(s, phase, second_of(3, 10 + s, phase));
    }
    std::map<std::string, std::uint64_t> committed;
    for (const auto& row : rows_of(root / "r/intervals.csv")) {
        committed[row.at("target") + "/" + row.at("phase")] += std::stoull(row.at("committed"));
        const double mean =
            (std::stod(row.at("committed")) - 1) * (2 + 0.001 * (row.at("target").back() - '1')) +
            5;
        EXPECT_NEAR(std::stod(row.at("avg_ms")) * std::stod(row.at("committed")), mean, 0.001);
    }
    std::map<std::string, std::uint64_t> logged;
    for (const auto& [tag, count] : log_counts(root / "r/latency.hlog")) {
        logged[tag.substr(0, tag.rfind('/'))] += count;
    }
    EXPECT_EQ(logged, committed);
}

TEST(ResultStore, a_log_entry_covers_ten_seconds_at_most) {
    const ScratchDir root;
    const auto plan = plan_of(1);
    const auto store = open_store(root / "r", plan);
    for (std::uint64_t s = 0; s < 23; ++s) {
        store->on_second(s, Phase::sample, second_of(1, 5, Phase::sample));
    }
    std::ifstream in(root / "r/latency.hlog");
    metrics::HdrLogReader reader(in);
    std::vector<double> lengths;
    double last_start = -1e9;
    while (auto entry = reader.next()) {
        EXPECT_EQ(entry->step, "1 VMs");
        if (entry->tag == "vm01/sample/read_write") {
            lengths.push_back(entry->length_s);
            EXPECT_GT(entry->start_s, last_start);
            last_start = entry->start_s;
        }
    }
    EXPECT_EQ(lengths, (std::vector<double>{10, 10, 3}));
}

TEST(ResultStore, loses_nothing_of_the_seconds_before_a_kill) {
    const ScratchDir root;
    const auto plan = plan_of(2);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto store = ResultStore::create_at(root / "r", plan);
        (*store)->begin_step(plan.steps.front(), {"read_write", "read_only"});
        for (std::uint64_t s = 0; s < 17; ++s) {
            (*store)->on_second(s, Phase::sample, second_of(2, 9, Phase::sample));
        }
        (*store)->on_event({"2026-11-30T16:07:41.000Z", 16.5, "2 VMs", "vm01", "error", "deadlock"}
        );
        kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(rows_of(root / "r/intervals.csv").size(), 34u);
    EXPECT_EQ(log_counts(root / "r/latency.hlog").at("vm02/sample/read_write"), 17u * 9u);
    EXPECT_EQ(nlohmann::json::parse(content_of(root / "r/events.jsonl")).at("kind"), "error");
}

TEST(ResultStore, events_are_one_json_object_a_line_whatever_they_say) {
    const ScratchDir root;
    const auto plan = plan_of(1);
    const auto store = open_store(root / "r", plan);
    store->on_event({"2026-11-30T16:07:41.000Z", -2.5, "1 VMs", "", "phase", "two\nlines \xff"});
    store->on_event({"2026-11-30T16:07:42.000Z", 1, "1 VMs", "vm01", "outage_start", ""});
    std::ifstream in(root / "r/events.jsonl");
    std::string line;
    std::getline(in, line);
    const auto event = nlohmann::json::parse(line);
    EXPECT_TRUE(event.at("target").is_null());
    EXPECT_EQ(event.at("at_s"), -2.5);
    std::getline(in, line);
    EXPECT_EQ(nlohmann::json::parse(line).at("target"), "vm01");
}

TEST(ResultStore, refuses_a_directory_that_holds_something) {
    const ScratchDir root;
    const auto plan = plan_of(1);
    std::filesystem::create_directory(root / "other");
    put(root / "other/thesis.txt", "x");
    const auto other = ResultStore::create_at(root / "other", plan);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().fault, ResultFault::refused);
    EXPECT_THAT(other.error().message, AllOf(HasSubstr("other"), HasSubstr("is not empty")));
    open_store(root / "r", plan);
    const auto again = ResultStore::create_at(root / "r", plan);
    ASSERT_FALSE(again);
    EXPECT_THAT(
        again.error().message, AllOf(HasSubstr("already holds a result"), HasSubstr("--resume"))
    );
}

TEST(ResultStore, names_the_directory_it_cannot_make) {
    const ScratchDir root;
    put(root / "file", "x");
    const auto store = ResultStore::create_at(root / "file/sub", plan_of(1));
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().fault, ResultFault::io);
    EXPECT_THAT(store.error().message, AllOf(HasSubstr("file/sub"), HasSubstr("Not a directory")));
}

/// Runs `body` in a child process whose files may not grow beyond `bytes`; a full disk looks the same to the code.
template <typename Body>
int with_file_limit(std::uint64_t bytes, Body body) {
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(body());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ResultStore, a_full_disk_ends_writing_with_a_reason_and_keeps_whole_rows) {
    const ScratchDir root;
    const auto plan = plan_of(4);
    const int status = with_file_limit(20'000, [&] {
        auto store = ResultStore::create_at(root / "r", plan);
        (*store)->begin_step(plan.steps.front(), {"read_write", "read_only"});
        for (std::uint64_t s = 0; s < 200; ++s) {
            (*store)->on_second(s, Phase::sample, second_of(4, 9, Phase::sample));
        }
        if (!(*store)->failure()) {
            return 1;
        }
        return (*store)->failure()->find("intervals.csv: File too large") != std::string::npos ? 0
                                                                                               : 2;
    });
    EXPECT_EQ(status, 0);
    const auto rows = rows_of(root / "r/intervals.csv");
    EXPECT_GT(rows.size(), 40u);
    EXPECT_EQ(rows.size() % 4, 0u);
}

TEST(ResultStore, a_result_that_does_not_fit_leaves_the_last_one_in_place) {
    const ScratchDir root;
    const auto plan = plan_of(4);
    RunResult run = make_run_result(plan);
    const auto store = open_store(root / "r", plan);
    ASSERT_EQ(store->save(run), std::nullopt);
    const std::string before = content_of(root / "r/result.json");
    add_step(
        run,
        make_step_result(
            plan, plan.steps.front(), support::sound_outcome(4), support::error_names()
        )
    );
    const int status =
        with_file_limit(before.size() + 10, [&] { return store->save(run) ? 0 : 1; });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(content_of(root / "r/result.json"), before);
    EXPECT_FALSE(std::filesystem::exists(root / "r/result.json.tmp"));
}

TEST(ResultStore, memory_does_not_grow_with_the_length_of_the_run) {
    const ScratchDir root;
    const auto plan = plan_of(8);
    const auto store = open_store(root / "r", plan);
    const auto run_seconds = [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t s = from; s < to; ++s) {
            store->on_second(s, Phase::sample, second_of(8, 20, Phase::sample));
        }
    };
    run_seconds(0, 30);
    const std::size_t before = mallinfo2().uordblks;
    const auto size = std::filesystem::file_size(root / "r/intervals.csv");
    run_seconds(30, 180);
    EXPECT_LT(mallinfo2().uordblks, before + 64 * 1024);
    const auto row = (std::filesystem::file_size(root / "r/intervals.csv") - size) / (150 * 8);
    EXPECT_LT(row, 200u);
}

TEST(ResultStore, writes_no_password_anywhere) {
    const ScratchDir root;
    const auto plan = plan_of(2);
    const auto store = open_store(root / "r", plan);
    store->on_second(0, Phase::sample, second_of(2, 9, Phase::sample));
    RunResult run = make_run_result(plan);
    add_step(
        run,
        make_step_result(
            plan, plan.steps.front(), support::sound_outcome(2), support::error_names()
        )
    );
    ASSERT_EQ(store->save(run), std::nullopt);
    for (const auto& file : std::filesystem::directory_iterator(root / "r")) {
        EXPECT_THAT(content_of(file.path()), testing::Not(HasSubstr("hunter2"))) << file.path();
    }
}

}  // namespace
}  // namespace oltpsim::results
