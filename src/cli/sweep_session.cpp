#include "cli/sweep_session.hpp"

#include "cli/campaign.hpp"
#include "plan/sweep_steps.hpp"
#include "plan/timetable.hpp"
#include "results/describe_step.hpp"
#include "results/sweep_curve.hpp"

#include <fmt/format.h>

namespace oltpsim::cli {
namespace {

/// What the sweep asks for, as it stands in the result from the start.
results::SweepResult asked_for(const plan::SweepPlan& plan) {
    results::SweepResult sweep;
    sweep.arrival = results::arrival_name(plan.arrival);
    sweep.percents = plan.percent;
    if (plan.p99_limit) {
        sweep.p99_limit_ms = to_millis(*plan.p99_limit);
    }
    return sweep;
}

/// TPS of each target of the first step; empty, and told why, when one has none.
std::vector<double> highest_rates(Context& context, const results::StepResult& first) {
    std::vector<double> rates;
    for (const results::TargetResult& target : first.targets) {
        if (!target.tps) {
            context.console.error(fmt::format(
                "the highest closed-loop rate of {} is not known{}{}: no rate can be offered",
                target.name,
                target.failure.empty() ? "" : ", ",
                target.failure
            ));
            return {};
        }
        rates.push_back(*target.tps);
    }
    return rates;
}

/// Steps from `from` on, as they will be; for times only.
plan::RunPlan steps_from(const plan::RunPlan& plan, std::size_t from) {
    plan::RunPlan rest = plan;
    rest.steps.clear();
    for (std::size_t i = from; i < plan.sweep.percent.size(); ++i) {
        rest.steps.push_back(plan::sweep_step(plan, plan.sweep.percent[i], {}));
    }
    return rest;
}

void run_rates(Context& context, const plan::RunPlan& plan, Campaign& campaign) {
    const std::size_t steps = plan.sweep.percent.size() + 1;
    const plan::StepPlan& first = plan.steps.front();
    bool pause = !campaign.is_finished(first.name);
    campaign.run(first, {1, steps}, plan::timetable(steps_from(plan, 0)).length);
    const results::StepResult* measured = campaign.stored(first.name);
    if (!campaign.goes_on() || measured == nullptr || measured->state != "finished") {
        return;
    }
    const std::vector<double> rates = highest_rates(context, *measured);
    if (measured->aggregate.load_limited.value_or(false)) {
        context.console.warn(
            "the clients' think time limits the closed-loop rate: the VMs can do more than this "
            "sweep offers; give more clients, or no think time"
        );
    }
    for (std::size_t i = 0; i < plan.sweep.percent.size() && !rates.empty() && campaign.goes_on();
         ++i) {
        const plan::StepPlan step = plan::sweep_step(plan, plan.sweep.percent[i], rates);
        if (pause) {
            campaign.cool_down(step);
        }
        pause = !campaign.is_finished(step.name);
        if (campaign.goes_on()) {
            campaign.run(step, {i + 2, steps}, plan::timetable(steps_from(plan, i + 1)).length);
        }
        results::draw_sweep(campaign.result());
        campaign.save();
    }
}

}  // namespace

Outcome run_sweep(Context& context, const plan::RunPlan& plan, RunSettings settings) {
    settings.sweep = asked_for(plan.sweep);
    Campaign campaign(context, plan, settings);
    if (const Outcome opened = campaign.open(); opened != Outcome::done) {
        return opened;
    }
    run_rates(context, plan, campaign);
    const Outcome outcome = campaign.finish();
    const results::StepResult* first = campaign.stored(plan.steps.front().name);
    const bool nothing = campaign.result().sweep->points.empty() && first != nullptr;
    return outcome == Outcome::done && nothing ? Outcome::invalid_result : outcome;
}

Outcome print_sweep_timetable(Context& context, const plan::RunPlan& plan) {
    plan::RunPlan whole = steps_from(plan, 0);
    whole.steps.insert(whole.steps.begin(), plan.steps.front());
    return print_timetable(context, whole, "");
}

}  // namespace oltpsim::cli
