// Runs whole steps in a test: a plan of simulated targets on a virtual (or real) clock, a tiny workload, a sink that keeps all.
#pragma once

#include "metrics/run_sink.hpp"
#include "phases/run_step.hpp"

#include <memory>
#include <string>
#include <vector>

namespace oltpsim::drivers::simulated {
std::unique_ptr<db::Driver> make_driver();
}

namespace oltpsim::support {

/// One statement per transaction, autocommit; or BEGIN, statement, COMMIT.
class OneStatement final : public workload::Workload {
public:
    explicit OneStatement(bool explicit_transaction = false) : explicit_(explicit_transaction) {
        db::Statement statement;
        statement.name = "touch";
        statement.sql = "SELECT 1";
        statement.rows = db::RowUse::count;
        set_.add(std::move(statement));
    }
    std::span<const workload::TransactionType> transactions() const override { return types_; }
    const db::StatementSet& statements() const override { return set_; }
    std::uint32_t choose(const workload::ClientContext&, Rng&) const override { return 0; }
    Task<workload::TxnStatus>
    run(std::uint32_t, workload::Session& session, workload::ClientContext, Rng&) const override {
        bool ok = true;
        if (explicit_) {
            const bool begun = co_await session.begin();
            ok = begun;
        }
        if (ok) {
            const std::span<const db::Value> none;
            const bool executed = co_await session.execute(set_[0], none);
            ok = executed;
        }
        if (ok && explicit_) {
            const bool committed = co_await session.commit();
            ok = committed;
        }
        co_return ok ? workload::TxnStatus::committed : workload::TxnStatus::failed;
    }
    std::map<std::string, std::string> describe() const override { return {}; }

private:
    bool explicit_;
    db::StatementSet set_;
    std::vector<workload::TransactionType> types_{{"touch", true, 1, {}, {}}};
};

/// Keeps every second and event.
class KeepingSink final : public metrics::RunSink {
public:
    struct Row {
        std::uint64_t second;
        metrics::Phase phase;
        std::vector<std::uint64_t> committed;  ///< by position
    };
    std::vector<Row> rows;
    std::vector<metrics::RunEvent> events;
    std::vector<std::uint32_t> connecting;

    void on_connecting(std::uint32_t, std::uint32_t done, std::uint32_t) override {
        connecting.push_back(done);
    }
    void on_second(
        std::uint64_t second, metrics::Phase phase, std::span<const metrics::IntervalSample> targets
    ) override {
        Row row{second, phase, {}};
        for (const auto& target : targets) {
            row.committed.push_back(target.committed());
        }
        rows.push_back(std::move(row));
    }
    void on_shard(const metrics::ShardSample&) override {}
    void on_event(const metrics::RunEvent& event) override { events.push_back(event); }
    bool saw(const std::string& kind) const {
        for (const auto& event : events) {
            if (event.kind == kind) {
                return true;
            }
        }
        return false;
    }
};

/// A plan under construction; run() executes its only step over all targets.
struct StepHarness {
    StepHarness() {
        plan.virtual_clock = true;
        plan.seed = 7;
        plan.phases.precondition = std::chrono::seconds{5};
        plan.phases.sample = std::chrono::seconds{10};
        plan.phases.grace = std::chrono::seconds{10};
        plan.session.statement_timeout = Nanos::zero();
    }

    void add(const std::string& url, std::uint32_t clients, std::uint32_t connections = 0) {
        plan::TargetPlan target;
        target.index = static_cast<std::uint32_t>(plan.targets.size());
        target.name = "vm" + std::to_string(target.index + 1);
        target.url = db::TargetUrl::parse(url).value();
        target.driver = driver.get();
        target.dialect = driver->info().dialect;
        target.clients = clients;
        target.connections = connections == 0 ? clients : connections;
        step.targets.push_back(target.index);
        plan.targets.push_back(std::move(target));
        ready.emplace_back();
        bound.push_back(workload);
    }

    metrics::StepOutcome run() { return phases::run_step(plan, step, bound, ready, sink, stop); }

    const metrics::IntervalSample& sample_of(
        const metrics::StepOutcome& outcome, std::size_t position = 0
    ) const {
        return outcome.targets[position].totals[static_cast<std::size_t>(metrics::Phase::sample)];
    }

    std::unique_ptr<db::Driver> driver = drivers::simulated::make_driver();
    std::shared_ptr<const workload::Workload> workload = std::make_shared<OneStatement>();
    plan::RunPlan plan;
    plan::StepPlan step{"all", {}};
    std::vector<std::shared_ptr<const workload::Workload>> bound;
    std::vector<phases::TargetReady> ready;
    KeepingSink sink;
    phases::StopToken stop;
};

}  // namespace oltpsim::support
