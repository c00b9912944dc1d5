// Hooks as real processes: their words, their environment, their end.
#include "phases/hook.hpp"
#include "support/scratch_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace oltpsim::phases {
namespace {

using testing::HasSubstr;

struct HookRun {
    support::ScratchDir dir;
    HookCall call;
    StopToken stop;

    explicit HookRun(const std::string& script) {
        call.script = script;
        call.folder = dir.path().string();
        call.output = (dir.path() / "out.log").string();
        call.timeout = std::chrono::seconds{20};
    }
    HookOutcome run() { return run_hook(call, stop); }
    std::string output() const {
        std::ifstream in(call.output);
        std::stringstream text;
        text << in.rdbuf();
        return text.str();
    }
};

TEST(Hook, gets_names_as_arguments_that_no_shell_reads) {
    HookRun h("printf '%s|' \"$@\" \"${OLTPSIM_STEP}\"");
    h.call.arguments = {"vm 1", "$(touch gone)", "'; touch gone; '"};
    h.call.environment = {{"OLTPSIM_STEP", "`touch gone` && touch gone"}};
    const HookOutcome outcome = h.run();
    EXPECT_TRUE(outcome.ok) << outcome.failure;
    EXPECT_EQ(h.output(), "vm 1|$(touch gone)|'; touch gone; '|`touch gone` && touch gone|");
    EXPECT_FALSE(std::filesystem::exists(h.dir.path() / "gone"));
}

TEST(Hook, does_not_get_the_variables_that_hold_passwords) {
    ::setenv("OLTPSIM_HOOK_TEST_PASSWORD", "hunter2", 1);
    HookRun h("env");
    h.call.hidden = {"OLTPSIM_HOOK_TEST_PASSWORD"};
    EXPECT_TRUE(h.run().ok);
    EXPECT_THAT(h.output(), testing::Not(HasSubstr("hunter2")));
    EXPECT_THAT(h.output(), HasSubstr("PATH="));
    ::unsetenv("OLTPSIM_HOOK_TEST_PASSWORD");
}

TEST(Hook, keeps_both_streams_and_says_the_exit_status) {
    HookRun h("echo out; echo err >&2; exit 3");
    const HookOutcome outcome = h.run();
    EXPECT_FALSE(outcome.ok);
    EXPECT_EQ(outcome.failure, "exit status 3");
    EXPECT_EQ(h.output(), "out\nerr\n");
}

TEST(Hook, that_takes_too_long_is_ended_with_all_it_started) {
    HookRun h("(sleep 60; touch late) & sleep 60");
    h.call.timeout = std::chrono::milliseconds{300};
    const HookOutcome outcome = h.run();
    EXPECT_FALSE(outcome.ok);
    EXPECT_THAT(outcome.failure, HasSubstr("took longer than 300 ms"));
    EXPECT_LT(outcome.seconds, 15);
}

TEST(Hook, a_server_that_it_starts_stays_and_does_not_hold_it_up) {
    HookRun h("(sleep 2) & echo started");
    const HookOutcome outcome = h.run();
    EXPECT_TRUE(outcome.ok);
    EXPECT_LT(outcome.seconds, 1.9);
}

TEST(Hook, the_first_ctrl_c_lets_it_finish_and_the_second_does_not) {
    HookRun first("sleep 0.3; echo done");
    first.stop.request();
    EXPECT_TRUE(first.run().ok);
    EXPECT_EQ(first.output(), "done\n");
    HookRun second("sleep 60");
    second.stop.request();
    second.stop.request();
    const HookOutcome outcome = second.run();
    EXPECT_TRUE(outcome.cut_short);
    EXPECT_LT(outcome.seconds, 15);
}

TEST(Hook, a_folder_that_is_gone_is_an_error_with_its_name) {
    HookRun h("true");
    h.call.folder = "/no/such/folder";
    EXPECT_THAT(h.run().failure, HasSubstr("/no/such/folder"));
}

}  // namespace
}  // namespace oltpsim::phases
