// Delivery, clause 2.7: the oldest waiting order of each of ten districts, in one database transaction.
#include "workloads/tpcc/transactions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace oltpsim::workloads::tpcc {
namespace {

using db::CommandKind;
using db::Value;

/// Order taken in each district; 0 = none was waiting.
using Delivered = std::array<std::int64_t, kDistricts>;

/// Binds rows d_id, o_id of delivery_oldest, one parcel for each district that has an order. Returns how many.
std::size_t bind_parcels(const db::ResultSet& oldest, Bindings& to, Delivered& orders) {
    orders = {};
    const std::size_t count = std::min<std::size_t>(oldest.rows(), kDistricts);
    for (std::size_t i = 0; i < count; ++i) {
        to.set(i, LineSlot::at_d_id, oldest.integer(i, 0));
        to.set(i, LineSlot::at_o_id, oldest.integer(i, 1));
        const std::int64_t district = oldest.integer(i, 0);
        if (district >= 1 && district <= static_cast<std::int64_t>(kDistricts)) {
            orders[static_cast<std::size_t>(district - 1)] = oldest.integer(i, 1);
        }
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

/// What the result file of deferred Deliveries shows: each district with its order, or "skipped" (clause 2.7.2.2).
std::string record_of(const DeliveryInput& input, const Delivered& orders) {
    std::string text = fmt::format("w_id={} o_carrier_id={}", input.w_id, input.carrier_id);
    for (std::size_t d = 0; d < kDistricts; ++d) {
        text += orders[d] > 0 ? fmt::format(" {}:{}", d + 1, orders[d])
                              : fmt::format(" {}:skipped", d + 1);
    }
    return text;
}

}  // namespace

Task<TxnStatus> delivery(const Statements& statements, Session& session, DeliveryInput input) {
    Bindings bindings;
    bindings.set(Slot::w_id, input.w_id);
    bindings.set(Slot::carrier_id, input.carrier_id);
    bindings.set(Slot::now, now());
    Batch batch(statements, bindings);
    std::size_t count = 0;
    Delivered orders{};
    bool ours = false;
    for (int losses = 0; !ours && losses < kMostLosses; ++losses) {
        batch.control(CommandKind::begin);
        const auto oldest = batch.add(Role::delivery_oldest);
        const auto look = batch.commands();
        const bool found = co_await session.run(look, false);
        if (!found) {
            co_return TxnStatus::failed;
        }
        count = bind_parcels(session.result(oldest.value_or(0)), bindings, orders);
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
    if (done && input.recorded) {
        session.record(record_of(input, orders));
    }
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::tpcc
