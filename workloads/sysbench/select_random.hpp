// select_random_points and select_random_ranges: each client reads its own segment of column k of one table.
#pragma once

#include "workloads/sysbench/script_workload.hpp"

namespace oltpsim::workloads::sysbench {

/// Thread: const, shared by shards.
class SelectRandom : public ScriptWorkload {
public:
    SelectRandom(Settings settings, Statements statements, std::uint32_t clients);

    Task<workload::TxnStatus> run(
        std::uint32_t type, workload::Session& session, workload::ClientContext context, Rng& rng
    ) const override;

private:
    double segment_;  ///< values of k per client
};

}  // namespace oltpsim::workloads::sysbench
