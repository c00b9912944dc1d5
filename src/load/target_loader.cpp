// Units and markers travel in one transaction, so a unit is in the database exactly when its marker is.
#include "load/target_loader.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace oltpsim::load {
namespace {

constexpr std::uint32_t kMaxTries = 6;       // per unit or index, on a session that keeps breaking
constexpr std::uint32_t kMaxLockTries = 60;  // where only locks are in the way
constexpr auto kFirstPause = std::chrono::milliseconds{100};
constexpr auto kLongestPause = std::chrono::milliseconds{3000};

db::DbError cancelled() {
    db::DbError error;
    error.cls = db::ErrorClass::cancelled;
    error.operation = "prepare";
    error.message = "stopped";
    return error;
}

/// Worth another try on a new session?
bool is_passing(db::ErrorClass cls) noexcept {
    return db::retryable(cls) || cls == db::ErrorClass::connection_lost ||
           cls == db::ErrorClass::statement_timeout || cls == db::ErrorClass::connect_failed ||
           cls == db::ErrorClass::too_many_connections;
}

}  // namespace

TargetLoad TargetLoader::run(const Inspection& inspection, const Notes& wanted) {
    const TimePoint begun = steady_now();
    TargetLoad result;
    tally_.stage = Stage::creating;
    auto done = create(inspection, wanted);
    const std::uint64_t resumed = tally_.rows_done.load();
    if (done) {
        tally_.stage = Stage::loading;
        done = load_units();
    }
    if (done) {
        tally_.stage = Stage::finishing;
        done = finish();
    }
    if (done) {
        done = note_loaded();
    }
    tally_.stage = Stage::over;
    result.rows = written_.load();
    result.rows_resumed = resumed;
    result.retries = tally_.retries.load();
    result.seconds = to_seconds(steady_now() - begun);
    if (done) {
        result.outcome = LoadOutcome::loaded;
    } else if (stop_.load()) {
        result.outcome = LoadOutcome::cancelled;
    } else {
        result.outcome = LoadOutcome::failed;
        result.error = done.error();
        tally_.failed = true;
    }
    return result;
}

db::Result<void> TargetLoader::create(const Inspection& inspection, const Notes& wanted) {
    Session session(sessions_, target_);
    auto done = session.open(patient(plan_.session));
    if (!done) {
        return done;
    }
    Notebook notebook(*session);
    if (stores_data() && inspection.found == Found::nothing) {
        done = notebook.begin(wanted, inspection.present);
        if (!done) {
            return done;
        }
    }
    for (const std::string& sql : dataset_.create_sql()) {
        if (is_over()) {
            return cancelled();
        }
        const auto made = session->query(sql);
        if (!made) {
            return made.error();
        }
    }
    if (stores_data()) {
        done = notebook.note_columns(wanted);
        if (!done) {
            return done;
        }
    }
    if (stores_data() && inspection.found == Found::unfinished) {
        auto units = notebook.units_done();
        if (!units) {
            return units.error();
        }
        done_ = std::move(*units);
    }
    for (const workload::LoadUnit& unit : dataset_.units()) {
        tally_.rows_total += unit.rows;
        tally_.rows_done += done_.contains(unit.id) ? unit.rows : 0;
    }
    return {};
}

db::Result<void> TargetLoader::load_units() {
    std::vector<workload::LoadUnit> units = dataset_.units();
    std::erase_if(units, [&](const workload::LoadUnit& unit) { return done_.contains(unit.id); });
    return in_parallel(units.size(), plan_.session, [&](Session& session, std::size_t index) {
        return load_unit(session, units[index]);
    });
}

db::Result<void> TargetLoader::finish() {
    const std::vector<std::vector<std::string>> groups = dataset_.finish_groups();
    tally_.finish_total = static_cast<std::uint32_t>(groups.size());
    return in_parallel(
        groups.size(),
        patient(plan_.session),
        [&](Session& session, std::size_t index) {
            for (const std::string& sql : groups[index]) {
                if (is_over()) {
                    return db::Result<void>{cancelled()};
                }
                const auto done = session->query(sql);
                if (!done) {
                    return db::Result<void>{done.error()};
                }
            }
            ++tally_.finish_done;
            return db::Result<void>{};
        }
    );
}

