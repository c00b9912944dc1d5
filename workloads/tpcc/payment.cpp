// Payment, clause 2.5. By number everything is one group; by name the middle customer is looked up first.
#include "workloads/tpcc/transactions.hpp"

namespace oltpsim::workloads::tpcc {

using db::CommandKind;

Task<TxnStatus> payment(const Statements& statements, Session& session, PaymentInput input) {
    Bindings bindings;
    bind_payment(input, bindings);
    Batch batch(statements, bindings);
    batch.control(CommandKind::begin);
    if (input.customer.by_name()) {
        const auto named = batch.add(Role::customers_by_name);
        const auto commands = batch.commands();
        const bool answered = co_await session.run(commands, false);
        if (!answered || !bind_named_customer(session.result(named.value_or(0)), bindings)) {
            co_return TxnStatus::failed;
        }
        batch.clear();
    }
    // The warehouse's row is the hottest of all, so it is locked last.
    (void)batch.add(Role::payment_customer);
    (void)batch.add(Role::payment_read);
    (void)batch.add(Role::payment_district);
    (void)batch.add(Role::payment_warehouse);
    (void)batch.add(Role::payment_history);
    batch.control(CommandKind::commit);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, true);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::tpcc
