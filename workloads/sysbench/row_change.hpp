// oltp_insert and oltp_delete: one autocommitted statement on one row.
#pragma once

#include "workloads/sysbench/script_workload.hpp"

namespace oltpsim::workloads::sysbench {

/// Thread: const, shared by shards.
class RowChange : public ScriptWorkload {
public:
    RowChange(Settings settings, Statements statements, const workload::Binding& binding);

    Task<workload::TxnStatus> run(
        std::uint32_t type, workload::Session& session, workload::ClientContext context, Rng& rng
    ) const override;

private:
    Task<workload::TxnStatus> remove(workload::Session& session, Rng& rng) const;
    Task<workload::TxnStatus> insert(
        workload::Session& session, workload::ClientContext context, Rng& rng
    ) const;
    std::int64_t unique_id(const workload::ClientContext& context) const noexcept;

    std::uint32_t first_id_;  ///< where this run starts in the permutation of ids
};

/// A permutation of all 32-bit numbers that looks random: ids made by clients without asking each other.
std::uint32_t scramble(std::uint32_t index) noexcept;

}  // namespace oltpsim::workloads::sysbench
