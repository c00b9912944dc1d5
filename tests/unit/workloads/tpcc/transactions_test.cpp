// Payment, Order-Status, Delivery and Stock-Level on a session that follows a script.
#include "scripted.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace oltpsim::workloads::tpcc {
namespace {

using db::Value;
using Names = std::vector<std::string>;

PaymentInput payment_by_name() {
    PaymentInput input;
    input.w_id = 2;
    input.d_id = 3;
    input.customer.c_w_id = 5;
    input.customer.c_d_id = 6;
    input.customer.last_length =
        static_cast<std::uint8_t>(write_last_name(371, input.customer.last.data()));
    input.amount_cents = 12'345;
    return input;
}

Rows customers(std::vector<std::int64_t> ids) {
    Rows rows;
    for (const std::int64_t id : ids) {
        rows.push_back({Value::integer(id)});
    }
    return rows;
}

// Clause 2.5.2.2: position n/2, rounded up.
TEST(MiddleCustomer, is_the_one_at_half_rounded_up) {
    const std::vector<std::pair<std::vector<std::int64_t>, std::string>> cases{
        {{11}, "11"},
        {{11, 12}, "11"},
        {{11, 12, 13}, "12"},
        {{11, 12, 13, 14}, "12"},
        {{11, 12, 13, 14, 15}, "13"}
    };
    const Statements statements = statements_for("mysql");
    for (const auto& [ids, expected] : cases) {
        Scripted session;
        session.answers["customers_by_name"] = [&ids = ids](const Sent&) { return customers(ids); };
        Session facade(session);
        EXPECT_EQ(finish(payment(statements, facade, payment_by_name())), TxnStatus::committed);
        const auto& values = session.find("payment_customer").values;
        EXPECT_EQ(values.back(), expected) << ids.size();
    }
}

TEST(Payment, by_number_is_one_batch_on_postgresql) {
    const Statements statements = statements_for("postgresql");
    Scripted session(db::Pipelining::full);
    Session facade(session);
    PaymentInput input = payment_by_name();
    input.customer.c_id = 9;
    EXPECT_EQ(finish(payment(statements, facade, input)), TxnStatus::committed);
    EXPECT_EQ(session.names(), (Names{"BEGIN", "payment_read", "COMMIT"}));
    EXPECT_EQ(session.sent.front().batch, session.sent.back().batch);
}

TEST(Payment, locks_the_warehouse_last_on_mysql) {
    const Statements statements = statements_for("mysql");
    Scripted session;
    Session facade(session);
    PaymentInput input = payment_by_name();
    input.customer.c_id = 9;
    finish(payment(statements, facade, input));
    EXPECT_EQ(
        session.names(),
        (Names{
            "BEGIN",
            "payment_customer",
            "payment_read",
            "payment_district",
            "payment_warehouse",
            "payment_history",
            "COMMIT"
        })
    );
    EXPECT_EQ(session.find("payment_warehouse").values, (Names{"12345", "2"}));
}

TEST(OrderStatus, is_read_only) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    session.answers["customers_by_name"] = [](const Sent&) { return customers({4, 5, 6}); };
    Session facade(session);
    OrderStatusInput input;
    input.customer = payment_by_name().customer;
    EXPECT_EQ(finish(order_status(statements, facade, input)), TxnStatus::committed);
    EXPECT_EQ(
        session.names(),
        (Names{
            "BEGIN READ ONLY",
            "customers_by_name",
            "order_status_customer",
            "order_status_lines",
            "COMMIT"
        })
    );
}

TEST(StockLevel, is_read_only_with_the_terminals_district) {
    const Statements statements = statements_for("mysql");
    Scripted session;
    Session facade(session);
    EXPECT_EQ(finish(stock_level(statements, facade, {2, 7, 15})), TxnStatus::committed);
    EXPECT_EQ(session.names(), (Names{"BEGIN READ ONLY", "stock_level", "COMMIT"}));
    EXPECT_EQ(session.find("stock_level").values, (Names{"2", "2", "7", "15"}));
}

Rows oldest(std::vector<std::pair<std::int64_t, std::int64_t>> orders) {
    Rows rows;
    for (const auto& [d_id, o_id] : orders) {
        rows.push_back({Value::integer(d_id), Value::integer(o_id)});
    }
    return rows;
}

TEST(Delivery, takes_the_oldest_order_of_each_district_that_has_one) {
    const Statements statements = statements_for("mysql");
    Scripted session;
    session.answers["delivery_oldest"] = [](const Sent&) { return oldest({{1, 21}, {4, 24}}); };
    session.answers["delivery_totals"] = [](const Sent&) {
        return Rows{
            {Value::integer(1), Value::integer(501), Value::integer(1000)},
            {Value::integer(4), Value::integer(504), Value::integer(4000)}
        };
    };
    session.affected["delivery_take"] = {2};
    Session facade(session);
    EXPECT_EQ(finish(delivery(statements, facade, {2, 7})), TxnStatus::committed);
    EXPECT_EQ(
        session.names(),
        (Names{
            "BEGIN",
            "delivery_oldest",
            "delivery_take",
            "delivery_orders",
            "delivery_lines",
            "delivery_totals",
            "delivery_customers",
            "COMMIT"
        })
    );
    EXPECT_EQ(session.find("delivery_take").values, (Names{"2", "1", "21", "2", "4", "24"}));
    EXPECT_EQ(
        session.find("delivery_customers").values,
        (Names{"1", "1000", "4", "4000", "2", "1", "501", "2", "4", "504"})
    );
}

TEST(Delivery, nothing_waiting_is_still_a_transaction) {
    const Statements statements = statements_for("mysql");
    Scripted session;
    session.answers["delivery_oldest"] = [](const Sent&) { return Rows{}; };
    Session facade(session);
    EXPECT_EQ(finish(delivery(statements, facade, {2, 7})), TxnStatus::committed);
    EXPECT_EQ(session.names(), (Names{"BEGIN", "delivery_oldest", "COMMIT"}));
}

// Between the look and the DELETE another Delivery took district 4's order.
TEST(Delivery, starts_again_when_an_order_was_taken_meanwhile) {
    const Statements statements = statements_for("postgresql");
    Scripted session;
    int looks = 0;
    session.answers["delivery_oldest"] = [&looks](const Sent&) {
        return ++looks == 1 ? oldest({{1, 21}, {4, 24}}) : oldest({{1, 21}, {4, 25}});
    };
    session.affected["delivery_take"] = {1, 2};
    Session facade(session);
    EXPECT_EQ(finish(delivery(statements, facade, {2, 7})), TxnStatus::committed);
    EXPECT_EQ(
        session.names(),
        (Names{
            "BEGIN",
            "delivery_oldest",
            "delivery_take",
            "ROLLBACK",
            "BEGIN",
            "delivery_oldest",
            "delivery_take",
            "delivery_totals",
            "COMMIT"
        })
    );
    const auto& values = session.find("delivery_totals").values;
    const Names wanted{"1", "21", "4", "25"};
    EXPECT_NE(
        std::search(values.begin(), values.end(), wanted.begin(), wanted.end()), values.end()
    );
}

TEST(AnyTransaction, ends_as_failed_when_a_statement_fails) {
    const Statements statements = statements_for("mysql");
    for (const char* name : {"payment_warehouse", "payment_history", "COMMIT"}) {
        Scripted session;
        session.fail_at = name;
        Session facade(session);
        PaymentInput input = payment_by_name();
        input.customer.c_id = 9;
        EXPECT_EQ(finish(payment(statements, facade, input)), TxnStatus::failed) << name;
    }
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
