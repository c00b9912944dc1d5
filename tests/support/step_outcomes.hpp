// Plans and step outcomes made by hand, for tests of figures, files and reports: no engine, no clock.
#pragma once

#include "core/rng.hpp"
#include "metrics/step_outcome.hpp"
#include "plan/run_plan.hpp"

#include <memory>
#include <string>
#include <vector>

namespace oltpsim::support {

/// Two transaction types, nothing to run.
class TwoTypes final : public workload::Workload {
public:
    std::span<const workload::TransactionType> transactions() const override { return types_; }
    const db::StatementSet& statements() const override { return statements_; }
    std::uint32_t choose(const workload::ClientContext&, Rng&) const override { return 0; }
    Task<workload::TxnStatus> run(std::uint32_t, workload::Session&, workload::ClientContext, Rng&)
        const override {
        co_return workload::TxnStatus::failed;
    }
    std::map<std::string, std::string> describe() const override {
        return {{"distribution", "special"}, {"tables", "100"}};
    }

private:
    std::vector<workload::TransactionType> types_{
        {"read_write", false, 20, {}, {}}, {"read_only", true, 16, {}, {}}
    };
    db::StatementSet statements_;
};

class TwoTypesKind final : public workload::WorkloadType {
public:
    const std::string& name() const override { return name_; }
    const std::string& summary() const override { return name_; }
    std::span<const workload::OptionSpec> options() const override { return {}; }
    std::string check(const workload::OptionValues&) const override { return {}; }
    db::Result<std::unique_ptr<workload::Workload>>
    bind(const workload::OptionValues&, const workload::Binding&) const override {
        std::unique_ptr<workload::Workload> bound = std::make_unique<TwoTypes>();
        return bound;
    }
    db::Result<std::unique_ptr<workload::Dataset>>
    dataset(const workload::OptionValues&, const workload::Binding&) const override {
        return db::DbError{};
    }

private:
    std::string name_ = "test/two_types";
};

/// A closed-loop plan of `targets` targets vm01…, 8 clients each, 500 s precondition and 100 s sample, one step of all.
inline plan::RunPlan plan_of(std::uint32_t targets) {
    static const TwoTypesKind kind;
    plan::RunPlan plan;
    plan.name = "AF250 RAID1 raw";
    plan.storage = {{"array", "AF250"}, {"layout", "12 x RAID1"}};
    plan.workload = &kind;
    plan.profile = "test/two_types";
    plan.phases.precondition = std::chrono::seconds{500};
    plan.phases.sample = std::chrono::seconds{100};
    plan.hash = "0123abcd";
    plan.canonical_json = "{\"name\": \"AF250 RAID1 raw\"}\n";
    plan::StepPlan step;
    step.name = std::to_string(targets) + " VMs";
    for (std::uint32_t i = 0; i < targets; ++i) {
        plan::TargetPlan target;
        target.index = i;
        target.name = (i < 9 ? "vm0" : "vm") + std::to_string(i + 1);
        target.url.scheme = "mysql";
        target.url.host = target.name;
        target.url.user = "sbtest";
        target.url.password = db::Secret("hunter2secret");
        target.password = db::Secret("hunter2secret");
        target.dialect = "mysql";
        target.clients = 8;
        target.connections = 8;
        plan.targets.push_back(target);
        step.targets.push_back(i);
    }
    plan.steps.push_back(step);
    return plan;
}

/// Adds `times` commits of `nanos` each to type `type`; keeps cycles and busy time in step.
inline void commit(
    metrics::IntervalSample& sample, std::uint64_t nanos, std::uint64_t times, std::size_t type = 0
) {
    sample.by_type.resize(std::max<std::size_t>(sample.by_type.size(), 2));
    sample.by_type[type].outcomes.committed += times;
    sample.by_type[type].response.record_raw(nanos, times);
    sample.service.record_raw(nanos, times);
    sample.cycles += times;
    sample.busy_total += Nanos{static_cast<std::int64_t>(nanos * times)};
}

inline metrics::IntervalSample& total(
    metrics::TargetOutcome& target, metrics::Phase phase = metrics::Phase::sample
) {
    return target.totals[static_cast<std::size_t>(phase)];
}

/// Gives the clients the think time that makes the closed-loop law hold exactly.
inline void obey_law(
    metrics::TargetOutcome& target, std::uint32_t clients = 8, double seconds = 100
) {
    auto& sample = total(target);
    sample.think_total = from_seconds(seconds * clients) - sample.busy_total;
}

/// Cuts the sample into a block a second: the same response times in each, a tenth more or fewer of them.
inline void cut_into_blocks(metrics::TargetOutcome& target, std::uint32_t seconds = 100) {
    const metrics::LatencyHistogram all = total(target).merged_response();
    metrics::BlockRecorder recorder(seconds);
    for (std::uint32_t s = 0; s < seconds; ++s) {
        metrics::LatencyHistogram second;
        for (std::uint32_t i = 0; i < all.used_length(); ++i) {
            const std::uint64_t tenth = all.count_at(i) / seconds / 10;
            const std::uint64_t hash = mix64(s * 1000 + i % 7 + target.target);
            second.record_raw(
                metrics::LatencyHistogram::lowest_of(i), 9 * tenth + tenth * (hash % 3)
            );
        }
        recorder.add(s, second);
    }
    target.sample_blocks = recorder.finish(seconds);
}

/// A target with nothing done yet.
inline metrics::TargetOutcome target_outcome(std::uint32_t index) {
    metrics::TargetOutcome target;
    target.target = index;
    target.product = "MySQL";
    target.version = "9.1.0-commercial (x86_64)";
    target.settings = {{"innodb_flush_log_at_trx_commit", "1"}};
    for (std::size_t p = 0; p < metrics::kPhaseCount; ++p) {
        target.totals[p].target = index;
        target.totals[p].phase = static_cast<metrics::Phase>(p);
        target.totals[p].by_type.resize(2);
    }
    for (int i = 0; i < 5; ++i) {
        target.precondition_rounds.push_back({100, 1000, 5, 9, false});
    }
    return target;
}

/// A sound outcome: every VM commits 100,000 transactions in 100 s, of 4 to 8 ms, and a few slow ones.
inline metrics::StepOutcome sound_outcome(std::uint32_t targets) {
    metrics::StepOutcome outcome;
    outcome.started_at = "2026-11-30T16:07:41.000Z";
    outcome.precondition_seconds = 500;
    outcome.sample_seconds = 100;
    for (std::uint32_t i = 0; i < targets; ++i) {
        auto target = target_outcome(i);
        commit(total(target), 4'000'000 + 100'000 * i, 70'000, 0);
        commit(total(target), 8'000'000, 29'000, 1);
        commit(total(target), 40'000'000, 1'000, 1);
        commit(total(target, metrics::Phase::precondition), 200'000'000, 5'000, 0);
        total(target).by_type[0].outcomes.failed = 5;
        total(target).by_type[0].outcomes.retries = 7;
        total(target).errors[1] = 5;
        total(target).cycles += 5;
        obey_law(target);
        cut_into_blocks(target);
        target.committed_all_phases = 105'000;
        target.server_commits = 105'003;
        outcome.targets.push_back(std::move(target));
    }
    return outcome;
}

inline std::vector<std::string> error_names() {
    return {"serialization_failure", "deadlock", "lock_timeout"};
}

}  // namespace oltpsim::support
