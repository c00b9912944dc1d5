// Delivery, clause 2.7: the oldest waiting order of each of ten districts, in one database transaction.
#include "workloads/tpcc/transactions.hpp"

#include <algorithm>

namespace oltpsim::workloads::tpcc {
namespace {

using db::CommandKind;
using db::Value;

/// Binds rows d_id, o_id of delivery_oldest, one parcel for each district that has an order. Returns how many.
std::size_t bind_parcels(const db::ResultSet& oldest, Bindings& to) {
    const std::size_t count = std::min<std::size_t>(oldest.rows(), kDistricts);
    for (std::size_t i = 0; i < count; ++i) {
        to.set(i, LineSlot::at_d_id, oldest.integer(i, 0));
        to.set(i, LineSlot::at_o_id, oldest.integer(i, 1));
    }
    return count;
}

/// Rows of delivery_totals: d_id, c_id, total in cents.
std::size_t bind_totals(const db::ResultSet& totals, Bindings& to) {
    const std::size_t count = std::min<std::size_t>(totals.rows(), kDistricts);
    for (std::size_t i = 0; i < count; ++i) {
        to.set(i, LineSlot::at_d_id, totals.integer(i, 0));
        to.set(i, LineSlot::at_c_id, totals.integer(i, 1));
        to.set(i, LineSlot::at_amount, Value::decimal(totals.integer(i, 2), 2));
    }
    return count;
}

// Each loss means that another Delivery got on, so this many mean that something else is wrong.
constexpr int kMostLosses = 100;

}  // namespace

Task<TxnStatus> delivery(const Statements& statements, Session& session, DeliveryInput input) {
    Bindings bindings;
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::carrier_id, input.carrier_id);
    bindings.set(Slot::now, now());
    Batch batch(statements, bindings);
    std::size_t count = 0;
    bool ours = false;
    for (int losses = 0; !ours && losses < kMostLosses; ++losses) {
        batch.control(CommandKind::begin);
        const auto oldest = batch.add(Role::delivery_oldest);
        const auto look = batch.commands();
        const bool found = co_await session.run(look, false);
        if (!found) {
            co_return TxnStatus::failed;
        }
        count = bind_parcels(session.result(oldest.value_or(0)), bindings);
        batch.clear();
        if (count == 0) {
            break;
        }
        const auto taken = batch.add(Role::delivery_take, count);
        const auto take = batch.commands();
        const bool removed = co_await session.run(take, true);
        if (!removed) {
            co_return TxnStatus::failed;
        }
        ours = session.result(taken.value_or(0)).affected() == count;
        batch.clear();
        if (!ours) {
            // Another Delivery took an order between our look and our hand: look again, in a new snapshot.
            const bool ended = co_await session.rollback();
            if (!ended) {
                co_return TxnStatus::failed;
            }
        }
    }
    if (!ours && count > 0) {
        co_return TxnStatus::failed;
    }
    if (count > 0) {
        (void)batch.add(Role::delivery_orders, count);
        (void)batch.add(Role::delivery_lines, count);
        const auto totals = batch.add(Role::delivery_totals, count);
        if (statements.has(Role::delivery_customers)) {
            const auto update = batch.commands();
            const bool summed = co_await session.run(update, true);
            if (!summed) {
                co_return TxnStatus::failed;
            }
            const std::size_t customers = bind_totals(session.result(totals.value_or(0)), bindings);
            batch.clear();
            (void)batch.add(Role::delivery_customers, customers);
        }
    }
    batch.control(CommandKind::commit);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, true);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::tpcc
