// prepare: pre-flight of all, then every target on threads of its own; this thread reports progress and watches `stop`.
#include "load/load.hpp"

#include "load/inspection.hpp"
#include "load/sessions.hpp"
#include "load/tally.hpp"
#include "load/target_loader.hpp"
#include "load/target_lock.hpp"
#include "load/targets_asked.hpp"
#include "targets/preflight.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace oltpsim::load {
namespace {

/// Everything about one target of this call.
struct Job {
    const plan::TargetPlan* target = nullptr;
    std::unique_ptr<workload::Dataset> dataset;
    Notes wanted;
    Inspection inspection;
    std::optional<TargetLock> lock;  ///< from before the inspection to the end of the call
    Tally tally;
    RateMeter rate;
    double bytes_per_row = 0;  ///< mean over the tables
    TargetLoad result;
};

double mean_bytes_per_row(const workload::Dataset& dataset) {
    double bytes = 0;
    std::uint64_t rows = 0;
    for (const workload::DatasetTable& table : dataset.tables()) {
        bytes += table.bytes_per_row * static_cast<double>(table.rows);
        rows += table.rows;
    }
    return rows > 0 ? bytes / static_cast<double>(rows) : 0;
}

void fail(Job& job, db::DbError error) {
    job.result.outcome = LoadOutcome::failed;
    job.result.error = std::move(error);
    job.tally.stage = Stage::over;
    job.tally.failed = true;
}

std::unique_ptr<Job> make_job(const plan::RunPlan& plan, std::uint32_t index) {
    auto job = std::make_unique<Job>();
    job->target = &plan.targets[index];
    job->result.target = index;
    job->result.name = job->target->name;
    auto dataset = dataset_of(plan, *job->target);
    if (!dataset) {
        fail(*job, dataset.error());
        return job;
    }
    job->dataset = std::move(*dataset);
    job->bytes_per_row = mean_bytes_per_row(*job->dataset);
    auto wanted = notes_for(plan, *job->target, *job->dataset);
    if (!wanted) {
        fail(*job, wanted.error());
        return job;
    }
    job->wanted = std::move(*wanted);
    return job;
}

using Jobs = std::vector<std::unique_ptr<Job>>;

/// Looks at every target over the load path; results go into the jobs. False if one failed or the call was stopped.
bool pass_preflight(const plan::RunPlan& plan, Jobs& jobs, const std::atomic<bool>& stop) {
    targets::PreflightScope scope;
    scope.load = true;
    for (const auto& job : jobs) {
        scope.targets.push_back(job->result.target);
        job->tally.stage = Stage::preflight;
    }
    scope.further = [&](const plan::TargetPlan& target,
                        db::AdminConnection& connection) -> std::optional<db::DbError> {
        Job& job = **std::find_if(jobs.begin(), jobs.end(), [&](const auto& one) {
            return one->target == &target;
        });
        if (job.result.error || !target.driver->info().stores_data) {
            return std::nullopt;
        }
        auto lock = TargetLock::take(plan, target, "prepare");
        if (!lock) {
            return lock.error();
        }
        job.lock = std::move(*lock);
        auto inspection = look_at(connection);
        if (!inspection) {
            return inspection.error();
        }
        job.inspection = std::move(*inspection);
        std::string problem = judge(job.inspection, job.wanted, *job.dataset);
        return problem.empty() ? std::nullopt
                               : std::optional(refusal("prepare", std::move(problem)));
    };
    const auto reports = targets::preflight(plan, scope, stop);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (reports[i].error) {
            fail(*jobs[i], *reports[i].error);
        } else if (!reports[i].shortage.empty()) {
            db::DbError error;
            error.cls = db::ErrorClass::too_many_connections;
            error.operation = "pre-flight";
            error.message = reports[i].shortage;
            fail(*jobs[i], std::move(error));
        }
    }
    return !stop.load() && std::none_of(jobs.begin(), jobs.end(), [](const auto& job) {
        return job->result.error.has_value();
    });
}

