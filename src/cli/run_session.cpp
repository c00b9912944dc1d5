// All steps of a plan, one after the other; and what a failed pre-flight amounts to.
#include "cli/run_session.hpp"

#include "cli/campaign.hpp"
#include "plan/timetable.hpp"
#include "results/find_results.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {

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
    Campaign campaign(context, plan, settings);
    if (const Outcome opened = campaign.open(); opened != Outcome::done) {
        return opened;
    }
    std::vector<std::string> over;  // steps that need not run again
    for (const plan::StepPlan& step : plan.steps) {
        if (campaign.is_finished(step.name)) {
            over.push_back(step.name);
        }
    }
    for (std::size_t i = 0; i < plan.steps.size() && campaign.goes_on(); ++i) {
        const plan::StepPlan& step = plan.steps[i];
        const bool fresh = !campaign.is_finished(step.name);
        over.push_back(step.name);
        const plan::Timetable after = plan::timetable(plan, over);
        campaign.run(step, {i + 1, plan.steps.size()}, after.length);
        if (fresh && !after.entries.empty() && campaign.goes_on()) {
            campaign.cool_down(step);
        }
    }
    return campaign.finish();
}

Outcome print_timetable(Context& context, const plan::RunPlan& plan, const std::string& resume) {
    std::vector<std::string> finished;
    if (!resume.empty()) {
        const auto before = results::load_result(resume);
        if (!before) {
            context.console.error(before.error().message);
            return Outcome::bad_input;
        }
        if (before->plan_hash != plan.hash) {
            context.console.error(fmt::format("{} was made by another plan", resume));
            return Outcome::bad_input;
        }
        for (const results::StepResult& step : before->steps) {
            if (step.state == "finished") {
                finished.push_back(step.name);
            }
        }
    }
    const plan::Timetable timetable = plan::timetable(plan, finished);
    const auto now = std::chrono::system_clock::now();
    context.console.print(
        context.json ? plan::timetable_json(timetable, now) : plan::timetable_text(timetable, now)
    );
    if (plan.check_after_step && !context.json) {
        context.console.print("  the checks after each step take time of their own\n");
    }
    context.console.note("dry run: nothing was connected, nothing was written");
    return Outcome::done;
}

}  // namespace oltpsim::cli
