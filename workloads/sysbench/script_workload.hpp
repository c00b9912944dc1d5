// What all sysbench workloads share: settings, statements, the one transaction type, facts for results.
#pragma once

#include "workload/workload.hpp"
#include "workloads/sysbench/distribution.hpp"
#include "workloads/sysbench/settings.hpp"
#include "workloads/sysbench/statements.hpp"

#include <array>
#include <cstdint>

namespace oltpsim::workloads::sysbench {

/// Base of the scripts. Thread: const after construction.
class ScriptWorkload : public workload::Workload {
public:
    ScriptWorkload(Settings settings, Statements statements, std::uint32_t clients);

    std::span<const workload::TransactionType> transactions() const override { return types_; }
    const db::StatementSet& statements() const override { return statements_.set(); }
    std::uint32_t choose(const workload::ClientContext&, Rng&) const override { return 0; }
    /// Two clients that delete and insert the same row may meet: sysbench's PostgreSQL driver restarts the event on
    /// SQLSTATE 23505, as on 40001 and 40P01 (drv_pgsql.c).
    bool retryable(db::ErrorClass cls) const override {
        return db::retryable(cls) || cls == db::ErrorClass::constraint_violation;
    }
    std::map<std::string, std::string> describe() const override;

protected:
    const Settings& settings() const noexcept { return settings_; }
    const db::Statement& statement(Kind kind, std::uint32_t table) const {
        return statements_.get(kind, table);
    }
    /// 0-based, uniform.
    std::uint32_t draw_table(Rng& rng) const {
        return static_cast<std::uint32_t>(rng.below(settings_.tables));
    }
    /// 1-based, by the distribution.
    std::int64_t draw_id(Rng& rng) const {
        return distribution_.draw(rng, 1, settings_.table_size);
    }
    const Distribution& distribution() const noexcept { return distribution_; }

private:
    Settings settings_;
    Statements statements_;
    Distribution distribution_;
    std::array<workload::TransactionType, 1> types_;
    std::uint32_t clients_;
};

/// The workload of `settings.script`. Errors: see Statements::make.
db::Result<std::unique_ptr<workload::Workload>> make_workload(
    const Settings& settings, const workload::Binding& binding
);

}  // namespace oltpsim::workloads::sysbench
