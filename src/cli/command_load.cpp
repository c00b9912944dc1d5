// oltpsim prepare, check, cleanup: the data of a plan's targets.
#include "cli/commands.hpp"
#include "cli/load_session.hpp"
#include "cli/plan_flags.hpp"

#include <CLI/CLI.hpp>

namespace oltpsim::cli {
namespace {

using Work = Outcome (*)(Context&, const plan::RunPlan&);

void add_load_command(
    CLI::App& app,
    Context& context,
    const char* name,
    const char* help,
    const char* footer,
    Work work
) {
    CLI::App* command = app.add_subcommand(name, help);
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);  // shared with the callback below
    command->footer(footer);
    command->callback([&context, flags, work] {
        context.command = [&context, flags, work] {
            const auto plan = flags->build(PlanUse::load);
            return plan ? work(context, *plan) : Outcome::bad_input;
        };
    });
}

}  // namespace

void add_prepare(CLI::App& app, Context& context) {
    add_load_command(
        app,
        context,
        "prepare",
        "Create the schema and load every target; goes on where an interrupted one ended",
        "Examples:\n"
        "  oltpsim prepare plan.jsonc\n"
        "  oltpsim prepare --workload sysbench/oltp_read_write --target sqlite:/tmp/vm1.db "
        "--table-size 100k",
        &prepare_plan
    );
}

void add_check(CLI::App& app, Context& context) {
    add_load_command(
        app,
        context,
        "check",
        "Check the data of every target for consistency",
        "Example:\n  oltpsim check plan.jsonc",
        &check_plan
    );
}

void add_cleanup(CLI::App& app, Context& context) {
    add_load_command(
        app,
        context,
        "cleanup",
        "Drop exactly what prepare made, nothing else",
        "Example:\n  oltpsim cleanup plan.jsonc",
        &cleanup_plan
    );
}

}  // namespace oltpsim::cli
