// Declared drift: rows and bytes that commits add, by the workload's own word for it.
#include "results/data_growth.hpp"
#include "results/make_step_result.hpp"
#include "support/step_outcomes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oltpsim::results {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// Two tables of known row sizes, one unknown.
class SizedTables final : public workload::Dataset {
public:
    std::span<const workload::DatasetTable> tables() const override { return tables_; }
    std::vector<std::string> create_sql() const override { return {}; }
    std::vector<std::string> finish_sql() const override { return {}; }
    std::vector<std::string> drop_sql() const override { return {}; }
    std::vector<workload::LoadUnit> units() const override { return {}; }
    db::Result<void>
    write_unit(const workload::LoadUnit&, db::AdminConnection&, const std::function<void(std::uint64_t)>&)
        const override {
        return {};
    }
    std::vector<workload::CheckResult> check(db::AdminConnection&, bool) const override {
        return {};
    }
    std::string fits(db::AdminConnection&) const override { return {}; }

private:
    std::vector<workload::DatasetTable> tables_{
        {"orders", {}, 10'000, 100}, {"lines", {}, 100'000, 50}, {"odd", {}, 0, 0}
    };
};

class SizedKind final : public workload::WorkloadType {
public:
    const std::string& name() const override { return name_; }
    const std::string& summary() const override { return name_; }
    std::span<const workload::OptionSpec> options() const override { return {}; }
    std::string check(const workload::OptionValues&) const override { return {}; }
    db::Result<std::unique_ptr<workload::Workload>>
    bind(const workload::OptionValues&, const workload::Binding&) const override {
        return db::DbError{};
    }
    db::Result<std::unique_ptr<workload::Dataset>>
    dataset(const workload::OptionValues&, const workload::Binding&) const override {
        std::unique_ptr<workload::Dataset> made = std::make_unique<SizedTables>();
        return made;
    }

private:
    std::string name_ = "test/sized";
};

struct Growing {
    SizedKind kind;
    plan::RunPlan plan = support::plan_of(1);
    metrics::TargetOutcome target = support::target_outcome(0);
    std::vector<workload::TransactionType> types{2};

    Growing() {
        plan.workload = &kind;
        support::commit(support::total(target), 5'000'000, 1'000, 0);
        support::commit(support::total(target, metrics::Phase::precondition), 5'000'000, 500, 0);
        support::commit(support::total(target), 5'000'000, 100, 1);
    }
};

TEST(DataGrowth, counts_the_commits_of_all_phases) {
    Growing g;
    g.types[0].growth = {{"orders", 1}, {"lines", 10}};
    g.types[1].growth = {{"orders", -1}};
    const auto growth = data_growth_of(g.plan, g.target, g.types);
    ASSERT_TRUE(growth);
    EXPECT_DOUBLE_EQ(growth->rows, 1'500 * 11 - 100);
    EXPECT_DOUBLE_EQ(growth->bytes.value(), 1'500.0 * (100 + 500) - 100 * 100);
}

TEST(DataGrowth, is_absent_where_nothing_grows_and_without_bytes_where_sizes_are_unknown) {
    Growing g;
    EXPECT_FALSE(data_growth_of(g.plan, g.target, g.types));
    g.types[0].growth = {{"odd", 1}};
    const auto growth = data_growth_of(g.plan, g.target, g.types);
    ASSERT_TRUE(growth);
    EXPECT_DOUBLE_EQ(growth->rows, 1'500);
    EXPECT_FALSE(growth->bytes);
}

TEST(DataGrowth, is_declared_in_a_note_with_its_share) {
    StepResult step;
    step.targets.resize(1);
    step.targets[0].data_bytes = 1'000'000'000;
    note_growth(step);
    EXPECT_TRUE(step.notes.empty());
    step.targets[0].data_growth = DataGrowth{10'000, 20e6};
    step.targets[0].steady = false;
    note_growth(step);
    EXPECT_THAT(step.notes, Contains(HasSubstr("the data grew by about 19.1 MiB or 2 %")));
    EXPECT_THAT(step.notes, Contains(HasSubstr("a slow trend in the precondition may be that")));
}

}  // namespace
}  // namespace oltpsim::results
