// What several transactions share.
#include "workloads/tpcc/transactions.hpp"

#include <chrono>

namespace oltpsim::workloads::tpcc {

using db::Value;

Value now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since).count();
    return Value::timestamp(std::int64_t{seconds} * 1'000'000);
}

bool bind_named_customer(const db::ResultSet& customers, Bindings& bindings) {
    if (customers.rows() == 0) {
        return false;
    }
    bindings.set(Slot::c_id, customers.integer((customers.rows() + 1) / 2 - 1, 0));
    return true;
}

void bind_customer(const CustomerChoice& choice, Bindings& bindings) {
    bindings.set(Slot::c_w_id, choice.c_w_id);
    bindings.set(Slot::c_d_id, choice.c_d_id);
    bindings.set(Slot::c_id, choice.c_id);
    bindings.set(Slot::c_last, Value::text(choice.c_last()));
}

void bind_payment(const PaymentInput& input, Bindings& bindings) {
    bind_customer(input.customer, bindings);
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::d_id, input.d_id);
    bindings.set(Slot::amount, Value::decimal(input.amount_cents, 2));
    bindings.set(Slot::now, now());
}

}  // namespace oltpsim::workloads::tpcc