db::Result<void> TargetLoader::note_loaded() {
    if (!stores_data()) {
        return {};
    }
    const db::SessionOptions options = plan_.session;
    return in_parallel(1, options, [&](Session& session, std::size_t) {
        return Notebook(*session).mark_loaded(utc_now());
    });
}

db::Result<void> TargetLoader::in_parallel(
    std::size_t count, const db::SessionOptions& options, const Job& job
) {
    std::atomic<std::size_t> next{0};
    {
        const std::size_t workers =
            std::min<std::size_t>(count, std::max(1U, plan_.load.connections));
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < workers; ++i) {
            threads.emplace_back([&] { work(count, next, options, job); });
        }
    }
    const std::lock_guard lock(mutex_);
    if (error_) {
        return *error_;
    }
    return stop_.load() ? db::Result<void>{cancelled()} : db::Result<void>{};
}

void TargetLoader::work(
    std::size_t count,
    std::atomic<std::size_t>& next,
    const db::SessionOptions& options,
    const Job& job
) {
    Session session(sessions_, target_);
    for (std::size_t index = next++; index < count && !is_over(); index = next++) {
        const auto done = persist(session, index, options, job);
        if (!done) {
            fail(done.error());
            return;
        }
    }
}

db::Result<void> TargetLoader::persist(
    Session& session, std::size_t index, const db::SessionOptions& options, const Job& job
) {
    for (std::uint32_t tries = 1;; ++tries) {
        auto done = session.is_open() ? db::Result<void>{} : session.open(options);
        if (done) {
            done = job(session, index);
        }
        if (done || is_over()) {
            return done;
        }
        const db::ErrorClass cls = done.error().cls;
        const std::uint32_t limit = db::retryable(cls) ? kMaxLockTries : kMaxTries;
        if (!is_passing(cls) || tries >= limit) {
            return done;
        }
        session.close();
        ++tally_.retries;
        if (!wait_before_retry(tries)) {
            return done;
        }
    }
}

// False when the load is over meanwhile.
bool TargetLoader::wait_before_retry(std::uint32_t tries) const {
    const auto pause = std::min(kLongestPause, kFirstPause * (1U << std::min(tries - 1, 10U)));
    const TimePoint until = steady_now() + pause;
    while (!is_over() && steady_now() < until) {
        std::this_thread::sleep_for(kPoll);
    }
    return !is_over();
}

void TargetLoader::fail(db::DbError error) {
    const std::lock_guard lock(mutex_);
    if (!error_) {
        error_ = std::move(error);
    }
    failed_ = true;
}

db::Result<void> TargetLoader::load_unit(Session& session, const workload::LoadUnit& unit) {
    std::uint64_t counted = 0;
    auto done = session->begin();
    if (done) {
        done = write_and_mark(*session, unit, counted);
        if (done) {
            done = session->commit();
        } else {
            (void)session->rollback();
        }
    }
    if (done) {
        written_ += unit.rows;
    } else {
        tally_.rows_done -= counted;
    }
    return done;
}

db::Result<void> TargetLoader::write_and_mark(
    db::AdminConnection& connection, const workload::LoadUnit& unit, std::uint64_t& counted
) {
    Notebook notebook(connection);
    if (stores_data()) {
        // The commit of an earlier try may have arrived although its answer was lost.
        const auto there = notebook.is_unit_done(unit.id);
        if (!there) {
            return there.error();
        }
        if (*there) {
            counted = unit.rows;
            tally_.rows_done += unit.rows;
            return {};
        }
    }
    auto written = dataset_.write_unit(unit, connection, [&](std::uint64_t rows) {
        counted += rows;
        tally_.rows_done += rows;
    });
    if (written && stores_data()) {
        written = notebook.mark_unit(unit.id, unit.rows);
    }
    return written;
}

}  // namespace oltpsim::load
