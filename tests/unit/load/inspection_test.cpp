// Who may be loaded, resumed or left alone, decided from what was found.
#include "load/inspection.hpp"

#include <gtest/gtest.h>

namespace oltpsim::load {
namespace {

class TwoTables : public workload::Dataset {
public:
    TwoTables() {
        tables_.push_back({"sbtest1", {}, 10, 0});
        tables_.push_back({"sbtest2", {}, 10, 0});
    }
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
    std::vector<workload::DatasetTable> tables_;
};

Notes notes() {
    Notes made;
    made.family = "sysbench";
    made.identity = "tables=2 table_size=10";
    made.seed = 7;
    made.data_index = 1;
    return made;
}

Inspection found(std::set<std::string> present, std::optional<Notes> there = std::nullopt) {
    Inspection inspection;
    inspection.present = std::move(present);
    inspection.notes = std::move(there);
    return inspection;
}

TEST(Judge, empty_database_may_be_loaded) {
    Inspection inspection = found({"something_else"});
    EXPECT_EQ(judge(inspection, notes(), TwoTables{}), "");
    EXPECT_EQ(inspection.found, Found::nothing);
}

TEST(Judge, tables_without_notes_are_foreign) {
    Inspection inspection = found({"sbtest2"});
    EXPECT_NE(judge(inspection, notes(), TwoTables{}).find("sbtest2"), std::string::npos);
}

TEST(Judge, own_notes_are_resumed_or_complete) {
    Inspection unfinished = found({"sbtest1"}, notes());
    EXPECT_EQ(judge(unfinished, notes(), TwoTables{}), "");
    EXPECT_EQ(unfinished.found, Found::unfinished);
    Notes done = notes();
    done.loaded_utc = "2026-11-30T12:00:00.000Z";
    Inspection loaded = found({"sbtest1", "sbtest2"}, done);
    EXPECT_EQ(judge(loaded, notes(), TwoTables{}), "");
    EXPECT_EQ(loaded.found, Found::loaded);
}

TEST(Judge, complete_load_with_a_table_gone_is_refused) {
    Notes done = notes();
    done.loaded_utc = "2026-11-30T12:00:00.000Z";
    Inspection inspection = found({"sbtest1"}, done);
    EXPECT_NE(judge(inspection, notes(), TwoTables{}).find("sbtest2"), std::string::npos);
}

TEST(Difference, names_each_word_that_differs) {
    Notes other = notes();
    EXPECT_EQ(difference(notes(), other), "");
    other.identity = "tables=4 table_size=10";
    other.data_index = 2;
    EXPECT_EQ(
        difference(notes(), other),
        "tables=2 there, tables=4 in the plan; data index 1 there, data index 2 in the plan"
    );
    other = notes();
    other.family = "tpcc";
    EXPECT_EQ(difference(notes(), other), "sysbench data there, tpcc in the plan");
}

}  // namespace
}  // namespace oltpsim::load
