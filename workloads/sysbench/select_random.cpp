// Source: sysbench 1.0.20 select_random_points.lua and select_random_ranges.lua. Segments share their border value, as there.
#include "workloads/sysbench/select_random.hpp"

namespace oltpsim::workloads::sysbench {

using db::Value;
using workload::TxnStatus;

SelectRandom::SelectRandom(Settings settings, Statements statements, std::uint32_t clients)
    : ScriptWorkload(std::move(settings), std::move(statements), clients),
      segment_(static_cast<double>(this->settings().table_size) / clients) {}

Task<TxnStatus> SelectRandom::run(
    std::uint32_t, workload::Session& session, workload::ClientContext context, Rng& rng
) const {
    const bool points = settings().script == Script::select_random_points;
    const std::uint32_t count = points ? settings().random_points : settings().number_of_ranges;
    const auto low = static_cast<std::int64_t>(segment_ * context.client);
    const auto high = static_cast<std::int64_t>(segment_ * context.client + segment_);
    std::vector<Value> params;
    params.reserve(2 * std::size_t{count});
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t value = distribution().draw(rng, low, high);
        params.push_back(Value::integer(value));
        if (!points) {
            params.push_back(Value::integer(value + settings().delta));
        }
    }
    const std::span<const Value> values = params;
    const Kind kind = points ? Kind::random_points : Kind::random_ranges;
    const db::Statement& sql = statement(kind, 0);
    const bool done = co_await session.execute(sql, values);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::sysbench
