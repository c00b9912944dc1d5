// Mode procedures: one call per transaction, which begins and ends the database transaction itself.
#include "workloads/tpcc/transactions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>

namespace oltpsim::workloads::tpcc {
namespace {

/// What the routine raises for an unused item, where only an error can undo its work.
constexpr std::string_view kUnusedItemState = "TC001";

bool is_unused_item(const db::DbError& error) {
    return std::string_view(error.sqlstate.data()) == kUnusedItemState;
}

/// An order's lines for a routine.
struct LinesText {
    std::string text;
    std::int64_t rounds = 1;
};

/// Lines in the order in which stock rows are locked, 19 digits each: number (2), round (2), item (6), supplying
/// warehouse (7), quantity (2), so that a routine can cut them without searching. An item that comes up twice has its
/// second line in round 2.
LinesText lines_text(const NewOrderInput& input) {
    std::array<std::uint32_t, kMostLines> order{};
    std::iota(order.begin(), order.end(), 0U);
    const auto end = order.begin() + input.line_count;
    std::sort(order.begin(), end, [&](auto a, auto b) {
        const OrderLineInput& left = input.lines[a];
        const OrderLineInput& right = input.lines[b];
        return std::tie(left.supply_w_id, left.i_id, a) <
               std::tie(right.supply_w_id, right.i_id, b);
    });
    LinesText made;
    made.text.reserve(std::size_t{input.line_count} * 19);
    for (auto at = order.begin(); at != end; ++at) {
        const OrderLineInput& line = input.lines[*at];
        const auto round = 1 + std::count_if(order.begin(), at, [&](auto earlier) {
                               return input.lines[earlier].i_id == line.i_id;
                           });
        made.rounds = std::max<std::int64_t>(made.rounds, round);
        fmt::format_to(
            std::back_inserter(made.text),
            "{:02}{:02}{:06}{:07}{:02}",
            *at + 1,
            round,
            line.i_id,
            line.supply_w_id,
            line.quantity
        );
    }
    return made;
}

Task<TxnStatus> call(
    const Statements& statements, Session& session, const Bindings& bindings, Role role
) {
    Batch batch(statements, bindings);
    (void)batch.add(role);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, true);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace

Task<TxnStatus> call_new_order(
    const Statements& statements, Session& session, NewOrderInput input
) {
    Bindings bindings;
    const LinesText lines = lines_text(input);
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::d_id, input.d_id);
    bindings.set(Slot::c_id, input.c_id);
    bindings.set(Slot::line_count, input.line_count);
    bindings.set(Slot::all_local, input.all_local ? 1 : 0);
    bindings.set(Slot::now, now());
    bindings.set(Slot::lines_text, db::Value::text(lines.text));
    bindings.set(Slot::rounds, lines.rounds);
    Batch batch(statements, bindings);
    const auto place = batch.add(Role::call_new_order);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, true);
    if (!done) {
        co_return is_unused_item(session.error()) ? TxnStatus::rolled_back_by_design
                                                  : TxnStatus::failed;
    }
    // Where the routine can roll back by itself it answers 0 in place of the order's number.
    const db::ResultSet& answer = session.result(place.value_or(0));
    const bool placed = answer.rows() > 0 && answer.integer(0, 0) > 0;
    co_return placed ? TxnStatus::committed : TxnStatus::rolled_back_by_design;
}

Task<TxnStatus> call_payment(const Statements& statements, Session& session, PaymentInput input) {
    Bindings bindings;
    bind_payment(input, bindings);
    const TxnStatus status = co_await call(statements, session, bindings, Role::call_payment);
    co_return status;
}

Task<TxnStatus> call_order_status(
    const Statements& statements, Session& session, OrderStatusInput input
) {
    Bindings bindings;
    bind_customer(input.customer, bindings);
    const TxnStatus status = co_await call(statements, session, bindings, Role::call_order_status);
    co_return status;
}

Task<TxnStatus> call_delivery(const Statements& statements, Session& session, DeliveryInput input) {
    Bindings bindings;
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::carrier_id, input.carrier_id);
    bindings.set(Slot::now, now());
    const TxnStatus status = co_await call(statements, session, bindings, Role::call_delivery);
    if (input.recorded && status == TxnStatus::committed) {
        // Which orders it took stays in the server: one call, one answer.
        session.record(fmt::format("w_id={} o_carrier_id={}", input.w_id, input.carrier_id));
    }
    co_return status;
}

Task<TxnStatus> call_stock_level(
    const Statements& statements, Session& session, StockLevelInput input
) {
    Bindings bindings;
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::d_id, input.d_id);
    bindings.set(Slot::threshold, input.threshold);
    const TxnStatus status = co_await call(statements, session, bindings, Role::call_stock_level);
    co_return status;
}

}  // namespace oltpsim::workloads::tpcc
