// Loading one target: schema, units on several sessions, then indexes on several sessions.
#pragma once

#include "load/inspection.hpp"
#include "load/load.hpp"
#include "load/sessions.hpp"
#include "load/tally.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace oltpsim::load {

/// Thread: run() on a thread of its own, which starts and joins the workers. Lifetime: references outlive it.
class TargetLoader {
public:
    TargetLoader(
        const plan::RunPlan& plan,
        const plan::TargetPlan& target,
        const workload::Dataset& dataset,
        Tally& tally,
        Sessions& sessions,
        const std::atomic<bool>& stop
    )
        : plan_(plan),
          target_(target),
          dataset_(dataset),
          tally_(tally),
          sessions_(sessions),
          stop_(stop) {}

    /// Precondition: judge() let it through with found = nothing or unfinished. Shape: fills all but target and name.
    TargetLoad run(const Inspection& inspection, const Notes& wanted);

private:
    db::Result<void> create(const Inspection& inspection, const Notes& wanted);
    db::Result<void> load_units();
    db::Result<void> finish();
    db::Result<void> note_loaded();

    /// Runs `job(session, index)` for each index below `count` on up to plan.load.connections sessions; the first error wins.
    using Job = std::function<db::Result<void>(Session&, std::size_t)>;
    db::Result<void> in_parallel(
        std::size_t count, const db::SessionOptions& options, const Job& job
    );
    void work(
        std::size_t count,
        std::atomic<std::size_t>& next,
        const db::SessionOptions& options,
        const Job& job
    );
    /// One job with bounded repeats after a lost session or a deadlock.
    db::Result<void> persist(
        Session& session, std::size_t index, const db::SessionOptions& options, const Job& job
    );
    bool wait_before_retry(std::uint32_t tries) const;
    void fail(db::DbError error);

    db::Result<void> load_unit(Session& session, const workload::LoadUnit& unit);
    db::Result<void> write_and_mark(
        db::AdminConnection& connection, const workload::LoadUnit& unit, std::uint64_t& counted
    );

    bool stores_data() const { return target_.driver->info().stores_data; }
    bool is_over() const { return stop_.load() || failed_.load(); }

    const plan::RunPlan& plan_;
    const plan::TargetPlan& target_;
    const workload::Dataset& dataset_;
    Tally& tally_;
    Sessions& sessions_;
    const std::atomic<bool>& stop_;
    std::set<std::uint32_t> done_;  ///< units of an earlier prepare
    std::atomic<std::uint64_t> written_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::optional<db::DbError> error_;  ///< guarded by mutex_
};

}  // namespace oltpsim::load
