// Source: sysbench 1.0.20 bulk_insert.lua: rows (n, n), n = 1, 2, 3, … of the client.
#include "workloads/sysbench/bulk_insert.hpp"

namespace oltpsim::workloads::sysbench {

using db::Value;
using workload::TxnStatus;

Task<TxnStatus>
BulkInsert::run(std::uint32_t, workload::Session& session, workload::ClientContext context, Rng&)
    const {
    const std::uint64_t rows = settings().bulk_rows;
    const auto first = static_cast<std::int64_t>(context.txn_index * rows) + 1;
    std::vector<Value> params;
    params.reserve(2 * rows);
    for (std::int64_t id = first; id < first + static_cast<std::int64_t>(rows); ++id) {
        params.push_back(Value::integer(id));
        params.push_back(Value::integer(id));
    }
    const std::span<const Value> values = params;
    const db::Statement& sql = statement(Kind::bulk_insert, context.client);
    const bool done = co_await session.execute(sql, values);
    co_return done ? TxnStatus::committed : TxnStatus::failed;
}

}  // namespace oltpsim::workloads::sysbench
