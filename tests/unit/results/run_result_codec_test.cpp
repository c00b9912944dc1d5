#include "results/make_step_result.hpp"
#include "results/run_result_codec.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace oltpsim::results {
namespace {

using nlohmann::json;
using testing::HasSubstr;

RunResult run_with(const metrics::StepOutcome& outcome, std::uint32_t targets) {
    const auto plan = support::plan_of(targets);
    RunResult run = make_run_result(plan);
    add_step(run, make_step_result(plan, plan.steps.front(), outcome, support::error_names()));
    return run;
}

std::string problem_of(const std::string& text) {
    const auto run = decode_run_result(text, "results/x/result.json");
    return run ? "" : run.error().message;
}

TEST(RunResultCodec, reads_back_what_it_wrote) {
    auto outcome = support::sound_outcome(3);
    outcome.targets[2].state = "failed";
    outcome.targets[2].failure = "gone";
    outcome.shards.resize(1);
    outcome.notes = {"a \"note\""};
    const RunResult run = run_with(outcome, 3);
    const std::string text = encode_run_result(run);
    const auto again = decode_run_result(text, "x");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(encode_run_result(*again), text);
    EXPECT_EQ(again->steps[0].targets[0].outcomes.retries, 7u);
    EXPECT_EQ(again->steps[0].targets[2].failure, "gone");
    EXPECT_FALSE(again->steps[0].targets[2].tps.has_value());
    EXPECT_EQ(json::parse(again->plan_json).at("name"), "AF250 RAID1 raw");
}

TEST(RunResultCodec, key_names_carry_units_and_stand_flat) {
    const json doc = json::parse(encode_run_result(run_with(support::sound_outcome(2), 2)));
    for (const char* key :
         {"schema_version",
          "methodology_version",
          "name",
          "storage",
          "workload",
          "valid",
          "invalid_reasons",
          "steps"}) {
        EXPECT_TRUE(doc.contains(key)) << key;
    }
    const json& step = doc["steps"][0];
    EXPECT_EQ(step["vm_count"], 2);
    EXPECT_EQ(step["sample"]["seconds"], 100);
    EXPECT_EQ(step["precondition"]["steady"], true);
    EXPECT_EQ(step["precondition"]["steady_after_s"], 500);
    const json& target = step["targets"][0];
    for (const char* key :
         {"name",
          "product",
          "version",
          "tps",
          "latency_avg_ms",
          "latency_p50_ms",
          "latency_p95_ms",
          "latency_p99_ms",
          "latency_p999_ms",
          "latency_max_ms",
          "transactions",
          "errors",
          "retries",
          "by_transaction"}) {
        EXPECT_TRUE(target.contains(key)) << key;
    }
    EXPECT_EQ(target["errors"], 5);
    EXPECT_EQ(target["errors_by_class"]["deadlock"], 5);
    EXPECT_EQ(target["by_transaction"][1]["name"], "read_only");
    for (const char* key :
         {"tps",
          "tps_min_vm",
          "tps_max_vm",
          "latency_avg_ms",
          "latency_avg_vm_mean_ms",
          "latency_p99_ms",
          "latency_p99_vm_mean_ms",
          "law_residual"}) {
        EXPECT_TRUE(step["aggregate"].contains(key)) << key;
    }
}

TEST(RunResultCodec, numbers_in_the_file_add_up) {
    const json doc = json::parse(encode_run_result(run_with(support::sound_outcome(4), 4)));
    const json& step = doc["steps"][0];
    const double seconds = step["sample"]["seconds"];
    double tps = 0;
    std::uint64_t transactions = 0;
    for (const auto& target : step["targets"]) {
        tps += target["tps"].get<double>();
        transactions += target["transactions"].get<std::uint64_t>();
        EXPECT_NEAR(
            target["tps"].get<double>() * seconds, target["transactions"].get<double>(), 0.01
        );
        EXPECT_LE(target["latency_min_ms"], target["latency_p50_ms"]);
        EXPECT_LE(target["latency_p50_ms"], target["latency_p95_ms"]);
        EXPECT_LE(target["latency_p95_ms"], target["latency_p99_ms"]);
        EXPECT_LE(target["latency_p99_ms"], target["latency_p999_ms"]);
        EXPECT_LE(target["latency_p999_ms"], target["latency_max_ms"]);
        EXPECT_EQ(
            target["scheduled"].get<std::uint64_t>(),
            target["transactions"].get<std::uint64_t>() + target["errors"].get<std::uint64_t>() +
                target["rolled_back_by_design"].get<std::uint64_t>() +
                target["skipped"].get<std::uint64_t>() + target["cut_off"].get<std::uint64_t>()
        );
    }
    EXPECT_NEAR(step["aggregate"]["tps"].get<double>(), tps, 1e-3);
    EXPECT_EQ(step["aggregate"]["transactions"], transactions);
}

TEST(RunResultCodec, what_does_not_exist_is_null) {
    metrics::StepOutcome outcome;
    outcome.sample_seconds = 100;
    outcome.targets = {support::target_outcome(0)};
    const json doc = json::parse(encode_run_result(run_with(outcome, 1)));
    const json& target = doc["steps"][0]["targets"][0];
    EXPECT_TRUE(target["tps"].is_null());
    EXPECT_TRUE(target["latency_p99_ms"].is_null());
    EXPECT_TRUE(target["law_residual"].is_null());
    EXPECT_TRUE(doc["steps"][0]["aggregate"]["latency_avg_ms"].is_null());
}

TEST(RunResultCodec, a_number_that_is_none_becomes_null) {
    RunResult run = run_with(support::sound_outcome(1), 1);
    run.steps[0].aggregate.tps = std::numeric_limits<double>::quiet_NaN();
    run.steps[0].aggregate.law_residual = std::numeric_limits<double>::infinity();
    const json doc = json::parse(encode_run_result(run));
    EXPECT_TRUE(doc["steps"][0]["aggregate"]["tps"].is_null());
    EXPECT_TRUE(doc["steps"][0]["aggregate"]["law_residual"].is_null());
}

TEST(RunResultCodec, holds_no_password) {
    EXPECT_THAT(
        encode_run_result(run_with(support::sound_outcome(1), 1)),
        testing::Not(HasSubstr("hunter2"))
    );
}

TEST(RunResultCodec, text_that_is_not_utf8_does_not_stop_it) {
    RunResult run = run_with(support::sound_outcome(1), 1);
    run.storage["array"] = "caf\xe9";
    EXPECT_TRUE(decode_run_result(encode_run_result(run), "x"));
}

TEST(RunResultCodec, refuses_a_newer_schema_by_name_and_number) {
    json doc = json::parse(encode_run_result(run_with(support::sound_outcome(1), 1)));
    doc["schema_version"] = 2;
    EXPECT_THAT(
        problem_of(doc.dump()),
        testing::AllOf(
            HasSubstr("results/x/result.json"), HasSubstr("newer oltpsim (schema version 2")
        )
    );
}

TEST(RunResultCodec, names_file_and_key_of_what_is_wrong) {
    const std::string text = encode_run_result(run_with(support::sound_outcome(2), 2));
    json doc = json::parse(text);
    doc["steps"][0]["targets"][1]["tps"] = "fast";
    EXPECT_THAT(
        problem_of(doc.dump()),
        testing::AllOf(
            HasSubstr("results/x/result.json"),
            HasSubstr("steps[0].targets[1].tps: expected a number, found string")
        )
    );
    doc = json::parse(text);
    doc["steps"][0]["aggregate"].erase("tps");
    EXPECT_THAT(problem_of(doc.dump()), HasSubstr("steps[0].aggregate.tps: missing"));
    doc = json::parse(text);
    doc["steps"][0]["targets"][0]["errors"] = -1;
    EXPECT_THAT(
        problem_of(doc.dump()), HasSubstr("steps[0].targets[0].errors: expected a whole number")
    );
    EXPECT_THAT(problem_of(text.substr(0, text.size() / 2)), HasSubstr("not JSON at byte"));
    EXPECT_THAT(problem_of(""), HasSubstr("not JSON"));
    EXPECT_THAT(problem_of("[]"), HasSubstr("expected an object"));
}

TEST(RunResultCodec, skips_keys_it_does_not_know) {
    json doc = json::parse(encode_run_result(run_with(support::sound_outcome(1), 1)));
    doc["steps"][0]["weather"] = "fine";
    EXPECT_EQ(problem_of(doc.dump()), "");
}

}  // namespace
}  // namespace oltpsim::results
