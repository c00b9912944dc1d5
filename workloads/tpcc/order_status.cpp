// Order-Status, clause 2.6. Read-only; the newest order and its lines come from one statement, so they fit each other under
// read committed, too.
#include "workloads/tpcc/transactions.hpp"

namespace oltpsim::workloads::tpcc {

using db::CommandKind;

Task<TxnStatus> order_status(
    const Statements& statements, Session& session, OrderStatusInput input
) {
    Bindings bindings;
    bind_customer(input.customer, bindings);
    Batch batch(statements, bindings);
    batch.control(CommandKind::begin_read_only);
    if (input.customer.by_name()) {
        const auto named = batch.add(Role::customers_by_name);
        const auto commands = batch.commands();
        const bool answered = co_await session.run(commands, false);
        if (!answered || !bind_named_customer(session.result(named.value_or(0)), bindings)) {
            co_return TxnStatus::failed;
        }
        batch.clear();
    }
    (void)batch.add(Role::order_status_customer);
    (void)batch.add(Role::order_status_lines);
    batch.control(CommandKind::commit);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, false);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::tpcc