TargetProgress progress_of(Job& job, double elapsed_s) {
    TargetProgress one;
    one.target = job.result.target;
    one.name = job.result.name;
    one.stage = job.tally.stage;
    one.rows_done = job.tally.rows_done;
    one.rows_total = job.tally.rows_total;
    one.bytes_done = static_cast<double>(one.rows_done) * job.bytes_per_row;
    one.bytes_total = static_cast<double>(one.rows_total) * job.bytes_per_row;
    one.rows_per_s = job.rate.update(elapsed_s, one.rows_done);
    if (one.rows_done >= one.rows_total) {
        one.eta_s = 0;
    } else if (one.rows_per_s > 0) {
        one.eta_s = static_cast<double>(one.rows_total - one.rows_done) / one.rows_per_s;
    }
    one.finish_done = job.tally.finish_done;
    one.finish_total = job.tally.finish_total;
    one.retries = job.tally.retries;
    one.failed = job.tally.failed;
    return one;
}

Progress progress_of(Jobs& jobs, double elapsed_s) {
    Progress all;
    all.elapsed_s = elapsed_s;
    bool unknown = false;
    for (const auto& job : jobs) {
        TargetProgress one = progress_of(*job, elapsed_s);
        all.rows_done += one.rows_done;
        all.rows_total += one.rows_total;
        all.rows_per_s += one.rows_per_s;
        unknown = unknown || one.eta_s < 0;
        all.eta_s = std::max(all.eta_s, one.eta_s);
        all.targets.push_back(std::move(one));
    }
    all.eta_s = unknown ? -1 : all.eta_s;
    return all;
}

void load_one(
    const plan::RunPlan& plan, Job& job, Sessions& sessions, const std::atomic<bool>& stop
) {
    TargetLoader loader(plan, *job.target, *job.dataset, job.tally, sessions, stop);
    TargetLoad result = loader.run(job.inspection, job.wanted);
    result.target = job.result.target;
    result.name = job.result.name;
    job.result = std::move(result);
}

/// Loads every target that is not loaded yet.
void load_all(
    const plan::RunPlan& plan,
    const LoadSettings& settings,
    Jobs& jobs,
    const std::atomic<bool>& stop,
    TimePoint begun
) {
    Sessions sessions;
    std::atomic<std::size_t> running{0};
    std::vector<std::jthread> threads;
    for (const auto& job : jobs) {
        if (job->inspection.found == Found::loaded) {
            job->result.outcome = LoadOutcome::already_loaded;
            job->tally.stage = Stage::over;
            continue;
        }
        ++running;
        threads.emplace_back([&plan, &sessions, &stop, &running, &one = *job] {
            load_one(plan, one, sessions, stop);
            --running;
        });
    }
    const auto report = [&] {
        if (settings.on_progress) {
            settings.on_progress(progress_of(jobs, to_seconds(steady_now() - begun)));
        }
    };
    TimePoint next_report = steady_now();
    while (running.load() > 0) {
        if (stop.load()) {
            sessions.interrupt_all();
        }
        if (steady_now() >= next_report) {
            report();
            next_report += settings.progress_interval;
        }
        std::this_thread::sleep_for(kPoll);
    }
    threads.clear();
    report();
}

}  // namespace

std::string_view to_string(LoadOutcome outcome) noexcept {
    switch (outcome) {
        case LoadOutcome::loaded: return "loaded";
        case LoadOutcome::already_loaded: return "already_loaded";
        case LoadOutcome::failed: return "failed";
        case LoadOutcome::cancelled: return "cancelled";
        case LoadOutcome::not_started: return "not_started";
    }
    return "failed";
}

bool PrepareReport::ok() const noexcept {
    return !cancelled && std::all_of(targets.begin(), targets.end(), [](const TargetLoad& one) {
        return one.outcome == LoadOutcome::loaded || one.outcome == LoadOutcome::already_loaded;
    });
}

PrepareReport prepare(
    const plan::RunPlan& plan, const LoadSettings& settings, const std::atomic<bool>& stop
) {
    const TimePoint begun = steady_now();
    Jobs jobs;
    for (const std::uint32_t index : targets_asked(plan, settings)) {
        jobs.push_back(make_job(plan, index));
    }
    if (pass_preflight(plan, jobs, stop)) {
        load_all(plan, settings, jobs, stop, begun);
    } else {
        for (const auto& job : jobs) {
            if (stop.load()) {
                job->result.outcome = LoadOutcome::cancelled;
                job->result.error.reset();
            } else if (job->inspection.found == Found::loaded && !job->result.error) {
                job->result.outcome = LoadOutcome::already_loaded;
            }
        }
    }
    PrepareReport report;
    for (const auto& job : jobs) {
        report.targets.push_back(std::move(job->result));
    }
    report.seconds = to_seconds(steady_now() - begun);
    report.cancelled = stop.load();
    return report;
}

}  // namespace oltpsim::load
