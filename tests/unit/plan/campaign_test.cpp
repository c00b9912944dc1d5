// Campaigns: steps crossed with client counts and storages, repeated; hooks; phases with a floor and a ceiling; timetables.
#include "config/json_parse.hpp"
#include "plan/explain.hpp"
#include "plan/hook_command.hpp"
#include "plan/sweep_steps.hpp"
#include "unit/plan/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace oltpsim::plan {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kFourVms = R"(["mysql://vm{1..4}/sbtest"])";

std::vector<std::string> step_names(const RunPlan& plan) {
    std::vector<std::string> names;
    for (const StepPlan& step : plan.steps) {
        names.push_back(step.name);
    }
    return names;
}

/// The plan's canonical form, read again.
void expect_same_again(const RunPlan& plan) {
    const Built again(plan.canonical_json, "res/plan.json");
    ASSERT_TRUE(again.plan) << again.errors() << plan.canonical_json;
    EXPECT_EQ(again.plan->canonical_json, plan.canonical_json);
    EXPECT_EQ(again.plan->hash, plan.hash);
}

TEST(Campaign, crosses_vm_sets_with_client_counts) {
    const Built b(plan_with(R"("clients": [8, 32], "steps": [2, 4])", kFourVms));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_THAT(
        step_names(*b.plan),
        ElementsAre(
            "2 VMs x 8 clients", "2 VMs x 32 clients", "4 VMs x 8 clients", "4 VMs x 32 clients"
        )
    );
    const RunPlan own = plan_of_step(*b.plan, b.plan->steps[1]);
    EXPECT_EQ(own.targets[0].clients, 32U);
    EXPECT_EQ(own.targets[0].connections, 32U);
    EXPECT_EQ(own.steps.size(), 1U);
    expect_same_again(*b.plan);
}

