// A database of a test's own on each kind of server, and plans that point at it.
#pragma once

#include "db/driver.hpp"
#include "load/load.hpp"
#include "plan/run_plan.hpp"
#include "support/scratch_dir.hpp"

#include <gtest/gtest.h>

#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace oltpsim::test {

using Options = std::map<std::string, std::string>;

/// One kind of database the tests run on.
struct Place {
    std::string label;
    std::string variable;  ///< environment variable with URLs; empty for SQLite
    std::string driver;
};

void PrintTo(const Place& place, std::ostream* out);

/// All kinds; those without a server are skipped by name in Fixture::SetUp.
std::vector<Place> places();

/// Gives each test empty databases, dropped at its end.
class LoadTest : public testing::TestWithParam<Place> {
protected:
    void SetUp() override;
    void TearDown() override;

    /// A new, empty database. Returns its position for plan().
    std::size_t add_database();
    /// A plan over databases [0, n) in order, with these options of sysbench/<script>, or of the workload of that name.
    plan::RunPlan plan(const Options& options, const std::string& script = "oltp_read_write") const;
    std::unique_ptr<db::AdminConnection> connect(std::size_t database = 0) const;
    /// Rows of one statement, as text cells. Fails the test on an error.
    db::ResultSet ask(const std::string& sql, std::size_t database = 0) const;
    std::vector<std::string> tables(std::size_t database = 0) const;
    /// All rows of sbtest<table>, in order of id, folded into one number.
    std::uint64_t rows_digest(std::uint32_t table, std::size_t database = 0) const;

    /// All rows of a table in an order that leaves no ties, folded into one number.
    std::uint64_t table_digest(
        const std::string& table, const std::string& order, std::size_t database = 0
    ) const;

    /// Units that a load has committed; 0 before its notes are there.
    std::int64_t units_done() const;
    /// Prepares in a process of its own, which SIGKILL ends in the middle of a unit, `rows` rows on.
    void load_and_kill_after(const plan::RunPlan& plan, std::int64_t rows);

    /// The driver of all plans; tests may put a faulty one in front.
    const db::Driver* driver_ = nullptr;
    std::vector<db::TargetUrl> urls_;
    db::Secret password_;
    std::atomic<bool> stop_{false};

private:
    support::ScratchDir scratch_;
    db::TargetUrl server_;
};

std::string place_name(const testing::TestParamInfo<Place>& info);

/// "name: outcome error" of all targets, for messages.
std::string to_text(const load::PrepareReport& report);
/// The checks that failed.
std::string failures_of(const load::CheckReport& report);

}  // namespace oltpsim::test
