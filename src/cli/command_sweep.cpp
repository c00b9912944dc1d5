// oltpsim sweep: response times against TPS, from 10 to 120 % of what the VMs can do.
#include "cli/commands.hpp"
#include "cli/plan_flags.hpp"
#include "cli/sweep_session.hpp"
#include "plan/sweep_steps.hpp"

#include <CLI/CLI.hpp>

namespace oltpsim::cli {

void add_sweep(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "sweep", "Load curve: find the highest rate, then measure response times at shares of it"
    );
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);     // shared with the callback below
    const auto settings = std::make_shared<RunSettings>();  // the same
    flags->declare_sweep(*command);
    declare_run_settings(*command, *settings);
    command->footer(
        "Clients first set the pace (closed loop) and find the highest rate of each VM; then\n"
        "transactions arrive at shares of it, whatever the VMs do (open loop).\n\n"
        "Examples:\n"
        "  oltpsim sweep plan.jsonc --steps 4 --p99-limit 20ms\n"
        "  oltpsim sweep plan.jsonc --steps 4 --percent 50,80,90,95,100 --settle 2m --rate-sample "
        "10m\n"
        "  oltpsim sweep --resume results/20261130T160741Z-my-array"
    );
    command->callback([&context, flags, settings] {
        context.command = [&context, flags, settings] {
            auto plan = build_run_plan(context, *flags, *settings);
            if (!plan) {
                return Outcome::bad_input;
            }
            if (const std::string fault = plan::make_sweep(*plan); !fault.empty()) {
                context.console.error(fault);
                context.console.note("nothing was started");
                return Outcome::bad_input;
            }
            return settings->dry_run ? print_sweep_timetable(context, *plan)
                                     : run_sweep(context, *plan, *settings);
        };
    });
}

}  // namespace oltpsim::cli
