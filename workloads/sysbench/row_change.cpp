// Source: sysbench 1.0.20 oltp_insert.lua and oltp_delete.lua.
#include "workloads/sysbench/row_change.hpp"

#include "workloads/sysbench/digits.hpp"

#include <chrono>

namespace oltpsim::workloads::sysbench {

using db::Value;
using workload::TxnStatus;

// Each step is invertible: xor with a shifted self, and multiplication by an odd number.
std::uint32_t scramble(std::uint32_t index) noexcept {
    index ^= index >> 16;
    index *= 0x7feb352dU;
    index ^= index >> 15;
    index *= 0x846ca68bU;
    index ^= index >> 16;
    return index;
}

// The only random thing here that no seed decides: a second run on the same tables must not repeat the ids of the first.
RowChange::RowChange(Settings settings, Statements statements, const workload::Binding& binding)
    : ScriptWorkload(std::move(settings), std::move(statements), binding.clients),
      first_id_(static_cast<std::uint32_t>(seed_of(
          binding.seed,
          static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())
      ))) {}

Task<TxnStatus> RowChange::run(
    std::uint32_t, workload::Session& session, workload::ClientContext context, Rng& rng
) const {
    return settings().script == Script::oltp_delete ? remove(session, rng)
                                                    : insert(session, context, rng);
}

Task<TxnStatus> RowChange::remove(workload::Session& session, Rng& rng) const {
    const db::Statement& sql = statement(Kind::delete_row, draw_table(rng));
    const std::array<Value, 1> params{Value::integer(draw_id(rng))};
    const std::span<const Value> values = params;
    const bool done = co_await session.execute(sql, values);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

Task<TxnStatus> RowChange::insert(
    workload::Session& session, workload::ClientContext context, Rng& rng
) const {
    std::array<char, kCLength> c{};
    std::array<char, kPadLength> pad{};
    const db::Statement& sql =
        statement(settings().auto_inc ? Kind::insert_auto : Kind::insert, draw_table(rng));
    const std::int64_t k = draw_id(rng);
    write_c(rng, c.data());
    write_pad(rng, pad.data());
    const std::array<Value, 4> params{
        Value::integer(unique_id(context)),
        Value::integer(k),
        Value::text({c.data(), c.size()}),
        Value::text({pad.data(), pad.size()})
    };
    // With auto_inc the database gives the id.
    const auto values = std::span<const Value>(params).subspan(settings().auto_inc ? 1 : 0);
    const bool done = co_await session.execute(sql, values);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

// All of INTEGER's range as sysbench 1.0's sysbench.rand.unique(); 0.5 has unsigned ids on MySQL, so positive ones there.
std::int64_t RowChange::unique_id(const workload::ClientContext& context) const noexcept {
    const std::uint64_t serial = first_id_ + context.txn_index * context.clients + context.client;
    if (settings().compat == Compat::v0_5) {
        constexpr std::uint64_t kPrime =
            2'147'483'647;  // so that the product walks through all numbers below it
        return static_cast<std::int64_t>(serial % kPrime * 1'000'003 % kPrime) + 1;
    }
    return std::int64_t{scramble(static_cast<std::uint32_t>(serial))} - 2'147'483'648;
}

}  // namespace oltpsim::workloads::sysbench
