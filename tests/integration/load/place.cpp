// Databases for tests: files for SQLite, CREATE DATABASE elsewhere.
#include "place.hpp"

#include "core/text.hpp"
#include "faulty_driver.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ostream>

namespace oltpsim::drivers::sqlite {
std::unique_ptr<db::Driver> make_driver();
}
namespace oltpsim::drivers::postgresql {
std::unique_ptr<db::Driver> make_driver();
}
namespace oltpsim::drivers::mysql {
std::unique_ptr<db::Driver> make_driver();
}
namespace oltpsim::workloads::sysbench {
std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads();
}
namespace oltpsim::workloads::tpcc {
std::vector<std::unique_ptr<workload::WorkloadType>> make_workloads();
}

namespace oltpsim::test {
namespace {

const std::vector<std::unique_ptr<db::Driver>>& drivers() {
    static const auto kAll = [] {
        std::vector<std::unique_ptr<db::Driver>> all;
#ifdef HAVE_SQLITE
        all.push_back(drivers::sqlite::make_driver());
#endif
#ifdef HAVE_POSTGRESQL
        all.push_back(drivers::postgresql::make_driver());
#endif
#ifdef HAVE_MYSQL
        all.push_back(drivers::mysql::make_driver());
#endif
        return all;
    }();
    return kAll;
}

const workload::WorkloadType& script_named(const std::string& name) {
    static const auto kAll = [] {
        auto all = workloads::sysbench::make_workloads();
        for (auto& one : workloads::tpcc::make_workloads()) {
            all.push_back(std::move(one));
        }
        return all;
    }();
    for (const auto& one : kAll) {
        if (one->name() == "sysbench/" + name || one->name() == name) {
            return *one;
        }
    }
    throw std::logic_error("no script " + name);
}

std::string first_url(const std::string& variable) {
    const char* text = std::getenv(variable.c_str());
    const std::string urls = text != nullptr ? text : "";
    return std::string(trim(urls.substr(0, urls.find(' '))));
}

}  // namespace

std::vector<Place> places() {
    return {
        {"sqlite", "", "sqlite"},
        {"postgresql", "OLTPSIM_TEST_POSTGRESQL_URLS", "postgresql"},
        {"mariadb", "OLTPSIM_TEST_MARIADB_URLS", "mysql"},
        {"mysql", "OLTPSIM_TEST_MYSQL_URLS", "mysql"},
        {"mysql56", "OLTPSIM_TEST_MYSQL56_URLS", "mysql"},
    };
}

void PrintTo(const Place& place, std::ostream* out) { *out << place.label; }

std::string place_name(const testing::TestParamInfo<Place>& info) { return info.param.label; }

void LoadTest::SetUp() {
    for (const auto& one : drivers()) {
        if (one->info().name == GetParam().driver) {
            driver_ = one.get();
        }
    }
    if (driver_ == nullptr) {
        GTEST_SKIP() << "driver " << GetParam().driver << " is not built";
    }
    if (!GetParam().variable.empty()) {
        const std::string text = first_url(GetParam().variable);
        if (text.empty()) {
            GTEST_SKIP() << GetParam().variable << " names no server";
        }
        auto url = db::TargetUrl::parse(text);
        ASSERT_TRUE(url) << url.error().describe();
        server_ = std::move(*url);
        password_ = db::Secret(std::string(trim(support::content_of(server_.password_file))));
    }
    add_database();
}

std::size_t LoadTest::add_database() {
    const std::string name = fmt::format("oltpsim_load_{}_{}", getpid(), urls_.size());
    if (GetParam().variable.empty()) {
        urls_.push_back(
            *db::TargetUrl::parse("sqlite:" + (scratch_.path() / (name + ".db")).string())
        );
        return urls_.size() - 1;
    }
    auto admin = driver_->connect_admin({server_, password_}, {});
    EXPECT_TRUE(admin) << admin.error().describe();
    const auto made = (*admin)->query("CREATE DATABASE " + name);
    EXPECT_TRUE(made) << made.error().describe();
    db::TargetUrl url = server_;
    url.database = name;
    urls_.push_back(url);
    return urls_.size() - 1;
}

void LoadTest::TearDown() {
    if (driver_ == nullptr || GetParam().variable.empty() || urls_.empty()) {
        return;
    }
    auto admin = driver_->connect_admin({server_, password_}, {});
    ASSERT_TRUE(admin) << admin.error().describe();
    for (const db::TargetUrl& url : urls_) {
        const auto gone = (*admin)->query("DROP DATABASE IF EXISTS " + url.database);
        EXPECT_TRUE(gone) << gone.error().describe();
    }
}

plan::RunPlan LoadTest::plan(const Options& options, const std::string& script) const {
    plan::RunPlan made;
    made.name = "load test";
    made.workload = &script_named(script);
    std::size_t used = 0;
    for (const workload::OptionSpec& spec : made.workload->options()) {
        const auto given = options.find(spec.name);
        used += given != options.end() ? 1 : 0;
        EXPECT_EQ(
            made.options.parse_and_set(
                spec, given != options.end() ? given->second : spec.default_text
            ),
            ""
        );
    }
    EXPECT_EQ(used, options.size());
    EXPECT_EQ(made.workload->check(made.options), "");
    for (std::size_t i = 0; i < urls_.size(); ++i) {
        plan::TargetPlan target;
        target.index = target.data_index = static_cast<std::uint32_t>(i);
        target.name = fmt::format("vm{}", i + 1);
        target.url = urls_[i];
        target.password = password_;
        target.driver = driver_;
        target.dialect = driver_->info().dialect;
        target.clients = 2;
        target.seed = 7;
        made.targets.push_back(std::move(target));
    }
    made.load.connections = 2;
    made.seed = 7;
    return made;
}

std::unique_ptr<db::AdminConnection> LoadTest::connect(std::size_t database) const {
    auto admin = driver_->connect_admin({urls_[database], password_}, {});
    EXPECT_TRUE(admin) << admin.error().describe();
    return std::move(*admin);
}

db::ResultSet LoadTest::ask(const std::string& sql, std::size_t database) const {
    auto rows = connect(database)->query(sql);
    EXPECT_TRUE(rows) << sql << ": " << rows.error().describe();
    return rows ? std::move(*rows) : db::ResultSet{};
}

std::vector<std::string> LoadTest::tables(std::size_t database) const {
    const auto names = connect(database)->tables();
    EXPECT_TRUE(names) << names.error().describe();
    return names ? *names : std::vector<std::string>{};
}

std::uint64_t LoadTest::rows_digest(std::uint32_t table, std::size_t database) const {
    const db::ResultSet rows =
        ask(fmt::format("SELECT id, k, c, pad FROM sbtest{} ORDER BY id", table), database);
    std::uint64_t digest = rows.rows();
    for (std::uint64_t row = 0; row < rows.rows(); ++row) {
        for (std::uint32_t column = 0; column < 4; ++column) {
            digest = seed_of(digest, std::hash<std::string>{}(rows.as_text(row, column)));
        }
    }
    return digest;
}

std::int64_t LoadTest::units_done() const {
    const auto present = tables();
    if (std::find(present.begin(), present.end(), "oltpsim_load") == present.end()) {
        return 0;
    }
    return ask("SELECT COUNT(*) FROM oltpsim_load").integer(0, 0);
}

void LoadTest::load_and_kill_after(const plan::RunPlan& plan, std::int64_t rows) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        Faults faults;
        const FaultyDriver faulty(*driver_, faults);
        plan::RunPlan doomed = plan;
        doomed.targets[0].driver = &faulty;
        faults.rows_until_kill = rows;
        (void)load::prepare(doomed, {}, stop_);
        _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the loader lived on";
}

