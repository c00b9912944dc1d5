// Pre-flight, result directory, steps, table, verdict.
#include "cli/run_session.hpp"

#include "cli/live_sink.hpp"
#include "load/load.hpp"
#include "phases/run_step.hpp"
#include "results/find_results.hpp"
#include "results/make_step_result.hpp"
#include "results/result_store.hpp"
#include "results/run_result_codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::cli {
namespace {

using BoundWorkloads = std::vector<std::shared_ptr<const workload::Workload>>;

std::vector<std::string> error_class_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < db::kErrorClassCount; ++i) {
        names.emplace_back(db::to_string(static_cast<db::ErrorClass>(i)));
    }
    return names;
}

db::DbError not_prepared(std::string what) {
    db::DbError error;
    error.cls = db::ErrorClass::schema_mismatch;
    error.operation = "pre-flight";
    error.message = std::move(what);
    return error;
}

/// Does the schema found on the target fit the run?
std::optional<db::DbError> check_schema(
    const plan::RunPlan& plan, const plan::TargetPlan& target, db::AdminConnection& session
) {
    auto missing = load::fits(plan, target, session);
    if (!missing) {
        return missing.error();
    }
    return missing->empty() ? std::nullopt : std::optional(not_prepared(*missing));
}

/// A run in progress, step by step.
class Run {
public:
    Run(Context& context, const plan::RunPlan& plan, const RunSettings& settings)
        : context_(context),
          plan_(plan),
          settings_(settings),
          result_(results::make_run_result(plan)) {}

    Outcome run() {
        if (const Outcome opened = open_store(); opened != Outcome::done) {
            return opened;
        }
        if (const Outcome ready = look_at_targets(); ready != Outcome::done) {
            return ready;
        }
        if (!bind() || !make_store() || !mark_targets()) {
            return Outcome::bad_input;
        }
        // Measuring on would take hours for figures that nobody can keep.
        store_->on_failure([this](const std::string& problem) {
            context_.console.error(
                fmt::format("results can no longer be written: {}; the run ends now", problem)
            );
            context_.stop.request();
        });
        LiveSink sink(plan_, context_.console, *store_);
        const std::set<std::string> finished = finished_steps();
        for (std::size_t i = 0;
             i < plan_.steps.size() && context_.stop.level() == 0 && !store_->failure();
             ++i) {
            if (!finished.contains(plan_.steps[i].name)) {
                sink.begin_step(plan_.steps[i], i + 1, plan_.steps.size());
                run_one(plan_.steps[i], sink);
            }
        }
        return finish();
    }

private:
    /// Resumed runs open their directory first: a wrong one must be refused before any target is touched.
    Outcome open_store() {
        if (settings_.resume.empty()) {
            return Outcome::done;
        }
        auto store = results::ResultStore::resume(settings_.resume, plan_);
        auto before = results::load_result(settings_.resume);
        if (!store || !before) {
            context_.console.error(store ? before.error().message : store.error().message);
            return Outcome::bad_input;
        }
        store_ = std::move(*store);
        result_ = std::move(*before);
        return Outcome::done;
    }

    /// A new directory is made only once all targets are ready, so that a refused start leaves none behind.
    bool make_store() {
        if (store_) {
            return true;
        }
        auto store = settings_.out.empty()
                         ? results::ResultStore::create(settings_.results_root, plan_)
                         : results::ResultStore::create_at(settings_.out, plan_);
        if (!store) {
            context_.console.error(store.error().message);
            return false;
        }
        store_ = std::move(*store);
        return save();
    }

    /// Targets that some step uses: others may be down or not yet there.
    std::vector<std::uint32_t> targets_of_steps() const {
        std::set<std::uint32_t> used;
        for (const plan::StepPlan& step : plan_.steps) {
            used.insert(step.targets.begin(), step.targets.end());
        }
        return {used.begin(), used.end()};
    }

    Outcome look_at_targets() {
        targets::PreflightScope scope;
        scope.targets = targets_of_steps();
        scope.further = [this](const plan::TargetPlan& target, db::AdminConnection& session) {
            return check_schema(plan_, target, session);
        };
        const auto reports = targets::preflight(plan_, scope, context_.stop.flag());
        const Outcome outcome = tell_preflight(context_, plan_, reports);
        const bool any = std::any_of(reports.begin(), reports.end(), [](const auto& report) {
            return report.ok();
        });
        if (outcome != Outcome::done &&
            (!settings_.keep_going || !any || outcome == Outcome::interrupted)) {
            context_.console.note("nothing was started");
            return outcome;
        }
        ready_.resize(plan_.targets.size());
        for (const targets::TargetReport& report : reports) {
            ready_[report.target] = {
                report.facts, report.same_host, report.ok() ? "" : report.describe()
            };
        }
        return Outcome::done;
    }

    bool bind() {
        for (const plan::TargetPlan& target : plan_.targets) {
            workload::Binding binding{
                target.dialect, target.seed, target.data_index, target.clients, plan_.schema_dir
            };
            auto bound = plan_.workload->bind(plan_.options, binding);
            if (!bound) {
                context_.console.error(
                    fmt::format("target {}: {}", target.name, bound.error().describe())
                );
                return false;
            }
            bound_.push_back(std::move(*bound));
        }
        return true;
    }

