// bulk_insert: each client fills a table of its own with multi-row inserts of ascending ids.
#pragma once

#include "workloads/sysbench/script_workload.hpp"

namespace oltpsim::workloads::sysbench {

/// One transaction is one INSERT of bulk_rows rows. Needs empty tables. Thread: const, shared by shards.
class BulkInsert : public ScriptWorkload {
public:
    BulkInsert(Settings settings, Statements statements, std::uint32_t clients)
        : ScriptWorkload(std::move(settings), std::move(statements), clients) {}

    Task<workload::TxnStatus> run(
        std::uint32_t type, workload::Session& session, workload::ClientContext context, Rng& rng
    ) const override;
};

}  // namespace oltpsim::workloads::sysbench
