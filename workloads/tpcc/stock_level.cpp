// Stock-Level, clause 2.8. Read-only: one count over the last 20 orders of the terminal's district.
#include "workloads/tpcc/transactions.hpp"

namespace oltpsim::workloads::tpcc {

using db::CommandKind;

Task<TxnStatus> stock_level(const Statements& statements, Session& session, StockLevelInput input) {
    Bindings bindings;
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::d_id, input.d_id);
    bindings.set(Slot::threshold, input.threshold);
    Batch batch(statements, bindings);
    batch.control(CommandKind::begin_read_only);
    (void)batch.add(Role::stock_level);
    batch.control(CommandKind::commit);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, false);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::tpcc
