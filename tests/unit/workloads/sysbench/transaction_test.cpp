// What each script sends, seen by a session that only takes notes.
#include "resolved.hpp"
#include "workloads/sysbench/digits.hpp"
#include "workloads/sysbench/row_change.hpp"
#include "workloads/sysbench/script_workload.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace oltpsim::workloads::sysbench {
namespace {

using db::CommandKind;

/// One command as it was sent; texts copied.
struct Sent {
    CommandKind kind = CommandKind::execute;
    std::string name;
    std::string sql;
    std::vector<std::int64_t> numbers;
    std::vector<std::string> texts;
    std::size_t batch = 0;  ///< which batch it travelled in
};

/// Answers at once, as blocking drivers do; fails the n-th command when told to.
class Notes : public db::Connection {
public:
    explicit Notes(db::Pipelining pipelining = db::Pipelining::off)
        : Connection(options_with(pipelining), nullptr) {}

    std::vector<Sent> sent;
    std::size_t fail_at = SIZE_MAX;

    void abort(db::ErrorClass) noexcept override {}
    void close() noexcept override {}
    bool is_open() const noexcept override { return true; }

protected:
    Step begin_open() override { return Step::done; }
    bool batches() const noexcept override { return true; }
    Step begin_commands(std::span<const db::Command> commands) override {
        ++batch_;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            if (sent.size() == fail_at) {
                db::DbError error;
                error.cls = db::ErrorClass::deadlock;
                set_error(error, i);
                return Step::done;
            }
            note(commands[i]);
        }
        return Step::done;
    }

private:
    static db::SessionOptions options_with(db::Pipelining pipelining) {
        db::SessionOptions options;
        options.pipelining = pipelining;
        return options;
    }
    void note(const db::Command& command) {
        Sent one;
        one.kind = command.kind;
        one.batch = batch_;
        if (command.statement != nullptr) {
            one.name = command.statement->name;
            one.sql = command.statement->sql;
            EXPECT_EQ(command.params.size(), command.statement->params.size()) << one.sql;
        }
        for (const db::Value& value : command.params) {
            if (value.type == db::ValueType::integer) {
                one.numbers.push_back(value.number);
            } else {
                one.texts.emplace_back(value.chars);
            }
        }
        sent.push_back(std::move(one));
    }
    std::size_t batch_ = 0;
};

std::unique_ptr<workload::Workload> workload_for(
    Script script, const std::map<std::string, std::string>& options = {}, std::uint32_t clients = 4
) {
    workload::Binding binding;
    binding.dialect = "postgresql";
    binding.seed = 7;
    binding.clients = clients;
    auto made = make_workload(resolved(script, options), binding);
    EXPECT_TRUE(made);
    return std::move(*made);
}

workload::TxnStatus run_one(
    const workload::Workload& workload,
    Notes& notes,
    std::uint64_t seed = 1,
    workload::ClientContext context = {0, 4, 0}
) {
    workload::Session session(notes);
    Rng rng(seed);
    Task<workload::TxnStatus> task = workload.run(0, session, context, rng);
    task.start();
    EXPECT_TRUE(task.done());
    return task.take();
}

std::vector<std::string> names_of(const Notes& notes) {
    std::vector<std::string> names;
    for (const Sent& one : notes.sent) {
        names.push_back(
            one.kind == CommandKind::begin    ? "BEGIN"
            : one.kind == CommandKind::commit ? "COMMIT"
                                              : one.name
        );
    }
    return names;
}

TEST(ReadWrite, sends_sysbenchs_twenty_queries_in_order) {
    const auto workload = workload_for(Script::oltp_read_write);
    Notes notes;
    EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::committed);
    std::vector<std::string> expected{"BEGIN"};
    expected.insert(expected.end(), 10, "point_select");
    for (const char* name :
         {"simple_range",
          "sum_range",
          "order_range",
          "distinct_range",
          "index_update",
          "non_index_update",
          "delete",
          "insert",
          "COMMIT"}) {
        expected.emplace_back(name);
    }
    EXPECT_EQ(names_of(notes), expected);
    EXPECT_EQ(workload->transactions()[0].queries, 20);
    EXPECT_EQ(workload->transactions()[0].name, "oltp_read_write");
    EXPECT_FALSE(workload->transactions()[0].read_only);
}

TEST(ReadWrite, parameters_are_ids_ranges_and_texts_of_the_right_shape) {
    const auto workload =
        workload_for(Script::oltp_read_write, {{"range_size", "25"}, {"table_size", "500"}});
    Notes notes;
    run_one(*workload, notes);
    for (const Sent& one : notes.sent) {
        if (one.name.ends_with("_range")) {
            EXPECT_EQ(one.numbers.at(1) - one.numbers.at(0), 24) << one.name;
        }
        if (!one.numbers.empty()) {
            EXPECT_GE(one.numbers[0], 1);
            EXPECT_LE(one.numbers[0], 500);
        }
    }
    EXPECT_TRUE(is_digit_groups(notes.sent[16].texts.at(0), kCLength));
    EXPECT_EQ(notes.sent[17].numbers, std::vector<std::int64_t>{notes.sent[18].numbers[0]})
        << "insert puts back the id deleted";
    EXPECT_TRUE(is_digit_groups(notes.sent[18].texts.at(0), kCLength));
    EXPECT_TRUE(is_digit_groups(notes.sent[18].texts.at(1), kPadLength));
}

