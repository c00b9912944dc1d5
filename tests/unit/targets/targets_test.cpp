// Passwords in their order, whose machine a target is on, and pre-flight against real SQLite files.
#include "config/json_parse.hpp"
#include "plan/build_plan.hpp"
#include "targets/passwords.hpp"
#include "targets/preflight.hpp"
#include "targets/same_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

namespace oltpsim::drivers::sqlite {
std::unique_ptr<db::Driver> make_driver();
}
namespace oltpsim::workloads::sysbench {
std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads();
}

namespace oltpsim::targets {
namespace {

using testing::HasSubstr;
using testing::Not;

class Targets : public testing::Test {
protected:
    Targets() {
        drivers.push_back(drivers::sqlite::make_driver());
        std::filesystem::create_directories(folder);
    }
    ~Targets() override { std::filesystem::remove_all(folder); }

    std::string write(
        const std::string& name, const std::string& text, std::filesystem::perms mode
    ) {
        const auto path = folder / name;
        std::ofstream(path) << text;
        std::filesystem::permissions(path, mode);
        return path.string();
    }

    plan::RunPlan plan_for(const std::string& targets) {
        const auto document = config::parse_json(
            "p", R"({"workload": "sysbench/oltp_read_write", "targets": )" + targets + "}", problems
        );
        auto built = plan::build_plan(*document, "p", {drivers, workloads}, problems);
        if (!built) {
            throw std::runtime_error(problems.error_text());
        }
        return std::move(*built);
    }

    std::string warnings() const {
        std::string all;
        for (const config::Problem& problem : problems.warnings()) {
            all += problem.message + "\n";
        }
        return all;
    }

    static constexpr auto kPrivate =
        std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("oltpsim-targets-" + std::to_string(::getpid()));
    std::vector<std::unique_ptr<db::Driver>> drivers;
    std::vector<std::unique_ptr<workload::WorkloadType>> workloads =
        workloads::sysbench::make_workloads();
    config::Problems problems;
    std::atomic<bool> stop{false};
};

TEST_F(Targets, password_comes_from_the_variable_before_the_file) {
    ::setenv("OLTPSIM_TEST_PASSWORD", "from env", 1);
    const std::string file = write("pw", "from file\nsecond line\n", kPrivate);
    auto plan = plan_for(
        R"([{"url": "sqlite:/tmp/a.db", "password_env": "OLTPSIM_TEST_PASSWORD", "password_file": ")" +
        file + R"("},
            {"url": "sqlite:/tmp/b.db", "password_env": "OLTPSIM_TEST_NOT_SET", "password_file": ")" +
        file + R"("},
            {"url": "sqlite:/tmp/c.db"}])"
    );
    resolve_passwords(plan, problems);
    EXPECT_TRUE(problems.ok()) << problems.error_text();
    EXPECT_EQ(plan.targets[0].password.reveal(), "from env");
    EXPECT_EQ(plan.targets[1].password.reveal(), "from file");
    EXPECT_FALSE(plan.targets[2].password.is_set());
    EXPECT_THAT(warnings(), Not(HasSubstr("open to other users")));
    ::unsetenv("OLTPSIM_TEST_PASSWORD");
}

TEST_F(Targets, a_missing_variable_or_file_is_an_error_that_names_it_once) {
    auto plan = plan_for(
        R"([{"url": "sqlite:/tmp/{a,b}.db", "password_env": "OLTPSIM_TEST_NOT_SET"},
            {"url": "sqlite:/tmp/c.db", "password_file": "/no/such/file"}])"
    );
    resolve_passwords(plan, problems);
    EXPECT_EQ(problems.errors().size(), 2U);
    EXPECT_THAT(problems.error_text(), HasSubstr("OLTPSIM_TEST_NOT_SET (password_env) is not set"));
    EXPECT_THAT(problems.error_text(), HasSubstr("/no/such/file cannot be read: No such file"));
}

TEST_F(Targets, a_file_that_others_can_read_warns_and_an_empty_one_is_an_error) {
    using std::filesystem::perms;
    const std::string open = write("open", "hunter2\n", kPrivate | perms::others_read);
    const std::string empty = write("empty", "\n", kPrivate);
    auto plan = plan_for(
        R"([{"url": "sqlite:/tmp/a.db", "password_file": ")" + open +
        R"("}, {"url": "sqlite:/tmp/b.db", "password_file": ")" + empty + R"("}])"
    );
    resolve_passwords(plan, problems);
    EXPECT_EQ(plan.targets[0].password.reveal(), "hunter2");
    EXPECT_THAT(warnings(), HasSubstr("open to other users"));
    EXPECT_THAT(problems.error_text(), HasSubstr("has an empty first line"));
    EXPECT_THAT(warnings() + problems.error_text(), Not(HasSubstr("hunter2")));
}

TEST(SameHost, knows_loopback_sockets_files_and_own_addresses) {
    const auto here = [](const char* text) { return is_same_host(*db::TargetUrl::parse(text)); };
    EXPECT_TRUE(here("postgresql://u@127.0.0.1/d"));
    EXPECT_TRUE(here("postgresql://u@localhost/d"));
    EXPECT_TRUE(here("mysql://u@[::1]/d"));
    EXPECT_TRUE(here("sqlite:/tmp/a.db"));
    EXPECT_FALSE(here("mysql://u@192.0.2.1/d"));
}

TEST_F(Targets, preflight_reports_facts_and_failures_per_target) {
    const std::string good = (folder / "good.db").string();
    auto plan = plan_for(R"(["sqlite:)" + good + R"(", "sqlite:/no/such/folder/bad.db"])");
    const auto reports = preflight(plan, {}, stop);
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_TRUE(reports[0].ok()) << reports[0].describe();
    EXPECT_EQ(reports[0].facts.product, "SQLite");
    EXPECT_TRUE(reports[0].same_host);
    ASSERT_TRUE(reports[1].error);
    EXPECT_FALSE(reports[1].describe().empty());
}

TEST_F(Targets, preflight_fails_a_target_by_the_further_check) {
    auto plan = plan_for(R"(["sqlite:)" + (folder / "a.db").string() + R"("])");
    PreflightScope scope;
    scope.further = [](const plan::TargetPlan&,
                       db::AdminConnection& session) -> std::optional<db::DbError> {
        const auto tables = session.tables();
        db::DbError error;
        error.cls = db::ErrorClass::schema_mismatch;
        error.message = "no tables";
        return tables && tables->empty() ? std::optional(error) : std::nullopt;
    };
    const auto reports = preflight(plan, scope, stop);
    EXPECT_THAT(reports[0].describe(), HasSubstr("no tables"));
}

TEST_F(Targets, preflight_that_is_stopped_reports_cancelled) {
    auto plan = plan_for(R"(["sqlite:)" + (folder / "a.db").string() + R"("])");
    stop = true;
    const auto reports = preflight(plan, {}, stop);
    ASSERT_TRUE(reports[0].error);
    EXPECT_EQ(reports[0].error->cls, db::ErrorClass::cancelled);
}

}  // namespace
}  // namespace oltpsim::targets
