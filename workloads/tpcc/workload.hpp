// The TPC-C-like workload bound to one target. One file per transaction; all share Transaction below.
#pragma once

#include "workload/workload.hpp"
#include "workloads/tpcc/inputs.hpp"
#include "workloads/tpcc/mix.hpp"
#include "workloads/tpcc/settings.hpp"
#include "workloads/tpcc/statements.hpp"

#include <vector>

namespace oltpsim::workloads::tpcc {

/// Thread: const, shared by the target's shards.
class TpccWorkload : public workload::Workload {
public:
    TpccWorkload(const Settings& settings, Statements statements, const workload::Binding& binding);

    std::span<const workload::TransactionType> transactions() const override { return types_; }
    const db::StatementSet& statements() const override { return statements_.set(); }
    std::uint32_t choose(const workload::ClientContext& context, Rng& rng) const override;
    Task<workload::TxnStatus> run(
        std::uint32_t type, workload::Session& session, workload::ClientContext context, Rng& rng
    ) const override;
    workload::Pacing pacing(std::uint32_t type, Rng& rng) const override;
    Nanos mean_pacing() const override { return mean_pacing_; }
    std::map<std::string, std::string> describe() const override;

private:
    Settings settings_;
    Statements statements_;
    Mix mix_;
    World world_;
    PaceTable pace_;
    Nanos mean_pacing_{};
    std::uint32_t clients_;
    std::string dialect_;
    std::vector<workload::TransactionType> types_;
};

/// Errors: see Statements::make.
db::Result<std::unique_ptr<workload::Workload>> make_workload(
    const Settings& settings, const workload::Binding& binding
);

}  // namespace oltpsim::workloads::tpcc