TEST(ReadWrite, is_a_function_of_the_generator) {
    const auto workload = workload_for(Script::oltp_read_write, {{"tables", "7"}});
    Notes a, b, c;
    run_one(*workload, a, 5);
    run_one(*workload, b, 5);
    run_one(*workload, c, 6);
    bool differs = false;
    for (std::size_t i = 0; i < a.sent.size(); ++i) {
        EXPECT_EQ(a.sent[i].sql, b.sent[i].sql);
        EXPECT_EQ(a.sent[i].numbers, b.sent[i].numbers);
        EXPECT_EQ(a.sent[i].texts, b.sent[i].texts);
        differs = differs || a.sent[i].numbers != c.sent[i].numbers;
    }
    EXPECT_TRUE(differs);
}

std::string table_in(const Sent& one) {
    const std::size_t at = one.sql.find("sbtest");
    return at == std::string::npos ? "" : one.sql.substr(at, one.sql.find_first_of(" (", at) - at);
}

TEST(ReadWrite, compat_0_5_uses_one_table_per_transaction_and_1_0_one_per_group) {
    for (const bool old : {true, false}) {
        const auto workload = workload_for(
            Script::oltp_read_write, {{"tables", "50"}, {"compat", old ? "0.5" : "1.0"}}
        );
        std::set<std::string> over_all;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Notes notes;
            run_one(*workload, notes, seed);
            std::set<std::string> tables, of_point_selects;
            for (const Sent& one : notes.sent) {
                if (!one.sql.empty()) {
                    tables.insert(table_in(one));
                }
                if (one.name == "point_select") {
                    of_point_selects.insert(table_in(one));
                }
            }
            EXPECT_EQ(of_point_selects.size(), 1U);
            EXPECT_EQ(table_in(notes.sent[17]), table_in(notes.sent[18]))
                << "delete and insert on one table";
            if (old) {
                EXPECT_EQ(tables.size(), 1U);
            } else {
                EXPECT_GT(tables.size(), 2U);
            }
            over_all.insert(tables.begin(), tables.end());
        }
        EXPECT_GT(over_all.size(), 45U);
    }
}

TEST(ReadWrite, reads_and_writes_travel_as_two_batches_when_pipelining_is_full) {
    const auto workload = workload_for(Script::oltp_read_write);
    Notes full(db::Pipelining::full), reads(db::Pipelining::reads), off;
    run_one(*workload, full);
    run_one(*workload, reads);
    run_one(*workload, off);
    EXPECT_EQ(full.sent.back().batch, 2U);
    EXPECT_EQ(reads.sent.back().batch, 1U + 5U)
        << "one batch of reads, then four writes and COMMIT one by one";
    EXPECT_EQ(off.sent.back().batch, 20U);
}

TEST(ReadWrite, stops_at_the_first_error_and_reports_failed) {
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{5}, std::size_t{16}, std::size_t{19}}) {
        const auto workload = workload_for(Script::oltp_read_write);
        Notes notes;
        notes.fail_at = at;
        EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::failed) << at;
        EXPECT_EQ(notes.sent.size(), at);
        EXPECT_EQ(notes.error().cls, db::ErrorClass::deadlock);
    }
}

TEST(ReadWrite, skip_trx_sends_each_statement_alone_even_when_pipelining) {
    const auto workload = workload_for(Script::oltp_read_write, {{"skip_trx", "on"}});
    Notes notes(db::Pipelining::full);
    EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::committed);
    EXPECT_EQ(notes.sent.size(), 18U);
    EXPECT_EQ(notes.sent.back().batch, 18U);
    EXPECT_EQ(workload->transactions()[0].queries, 18);
}

TEST(ReadOnlyAndWriteOnly, are_halves_of_read_write) {
    const auto reader = workload_for(Script::oltp_read_only);
    const auto writer = workload_for(Script::oltp_write_only);
    Notes reads, writes;
    run_one(*reader, reads);
    run_one(*writer, writes);
    EXPECT_EQ(reads.sent.size(), 16U);
    EXPECT_TRUE(reader->transactions()[0].read_only);
    EXPECT_EQ(
        names_of(writes),
        (std::vector<std::string>{
            "BEGIN", "index_update", "non_index_update", "delete", "insert", "COMMIT"
        })
    );
    EXPECT_EQ(writer->transactions()[0].queries, 6);
}