TEST(Campaign, a_step_may_have_its_own_clients_phases_and_hooks) {
    const Built b(plan_with(
        R"("clients": 4, "phases": {"precondition": "2h", "sample": "1h"}, "hooks": {"before_step": "./a.sh"},
           "steps": [{"targets": 1, "clients": 64, "phases": {"precondition": "10m"}, "hooks": {"before_step": "", "after_step": "./b.sh"}}, 2])",
        kFourVms
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_THAT(step_names(*b.plan), ElementsAre("1 VM x 64 clients", "2 VMs"));
    const RunPlan first = plan_of_step(*b.plan, b.plan->steps[0]);
    EXPECT_EQ(first.phases.precondition, 10min);
    EXPECT_EQ(first.phases.sample, 1h);
    EXPECT_FALSE(first.hooks.before_step);
    EXPECT_EQ(first.hooks.after_step->command, "./b.sh");
    const RunPlan second = plan_of_step(*b.plan, b.plan->steps[1]);
    EXPECT_EQ(second.phases.precondition, 2h);
    EXPECT_EQ(second.targets[0].clients, 4U);
    EXPECT_EQ(second.hooks.before_step->command, "./a.sh");
    expect_same_again(*b.plan);
}

TEST(Campaign, two_storages_take_turns_in_every_repetition) {
    const Built b(plan_with(
        R"("storages": {"old": {"array": "AF250"}, "new": {"array": "AF250 S2"}}, "steps": [1, 2], "repeat": 2)",
        R"([{"url": "mysql://a{1,2}/sbtest", "storage": "old"}, {"url": "mysql://b{1,2}/sbtest", "storage": "new"}])"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_THAT(
        step_names(*b.plan),
        ElementsAre(
            "old 1 VM run 1",
            "new 1 VM run 1",
            "old 2 VMs run 1",
            "new 2 VMs run 1",
            "old 1 VM run 2",
            "new 1 VM run 2",
            "old 2 VMs run 2",
            "new 2 VMs run 2"
        )
    );
    EXPECT_THAT(b.plan->steps[3].targets, ElementsAre(2U, 3U));
    EXPECT_EQ(b.plan->steps[3].storage, "new");
    EXPECT_EQ(b.plan->steps[7].repetition, 2U);
    expect_same_again(*b.plan);
}

TEST(Campaign, storages_and_targets_must_agree) {
    EXPECT_THAT(
        Built(
            plan_with(
                R"("storages": {"old": {}, "new": {}})",
                R"([{"url": "mysql://a/sbtest", "storage": "odl"}, {"url": "mysql://b/sbtest", "storage": "new"}])"
            )
        )
            .errors(),
        HasSubstr("did you mean \"old\"?")
    );
    EXPECT_THAT(
        Built(plan_with(R"("storages": {"old": {}})", kFourVms)).errors(),
        HasSubstr("target \"vm1\" does not say which of \"storages\" it stands on")
    );
    EXPECT_THAT(
        Built(plan_with(
                  R"("storages": {"old": {}, "new": {}})",
                  R"([{"url": "mysql://a/sbtest", "storage": "old"}])"
              ))
            .errors(),
        HasSubstr("has \"new\", on which no target stands")
    );
    EXPECT_THAT(
        Built(
            plan_with(
                R"("storages": {"old": {}, "new": {}}, "steps": [2])",
                R"([{"url": "mysql://a{1,2}/sbtest", "storage": "old"}, {"url": "mysql://b/sbtest", "storage": "new"}])"
            )
        )
            .errors(),
        HasSubstr("storage \"new\" has 1 targets")
    );
}

TEST(Precondition, has_a_floor_a_ceiling_and_rounds) {
    const Built b(plan_with(
        R"("phases": {"precondition": {"at_least": "2h", "until_steady": true, "at_most": "4h", "round": "10m"}, "sample": "1h", "cool_down": "5m"})"
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->phases.precondition, 2h);
    EXPECT_EQ(b.plan->phases.precondition_limit(), 4h);
    EXPECT_EQ(b.plan->phases.round_length(), 10min);
    EXPECT_EQ(b.plan->phases.cool_down, 5min);
    expect_same_again(*b.plan);
}

TEST(Precondition, rounds_are_five_minutes_or_a_tenth) {
    PhasePlan phases;
    phases.precondition = 2h;
    EXPECT_EQ(phases.round_length(), 5min);
    phases.precondition = 100s;
    EXPECT_EQ(phases.round_length(), 10s);
    phases.precondition = 3s;
    EXPECT_EQ(phases.round_length(), 1s);
    phases.until_steady = true;
    phases.at_most = 200s;
    EXPECT_EQ(phases.round_length(), 20s);
}

struct BadCampaign {
    std::string text;
    std::string part;  ///< of the error
};

class RefusesCampaign : public testing::TestWithParam<BadCampaign> {};

TEST_P(RefusesCampaign, with_a_reason) {
    const Built b(plan_with(GetParam().text, kFourVms));
    EXPECT_FALSE(b.plan);
    EXPECT_THAT(b.errors(), HasSubstr(GetParam().part));
}

INSTANTIATE_TEST_SUITE_P(
    All,
    RefusesCampaign,
    testing::Values(
        BadCampaign{
            R"("phases": {"precondition": {"at_least": "1m", "until_steady": true}})",
            "needs \"at_most\""
        },
        BadCampaign{
            R"("phases": {"precondition": {"at_least": "1m", "at_most": "2m"}})",
            "needs \"until_steady\""
        },
        BadCampaign{
            R"("phases": {"precondition": {"at_least": "10m", "until_steady": true, "at_most": "5m"}})",
            "must not be below at_least (10m)"
        },
        BadCampaign{
            R"("phases": {"precondition": {"until_steady": true, "at_most": "20m", "round": "5m"}})",
            "shorter than 5 rounds"
        },
        BadCampaign{
            R"("phases": {"precondition": {"at_least": "1h", "round": "500ms"}})", "whole seconds"
        },
        BadCampaign{R"("clients": [8, 0])", "\"clients\" must be a whole number from 1"},
        BadCampaign{R"("clients": [8, "x"])", "got \"x\""},
        BadCampaign{R"("repeat": 0)", "repeat"},
        BadCampaign{R"("hooks": {"before_stp": "x"})", "did you mean \"before_step\"?"},
        BadCampaign{R"("hooks": {"before_step": "restore {tragets}"})", "did you mean {targets}?"},
        BadCampaign{
            R"("hooks": {"before_step": "ssh vm 'restore {step}'"})", "inside single quotes"
        },
        BadCampaign{
            R"("hooks": {"after_step": {"command": "x", "on_failure": "skip_step"}})",
            "choose stop or continue"
        },
        BadCampaign{R"("sweep": {"p99_limit": 5})", "needs a unit: 5ms or 5s"},
        BadCampaign{R"("sweep": {"percent": []})", "\"sweep.percent\" is empty"},
        BadCampaign{R"("clients": [])", "\"clients\" is empty"},
        BadCampaign{R"("name": "a\u001b[2J")", "control characters"},
        BadCampaign{R"("storage": {"array": "a\nb"})", "control characters"},
        BadCampaign{R"("hooks": {"after_step": {"timeout": "1m"}})", "has no \"command\""},
        BadCampaign{R"("hooks": {"after_step": "x", "timeout": "0s"})", "longer than 0"},
        BadCampaign{R"("hooks": {"after_step": "x", "on_failure": "abort"})", "stop"},
        BadCampaign{
            R"("hooks": {"after_step": "x", "folder": "/no/such"})",
            "\"hooks.folder\" names no folder"
        },
        BadCampaign{R"("sweep": {"percent": [50, 20]})", "rising percentages"},
        BadCampaign{R"("sweep": {"percent": [0]})", "above 0"},
        BadCampaign{R"("sweep": {"p99_limit": "0s"})", "longer than 0"}
    )
);

TEST(HookCommand, puts_references_in_so_that_no_name_is_read_as_a_command) {
    EXPECT_EQ(hook_script("./restore.sh {targets}"), "./restore.sh \"$@\"");
    EXPECT_EQ(hook_script("note {step} > x"), "note \"${OLTPSIM_STEP}\" > x");
    EXPECT_EQ(hook_script("note \"in {result_dir}/x\""), "note \"in ${OLTPSIM_RESULT_DIR}/x\"");
}

TEST(HookCommand, leaves_the_shells_own_braces_alone) {
    for (const char* command :
         {"awk '{print $1}' x",
          "echo ${HOME} {a,b} {1..3}",
          "find . -exec cat {} +",
          "f() { true; }"}) {
        EXPECT_EQ(check_hook_command(command), "") << command;
        EXPECT_TRUE(unknown_placeholders(command).empty()) << command;
        EXPECT_EQ(hook_script(command), command);
    }
}

TEST(HookCommand, may_have_several_lines_in_both_forms) {
    const Built b(plan_with(
        R"("hooks": {"before_step": "a\nb", "after_step": {"command": "c\nd"}})", kFourVms
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_EQ(b.plan->hooks.before_step->command, "a\nb");
    EXPECT_EQ(b.plan->hooks.after_step->command, "c\nd");
}

TEST(HookCommand, a_word_that_is_no_placeholder_is_told) {
    const Built b(plan_with(R"("hooks": {"before_step": "./a.sh {nonsense}"})", kFourVms));
    ASSERT_TRUE(b.plan) << b.errors();
    EXPECT_THAT(b.plan->warnings, Contains(HasSubstr("{nonsense}, which is no placeholder")));
}

TEST(Timetable, adds_up_the_parts_of_all_steps) {
    const Built b(plan_with(
        R"("phases": {"precondition": {"at_least": "1h", "until_steady": true, "at_most": "2h"}, "sample": "30m", "cool_down": "5m", "grace": "10s"},
           "hooks": {"before_step": {"command": "x", "timeout": "15m"}}, "connects_per_second": 1000000, "connect_timeout": "1ms",
           "steps": [2, 4])",
        kFourVms
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    const Timetable all = timetable(*b.plan);
    EXPECT_NEAR(to_seconds(all.length), 2 * 5400 + 300, 0.1);
    EXPECT_NEAR(to_seconds(all.at_most), 2 * (900 + 7200 + 1800 + 10) + 300, 0.1);
    EXPECT_EQ(all.entries.front().what, "before_step");
    const Timetable rest = timetable(*b.plan, {"2 VMs"});
    EXPECT_NEAR(to_seconds(rest.length), 5400, 0.1);
    const std::string text = timetable_text(all, {});
    EXPECT_THAT(text, HasSubstr("cool-down"));
    EXPECT_THAT(text, HasSubstr("1 h to 2 h"));
    EXPECT_THAT(text, HasSubstr("+1:30:00"));
    const auto json =
        nlohmann::json::parse(timetable_json(all, std::chrono::system_clock::time_point{}));
    EXPECT_EQ(json["entries"][0]["starts_at"], "1970-01-01T00:00:00Z");
    EXPECT_THAT(
        explain_text(explain(*b.plan)), HasSubstr("at most 15 min; if it fails, the run stops")
    );
}

TEST(Sweep, begins_with_the_closed_loop_and_goes_on_with_shares_of_each_vm) {
    Built b(plan_with(
        R"("steps": [2], "phases": {"precondition": "1h", "sample": "10m"}, "sweep": {"percent": [50, 110], "settle": "1m", "arrival": "constant"})",
        kFourVms
    ));
    ASSERT_TRUE(b.plan) << b.errors();
    ASSERT_EQ(make_sweep(*b.plan), "");
    EXPECT_EQ(b.plan->steps[0].name, kSweepFirstStep);
    const StepPlan step = sweep_step(*b.plan, 110, {1000, 500});
    EXPECT_EQ(step.name, "110 %");
    const RunPlan own = plan_of_step(*b.plan, step);
    EXPECT_EQ(own.arrival, Arrival::constant);
    EXPECT_NEAR(own.targets[0].rate, 1100, 1e-9);
    EXPECT_NEAR(own.targets[1].rate, 550, 1e-9);
    EXPECT_EQ(own.phases.precondition, 1min);
    EXPECT_EQ(own.phases.sample, 10min);
    expect_same_again(*b.plan);
}

TEST(Sweep, refuses_several_steps_and_rates_of_ones_own) {
    Built several(plan_with(R"("steps": [1, 2])", kFourVms));
    ASSERT_TRUE(several.plan);
    EXPECT_THAT(make_sweep(*several.plan), HasSubstr("the plan has 2 steps"));
    Built rated(plan_with(R"("rate": 100)"));
    ASSERT_TRUE(rated.plan);
    EXPECT_THAT(make_sweep(*rated.plan), HasSubstr("leave out rate"));
}

}  // namespace
}  // namespace oltpsim::plan