std::uint64_t LoadTest::table_digest(
    const std::string& table, const std::string& order, std::size_t database
) const {
    const db::ResultSet rows =
        ask(fmt::format("SELECT * FROM {} ORDER BY {}", table, order), database);
    std::uint64_t digest = rows.rows();
    for (std::uint64_t row = 0; row < rows.rows(); ++row) {
        for (std::uint32_t column = 0; column < rows.columns(); ++column) {
            digest = seed_of(digest, std::hash<std::string>{}(rows.as_text(row, column)));
        }
    }
    return digest;
}

std::string to_text(const load::PrepareReport& report) {
    std::string text;
    for (const load::TargetLoad& one : report.targets) {
        text += fmt::format(
            "{}: {} {}\n",
            one.name,
            load::to_string(one.outcome),
            one.error ? one.error->describe() : ""
        );
    }
    return text;
}

std::string failures_of(const load::CheckReport& report) {
    std::string text;
    for (const load::TargetCheck& one : report.targets) {
        text += one.error ? one.error->describe() + "\n" : "";
        for (const workload::CheckResult& result : one.results) {
            text +=
                result.passed ? "" : fmt::format("{} {}: {}\n", one.name, result.id, result.detail);
        }
    }
    return text;
}

}  // namespace oltpsim::test