TEST(Counts, larger_transactions_have_room) {
    const auto workload = workload_for(
        Script::oltp_read_write,
        {{"point_selects", "300"},
         {"order_ranges", "40"},
         {"non_index_updates", "50"},
         {"delete_inserts", "60"}}
    );
    Notes notes;
    EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::committed);
    EXPECT_EQ(notes.sent.size(), 2U + 300 + 3 + 40 + 1 + 50 + 120);
}

TEST(SingleStatements, are_sent_alone_without_begin_and_commit) {
    const std::map<Script, std::string> expected{
        {Script::oltp_point_select, "point_select"},
        {Script::oltp_update_index, "index_update"},
        {Script::oltp_update_non_index, "non_index_update"},
        {Script::oltp_delete, "delete"},
        {Script::oltp_insert, "insert_auto"},
        {Script::select_random_points, "random_points"},
        {Script::select_random_ranges, "random_ranges"},
        {Script::bulk_insert, "bulk_insert"},
    };
    for (const auto& [script, name] : expected) {
        const auto workload = workload_for(script);
        Notes notes;
        EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::committed);
        EXPECT_EQ(names_of(notes), std::vector<std::string>{name});
        EXPECT_EQ(workload->transactions()[0].queries, 1);
        notes.fail_at = 1;
        EXPECT_EQ(run_one(*workload, notes), workload::TxnStatus::failed);
    }
}

TEST(Insert, client_made_ids_never_repeat_and_use_the_range_of_integer) {
    const auto workload = workload_for(Script::oltp_insert, {{"auto_inc", "off"}});
    Notes notes;
    for (std::uint32_t client = 0; client < 4; ++client) {
        for (std::uint64_t index = 0; index < 2000; ++index) {
            run_one(*workload, notes, index, {client, 4, index});
        }
    }
    std::set<std::int64_t> ids;
    for (const Sent& one : notes.sent) {
        ids.insert(one.numbers.at(0));
    }
    EXPECT_EQ(ids.size(), 8000U);
    EXPECT_GE(*ids.begin(), -2'147'483'648);
    EXPECT_LE(*ids.rbegin(), 2'147'483'647);
    EXPECT_LT(*ids.begin(), -2'000'000'000) << "spread, not clustered";
    EXPECT_GT(*ids.rbegin(), 2'000'000'000);
}

TEST(Insert, scramble_is_a_permutation_on_a_sample) {
    std::set<std::uint32_t> seen;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        seen.insert(scramble(i * 21'474U));
    }
    EXPECT_EQ(seen.size(), 200'000U);
}

TEST(BulkInsert, each_client_fills_its_own_table_with_ascending_ids) {
    const auto workload = workload_for(Script::bulk_insert, {{"bulk_rows", "3"}});
    Notes notes;
    run_one(*workload, notes, 1, {2, 4, 0});
    run_one(*workload, notes, 1, {2, 4, 1});
    EXPECT_EQ(notes.sent[0].sql, "INSERT INTO sbtest3 (id, k) VALUES ($1, $2), ($3, $4), ($5, $6)");
    EXPECT_EQ(notes.sent[0].numbers, (std::vector<std::int64_t>{1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(notes.sent[1].numbers, (std::vector<std::int64_t>{4, 4, 5, 5, 6, 6}));
}

TEST(SelectRandom, clients_stay_in_their_segment) {
    const auto points = workload_for(
        Script::select_random_points, {{"table_size", "1000"}, {"rand_type", "uniform"}}
    );
    const auto ranges =
        workload_for(Script::select_random_ranges, {{"table_size", "1000"}, {"delta", "7"}});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Notes notes;
        run_one(*points, notes, seed, {2, 4, 0});
        ASSERT_EQ(notes.sent[0].numbers.size(), 10U);
        for (const std::int64_t k : notes.sent[0].numbers) {
            EXPECT_GE(k, 500);
            EXPECT_LE(k, 750);
        }
        run_one(*ranges, notes, seed, {0, 4, 0});
        ASSERT_EQ(notes.sent[1].numbers.size(), 20U);
        for (std::size_t i = 0; i < 20; i += 2) {
            EXPECT_LE(notes.sent[1].numbers[i], 250);
            EXPECT_EQ(notes.sent[1].numbers[i + 1] - notes.sent[1].numbers[i], 7);
        }
    }
}

TEST(Describe, names_the_distribution_and_the_table_choice) {
    const auto facts =
        workload_for(Script::oltp_read_write, {{"compat", "0.5"}, {"tables", "100"}})->describe();
    EXPECT_EQ(facts.at("compat"), "sysbench 0.5");
    EXPECT_EQ(facts.at("tables"), "100");
    EXPECT_EQ(facts.at("table choice"), "one table per transaction");
    EXPECT_NE(facts.at("distribution").find("special (sysbench 0.5)"), std::string::npos);
}

}  // namespace
}  // namespace oltpsim::workloads::sysbench
