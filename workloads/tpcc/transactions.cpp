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

std::int64_t middle_customer(const db::ResultSet& customers) {
    return customers.integer((customers.rows() + 1) / 2 - 1, 0);
}

void bind_customer(const CustomerChoice& choice, Bindings& bindings) {
    bindings.set(Slot::c_w_id, choice.c_w_id);
    bindings.set(Slot::c_d_id, choice.c_d_id);
    bindings.set(Slot::c_id, choice.c_id);
    bindings.set(Slot::c_last, Value::text(choice.c_last()));
}

}  // namespace oltpsim::workloads::tpcc
