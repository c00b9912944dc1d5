// oltp_read_write, oltp_read_only, oltp_write_only, oltp_point_select, oltp_update_index, oltp_update_non_index:
// statement groups in a fixed order, with or without a transaction around them.
#pragma once

#include "workloads/sysbench/command_buffer.hpp"
#include "workloads/sysbench/script_workload.hpp"

namespace oltpsim::workloads::sysbench {

/// Do BEGIN and COMMIT go around the statements?
bool runs_in_transaction(const Settings& settings) noexcept;

/// Thread: const, shared by shards; a transaction runs on its connection's thread.
class Oltp : public ScriptWorkload {
public:
    Oltp(Settings settings, Statements statements, std::uint32_t clients);

    Task<workload::TxnStatus> run(
        std::uint32_t type, workload::Session& session, workload::ClientContext context, Rng& rng
    ) const override;

private:
    class TableChoice;
    Task<workload::TxnStatus> run_in_transaction(workload::Session& session, Rng& rng) const;
    Task<workload::TxnStatus> run_one_by_one(workload::Session& session, Rng& rng) const;
    void add_reads(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const;
    void add_ranges(
        CommandBuffer& buffer, TableChoice& choice, Rng& rng, Kind kind, std::uint32_t count
    ) const;
    void add_writes(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const;
    void add_delete_inserts(CommandBuffer& buffer, TableChoice& choice, Rng& rng) const;

    BufferSize size_;
    bool in_transaction_;
};

}  // namespace oltpsim::workloads::sysbench
