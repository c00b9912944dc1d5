// What New-Order sends and how it takes the answers, on a session that follows a script.
#include "scripted.hpp"

#include <gtest/gtest.h>

#include <set>

namespace oltpsim::workloads::tpcc {
namespace {

using db::Value;

NewOrderInput order_of(std::vector<OrderLineInput> lines) {
    NewOrderInput input;
    input.w_id = 2;
    input.d_id = 3;
    input.c_id = 44;
    input.line_count = static_cast<std::uint32_t>(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        input.lines[i] = lines[i];
    }
    return input;
}

/// Answers as PostgreSQL's statements do: order number 3001, every item of the statement at 1.50 but the unused one.
void answer_like_postgresql(Scripted& session) {
    session.answers["new_order_header"] = [](const Sent&) { return Rows{{Value::integer(3001)}}; };
    session.answers["new_order_lines"] = [](const Sent& sent) {
        Rows rows;
        // One group of four values per line, in order of first use; the district's number may stand between.
        std::vector<std::string> values = sent.values;
        for (std::size_t at = 0; at + 3 < values.size() || at + 3 == values.size() - 1; at += 4) {
            const std::int64_t item = std::stoll(values[at + 1]);
            if (item <= kItems) {
                rows.push_back(
                    {Value::integer(item),
                     Value::integer(150),
                     Value::text("DIST-TEXT-OF-24-LETTERS.")}
                );
            }
            if (at + 7 >= values.size()) {
                break;
            }
        }
        return rows;
    };
}

TEST(NewOrder, commits_in_two_batches_when_everything_may_travel_together) {
    const Statements statements = statements_for("postgresql");
    Scripted session(db::Pipelining::full);
    answer_like_postgresql(session);
    Session facade(session);
    const NewOrderInput input = order_of(
        {{10, 2, 1, false},
         {20, 2, 2, false},
         {30, 2, 3, false},
         {40, 2, 4, false},
         {50, 2, 5, false}}
    );
    EXPECT_EQ(finish(new_order(statements, facade, input)), TxnStatus::committed);
    EXPECT_EQ(
        session.names(),
        (std::vector<std::string>{
            "BEGIN", "new_order_header", "new_order_lines", "new_order_insert", "COMMIT"
        })
    );
    EXPECT_EQ(session.sent.front().batch, session.find("new_order_lines").batch);
    EXPECT_EQ(session.sent.back().batch, 2U);
}

TEST(NewOrder, amount_is_quantity_times_price_in_cents) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    answer_like_postgresql(session);
    Session facade(session);
    const NewOrderInput input = order_of(
        {{10, 2, 7, false},
         {20, 2, 2, false},
         {30, 2, 3, false},
         {40, 2, 4, false},
         {50, 2, 5, false}}
    );
    finish(new_order(statements, facade, input));
    const auto& values = session.find("new_order_insert").values;
    EXPECT_NE(std::find(values.begin(), values.end(), "1050"), values.end());
    EXPECT_NE(std::find(values.begin(), values.end(), "3001"), values.end());
    EXPECT_NE(std::find(values.begin(), values.end(), "DIST-TEXT-OF-24-LETTERS."), values.end());
}

TEST(NewOrder, unused_item_rolls_back_after_the_rest_is_done) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    answer_like_postgresql(session);
    Session facade(session);
    NewOrderInput input = order_of(
        {{10, 2, 1, false},
         {20, 2, 2, false},
         {30, 2, 3, false},
         {40, 2, 4, false},
         {kUnusedItem, 2, 5, false}}
    );
    input.rolls_back = true;
    EXPECT_EQ(finish(new_order(statements, facade, input)), TxnStatus::rolled_back_by_design);
    EXPECT_EQ(session.names().back(), "ROLLBACK");
    const auto names = session.names();
    EXPECT_NE(std::find(names.begin(), names.end(), "new_order_insert"), names.end());
}

TEST(NewOrder, item_ordered_twice_is_taken_from_stock_in_two_statements) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    answer_like_postgresql(session);
    Session facade(session);
    const NewOrderInput input = order_of(
        {{10, 2, 1, false},
         {20, 2, 2, false},
         {10, 2, 3, false},
         {40, 2, 4, false},
         {50, 2, 5, false}}
    );
    EXPECT_EQ(finish(new_order(statements, facade, input)), TxnStatus::committed);
    const auto names = session.names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "new_order_lines"), 2);
    EXPECT_EQ(std::count(names.begin(), names.end(), "new_order_insert"), 1);
}

TEST(NewOrder, stock_is_locked_in_order_of_warehouse_and_item) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    answer_like_postgresql(session);
    Session facade(session);
    const NewOrderInput input = order_of(
        {{50, 9, 1, true}, {40, 2, 2, false}, {30, 1, 3, true}, {20, 2, 4, false}, {10, 9, 5, true}}
    );
    finish(new_order(statements, facade, input));
    const auto& values = session.find("new_order_lines").values;
    std::vector<std::string> items;
    for (std::size_t at = 0; at + 3 < values.size(); at += 4) {
        items.push_back(values[at] + "/" + values[at + 1]);
    }
    EXPECT_EQ(items, (std::vector<std::string>{"1/30", "2/20", "2/40", "9/10", "9/50"}));
}

TEST(NewOrder, failure_in_the_middle_is_a_failure) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    answer_like_postgresql(session);
    session.fail_at = "new_order_insert";
    Session facade(session);
    const NewOrderInput input = order_of(
        {{10, 2, 1, false},
         {20, 2, 2, false},
         {30, 2, 3, false},
         {40, 2, 4, false},
         {50, 2, 5, false}}
    );
    EXPECT_EQ(finish(new_order(statements, facade, input)), TxnStatus::failed);
}

TEST(NewOrderCall, hands_over_lines_sorted_with_rounds) {
    const Statements statements = statements_for("postgresql", Mode::procedures);
    Scripted session;
    session.answers["call_new_order"] = [](const Sent&) { return Rows{{Value::integer(3001)}}; };
    Session facade(session);
    const NewOrderInput input = order_of(
        {{50, 9, 1, true}, {40, 2, 10, false}, {30, 1, 3, true}, {40, 2, 4, false}, {10, 9, 5, true}
        }
    );
    EXPECT_EQ(finish(call_new_order(statements, facade, input)), TxnStatus::committed);
    ASSERT_EQ(session.sent.size(), 1U);
    EXPECT_EQ(
        session.sent[0].values.back(),
        "0301000030000000103"
        "0201000040000000210"
        "0402000040000000204"
        "0501000010000000905"
        "0101000050000000901"
    );
}

TEST(NewOrderCall, answer_zero_is_the_rollback_by_design) {
    const Statements statements = statements_for("mysql", Mode::procedures);
    Scripted session;
    session.answers["call_new_order"] = [](const Sent&) { return Rows{{Value::integer(0)}}; };
    Session facade(session);
    const NewOrderInput input = order_of({{kUnusedItem, 2, 1, false}});
    EXPECT_EQ(finish(call_new_order(statements, facade, input)), TxnStatus::rolled_back_by_design);
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
