// result.json against schemas/json/result.schema.json, by Python's jsonschema.
#include "results/make_step_result.hpp"
#include "results/run_result_codec.hpp"
#include "support/run_command.hpp"
#include "support/scratch_dir.hpp"
#include "support/step_outcomes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace oltpsim::results {
namespace {

using support::CommandOutput;
using support::ScratchDir;
using testing::HasSubstr;

/// The system's Python has Debian's package; another one may come first in PATH.
CommandOutput validate(const std::string& document) {
    const ScratchDir dir;
    support::put(dir / "result.json", document);
    CommandOutput out;
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        out = support::run_command(fmt::format(
            "{} -B '{}' '{}' '{}' 2>&1",
            python,
            OLTPSIM_VALIDATOR,
            OLTPSIM_SCHEMA,
            (dir / "result.json").string()
        ));
        if (out.status == 0 || out.status == 1) {
            break;
        }
    }
    return out;
}

constexpr const char* kNoValidator = "no JSON Schema validator: install python3-jsonschema";

bool has_verdict(const CommandOutput& out) { return out.status == 0 || out.status == 1; }

std::string document_of(const metrics::StepOutcome& outcome, std::uint32_t targets) {
    const auto plan = support::plan_of(targets);
    RunResult run = make_run_result(plan);
    add_step(run, make_step_result(plan, plan.steps.front(), outcome, support::error_names()));
    return encode_run_result(run);
}

TEST(ResultSchema, accepts_sound_failed_and_empty_results) {
    auto failed = support::sound_outcome(2);
    failed.targets[1].state = "failed";
    failed.targets[1].failure = "gone";
    failed.shards.resize(2);
    metrics::StepOutcome nothing;
    nothing.sample_seconds = 100;
    nothing.targets = {support::target_outcome(0)};
    for (const std::string& document :
         {document_of(support::sound_outcome(4), 4),
          document_of(failed, 2),
          document_of(nothing, 1),
          encode_run_result(make_run_result(support::plan_of(1)))}) {
        const auto out = validate(document);
        if (!has_verdict(out)) {
            GTEST_SKIP() << kNoValidator;
        }
        EXPECT_EQ(out.status, 0) << out.text;
    }
}

TEST(ResultSchema, refuses_missing_keys_and_texts_for_numbers) {
    auto document = nlohmann::json::parse(document_of(support::sound_outcome(1), 1));
    document["steps"][0]["aggregate"].erase("tps");
    document["steps"][0]["targets"][0]["latency_p99_ms"] = "n/a";
    document["steps"][0]["targets"][0]["state"] = "tired";
    const auto out = validate(document.dump());
    if (!has_verdict(out)) {
        GTEST_SKIP() << kNoValidator;
    }
    EXPECT_EQ(out.status, 1);
    EXPECT_THAT(out.text, HasSubstr("'tps' is a required property"));
    EXPECT_THAT(out.text, HasSubstr("steps/0/targets/0/latency_p99_ms"));
    EXPECT_THAT(out.text, HasSubstr("steps/0/targets/0/state"));
}

TEST(ResultSchema, refuses_an_invalid_result_without_a_reason) {
    auto document = nlohmann::json::parse(document_of(support::sound_outcome(1), 1));
    document["valid"] = false;
    const auto out = validate(document.dump());
    if (!has_verdict(out)) {
        GTEST_SKIP() << kNoValidator;
    }
    EXPECT_EQ(out.status, 1);
    EXPECT_THAT(out.text, HasSubstr("invalid_reasons"));
}

}  // namespace
}  // namespace oltpsim::results