    /// Makes what the run needs beside the rows, and notes that loaded rows are about to change: later checks must know.
    bool mark_targets() {
        const auto types = bound_.front()->transactions();
        const bool writes = !std::all_of(types.begin(), types.end(), [](const auto& type) {
            return type.read_only;
        });
        for (const std::uint32_t index : targets_of_steps()) {
            const plan::TargetPlan& target = plan_.targets[index];
            if (!ready_[index].failure.empty() || !target.driver->info().stores_data) {
                continue;
            }
            auto session = target.driver->connect_admin(target.endpoint(), plan_.session);
            auto marked = session ? load::before_run(plan_, target, **session)
                                  : db::Result<void>(session.error());
            if (marked && writes) {
                marked = load::mark_run_started(**session);
            }
            if (!marked) {
                context_.console.error(
                    fmt::format("target {}: {}", target.name, marked.error().describe())
                );
                return false;
            }
        }
        return true;
    }

    std::set<std::string> finished_steps() const {
        std::set<std::string> names;
        for (const results::StepResult& step : result_.steps) {
            if (step.state == "finished") {
                names.insert(step.name);
            }
        }
        return names;
    }

    void run_one(const plan::StepPlan& step, LiveSink& sink) {
        static const std::vector<std::string> kErrorNames = error_class_names();
        store_->begin_step(step, results::transaction_names(plan_));
        const auto outcome = phases::run_step(plan_, step, bound_, ready_, sink, context_.stop);
        context_.console.end_live();
        auto result = results::make_step_result(plan_, step, outcome, kErrorNames);
        result.notes.insert(result.notes.end(), plan_.warnings.begin(), plan_.warnings.end());
        results::add_step(result_, std::move(result));
        (void)store_->save(result_);  // a failure is told by the store
    }

    /// The first writing of result.json, before anything runs.
    bool save() {
        if (auto problem = store_->save(result_)) {
            context_.console.error(*problem);
            return false;
        }
        return true;
    }

    /// Writes the HTML report beside the numbers and prints the table.
    Outcome finish() {
        const std::string directory = store_->directory().string();
        const auto options = context_.render_options(directory);
        if (context_.json) {
            context_.console.print(results::encode_run_result(result_));
        } else if (const auto* table = context_.report("terminal")) {
            context_.console.print(table->render(result_, options));
        }
        if (const auto* html = context_.report("html")) {
            if (auto problem = results::replace_file(
                    store_->directory() / "report.html", html->render(result_, options)
                )) {
                context_.console.error(*problem);
                report_written_ = false;
            }
        }
        const std::string shown =
            context_.report("html") != nullptr ? directory + "/report.html" : directory;
        if (context_.json || context_.console.quiet()) {
            context_.console.note("result: " + shown);
        } else {
            context_.console.print("\nresult: " + shown + "\n");
        }
        return verdict();
    }

    Outcome verdict() {
        if (store_->failure()) {
            context_.console.error(
                fmt::format("results could not be written: {}", *store_->failure())
            );
            return Outcome::not_written;
        }
        if (!report_written_) {
            return Outcome::not_written;
        }
        if (context_.stop.level() > 0) {
            context_.console.note(
                "interrupted: results so far are kept; go on with --resume " +
                store_->directory().string()
            );
            return Outcome::interrupted;
        }
        bool any_ok = false;
        bool any_failed = false;
        for (const results::StepResult& step : result_.steps) {
            for (const results::TargetResult& target : step.targets) {
                any_ok = any_ok || target.state == "ok";
                any_failed = any_failed || target.state == "failed";
            }
        }
        if (any_ok && any_failed) {
            return Outcome::some_failed;
        }
        if (!result_.valid) {
            for (const std::string& reason : result_.invalid_reasons) {
                context_.console.warn("the result is not valid: " + reason);
            }
            return Outcome::invalid_result;
        }
        return Outcome::done;
    }

    Context& context_;
    const plan::RunPlan& plan_;
    const RunSettings& settings_;
    results::RunResult result_;
    std::unique_ptr<results::ResultStore> store_;
    std::vector<phases::TargetReady> ready_;
    bool report_written_ = true;
    BoundWorkloads bound_;  ///< shared with the shards of a step, hence shared_ptr
};

}  // namespace

bool is_unreachable(const db::DbError& error) noexcept {
    switch (error.cls) {
        case db::ErrorClass::connect_failed:
        case db::ErrorClass::connection_lost:
        case db::ErrorClass::auth_failed:
        case db::ErrorClass::tls_failed:
        case db::ErrorClass::too_many_connections:
        case db::ErrorClass::statement_timeout: return true;
        // A database that does not exist is refused at sign-in too, whatever class the refusal has.
        default: return error.operation == "connect";
    }
}

Outcome tell_preflight(
    Context& context, const plan::RunPlan& plan, const std::vector<targets::TargetReport>& reports
) {
    Outcome outcome = Outcome::done;
    for (const targets::TargetReport& report : reports) {
        if (report.ok()) {
            continue;
        }
        const plan::TargetPlan& target = plan.targets[report.target];
        if (report.error && report.error->cls == db::ErrorClass::cancelled) {
            outcome = Outcome::interrupted;
            continue;
        }
        context.console.error(
            fmt::format("target {} ({}): {}", target.name, target.url.place(), report.describe())
        );
        const bool unreachable = report.error && is_unreachable(*report.error);
        if (outcome != Outcome::interrupted) {
            outcome = unreachable || outcome == Outcome::unreachable ? Outcome::unreachable
                                                                     : Outcome::bad_input;
        }
    }
    return outcome;
}

Outcome run_plan(Context& context, const plan::RunPlan& plan, const RunSettings& settings) {
    Run run(context, plan, settings);
    return run.run();
}

}  // namespace oltpsim::cli
