// The five transactions as coroutines, in client-side SQL and as calls of stored procedures.
#pragma once

#include "core/task.hpp"
#include "workload/workload.hpp"
#include "workloads/tpcc/inputs.hpp"
#include "workloads/tpcc/statements.hpp"

namespace oltpsim::workloads::tpcc {

using workload::Session;
using workload::TxnStatus;

// Inputs and statements outlive the task. Each runs from BEGIN to COMMIT or ROLLBACK.
Task<TxnStatus> new_order(const Statements& statements, Session& session, NewOrderInput input);
Task<TxnStatus> payment(const Statements& statements, Session& session, PaymentInput input);
Task<TxnStatus> order_status(
    const Statements& statements, Session& session, OrderStatusInput input
);
Task<TxnStatus> delivery(const Statements& statements, Session& session, DeliveryInput input);
Task<TxnStatus> stock_level(const Statements& statements, Session& session, StockLevelInput input);

Task<TxnStatus> call_new_order(const Statements& statements, Session& session, NewOrderInput input);
Task<TxnStatus> call_payment(const Statements& statements, Session& session, PaymentInput input);
Task<TxnStatus> call_order_status(
    const Statements& statements, Session& session, OrderStatusInput input
);
Task<TxnStatus> call_delivery(const Statements& statements, Session& session, DeliveryInput input);
Task<TxnStatus> call_stock_level(
    const Statements& statements, Session& session, StockLevelInput input
);

/// Date and time of the request, whole seconds.
db::Value now();
/// Binds the customer of the middle row, position ⌈n/2⌉ of n ordered by C_FIRST (clause 2.5.2.2); false if there is none.
bool bind_named_customer(const db::ResultSet& customers, Bindings& bindings);
/// Sets the slots of the customer; c_id stays unset when it is chosen by name.
void bind_customer(const CustomerChoice& choice, Bindings& bindings);
/// All inputs of a Payment, its time being now.
void bind_payment(const PaymentInput& input, Bindings& bindings);

}  // namespace oltpsim::workloads::tpcc
