// Typed reading: all faults at once, each naming place, key, what was expected and what is near.
#include "config/json_parse.hpp"
#include "config/profiles.hpp"
#include "config/section.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::config {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kKeys[] = {
    "table_size", "clients", "rate", "think", "skip", "mode", "name", "list"
};

struct Reading {
    explicit Reading(std::string_view text)
        : root(parse_json("p", text, problems)), section(&*root, "", kKeys, problems) {}
    Problems problems;
    std::optional<Node> root;
    Section section;
};

TEST(Section, reads_every_type_from_values_and_from_texts) {
    Reading r(
        R"({"table_size": "10M", "clients": 32, "rate": "2.5", "think": "4.743s", "skip": "on", "name": 7})"
    );
    EXPECT_EQ(r.section.count("table_size", 1, 1'000'000'000), 10'000'000U);
    EXPECT_EQ(r.section.count("clients", 1, 100), 32U);
    EXPECT_EQ(r.section.number("rate", 0, 10), 2.5);
    EXPECT_EQ(r.section.duration("think"), std::chrono::milliseconds{4743});
    EXPECT_EQ(r.section.boolean("skip"), true);
    EXPECT_EQ(r.section.text("name"), "7");
    EXPECT_EQ(r.section.text("mode"), std::nullopt);
    EXPECT_TRUE(r.problems.ok()) << r.problems.error_text();
}

TEST(Section, collects_all_faults_with_line_key_and_nearest_name) {
    Reading r("{\"table-size\": 1,\n\"warehouses\": 2,\n\"clients\": -1,\n\"rate\": "
              "\"fast\",\n\"skip\": {},\n\"mode\": \"clsed\"}");
    const std::vector<std::string> modes{"closed", "poisson"};
    (void)r.section.count("clients", 1, 100);
    (void)r.section.number("rate", 0, 10);
    (void)r.section.boolean("skip");
    (void)r.section.choice("mode", modes);
    EXPECT_EQ(
        r.problems.error_text(),
        "p:1:2: error: unknown key \"table-size\"; did you mean \"table_size\"?\n"
        "p:2:1: error: unknown key \"warehouses\"; known: table_size, clients, rate, think, skip, "
        "mode, name, list\n"
        "p:3:12: error: \"clients\" must be a whole number from 1 to 100, got \"-1\"\n"
        "p:4:9: error: \"rate\" must be a number from 0 to 10, got \"fast\"\n"
        "p:5:9: error: \"skip\" must be true or false, got an object\n"
        "p:6:9: error: \"mode\" must be one of closed, poisson, got \"clsed\"; did you mean "
        "\"closed\"?\n"
    );
}

TEST(Section, what_two_readers_find_wrong_is_told_once) {
    Reading r(R"({"clients": -1})");
    (void)r.section.count("clients", 1, 100);
    (void)r.section.count("clients", 1, 100);
    EXPECT_EQ(r.problems.errors().size(), 1U);
}

TEST(Section, texts_hold_no_control_characters) {
    for (const auto* text :
         {R"({"name": "a\u001b[31m"})", R"({"name": "a\nb"})", R"({"name": "a\u009b2J"})"}) {
        Reading r(text);
        EXPECT_EQ(r.section.text("name"), std::nullopt);
        EXPECT_THAT(r.problems.error_text(), HasSubstr("must not hold control characters"));
    }
    Reading lines(R"({"name": "a\n\tb", "mode": "a\u001bb"})");
    EXPECT_EQ(lines.section.text("name", true), "a\n\tb");
    EXPECT_EQ(lines.section.text("mode", true), std::nullopt);
    Reading umlauts(R"({"name": "Gr\u00f6\u00dfe"})");
    EXPECT_EQ(umlauts.section.text("name"), "Größe");
}

TEST(Section, a_duration_is_at_most_a_year_and_may_need_its_unit) {
    Reading r(R"({"think": "400d", "rate": 5, "skip": "5ms"})");
    EXPECT_EQ(r.section.duration("think"), std::nullopt);
    EXPECT_EQ(r.section.duration("rate", true), std::nullopt);
    EXPECT_EQ(r.section.duration("skip", true), std::chrono::milliseconds{5});
    EXPECT_THAT(r.problems.error_text(), HasSubstr("\"think\" must be at most 365d, got \"400d\""));
    EXPECT_THAT(r.problems.error_text(), HasSubstr("\"rate\" needs a unit: 5ms or 5s"));
}

TEST(Section, advises_users_of_other_tools) {
    Reading r(R"({"threads": 4, "password": "hunter2"})");
    EXPECT_THAT(r.problems.error_text(), HasSubstr("virtual clients"));
    EXPECT_THAT(r.problems.error_text(), HasSubstr("password_env"));
    EXPECT_THAT(r.problems.error_text(), Not(HasSubstr("hunter2")));
}

TEST(Section, refuses_what_is_no_object) {
    Problems problems;
    const auto root = parse_json("p", "[1]", problems);
    Section section(&*root, "phases", kKeys, problems);
    EXPECT_EQ(problems.error_text(), "p:1:1: error: \"phases\" must be an object, got a list\n");
    EXPECT_FALSE(section.has("clients"));
}

TEST(Section, takes_a_single_value_for_a_list) {
    Reading one(R"({"list": "a"})");
    Reading two(R"({"list": ["a", "b"]})");
    EXPECT_EQ(one.section.list("list").size(), 1U);
    EXPECT_EQ(two.section.list("list").size(), 2U);
    EXPECT_TRUE(two.section.list("mode").empty());
}

TEST(Problems, never_hold_a_password_of_a_url) {
    Problems problems;
    problems.error({"p", 1, 1}, "cannot use mysql://sbtest:hunter2@vm1/sbtest");
    EXPECT_THAT(problems.error_text(), Not(HasSubstr("hunter2")));
}

TEST(Profiles, built_in_profiles_parse) {
    for (const std::string& name : profile_names()) {
        Problems problems;
        const auto root = load_profile(name, problems);
        ASSERT_TRUE(root) << problems.error_text();
        EXPECT_TRUE(problems.ok()) << problems.error_text();
        EXPECT_NE(root->find("workload"), nullptr) << name;
    }
    Problems problems;
    EXPECT_FALSE(load_profile("no-such-profile", problems));
    EXPECT_FALSE(load_profile("", problems));
}

}  // namespace
}  // namespace oltpsim::config
