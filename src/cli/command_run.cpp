// oltpsim run: every step of a plan, precondition then sample, into one result directory.
#include "cli/commands.hpp"
#include "cli/plan_flags.hpp"
#include "cli/run_session.hpp"

#include <CLI/CLI.hpp>

namespace oltpsim::cli {

void add_run(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("run", "Run every step of a plan: precondition, then sample");
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);     // shared with the callback below
    const auto settings = std::make_shared<RunSettings>();  // the same
    command->add_option("--out", settings->out, "Exactly this result directory")->type_name("DIR");
    command
        ->add_option(
            "--results", settings->results_root, "Folder for new result directories [results]"
        )
        ->type_name("DIR");
    command
        ->add_option(
            "--resume", settings->resume, "Go on with the unfinished run in this directory"
        )
        ->type_name("DIR");
    command->add_flag(
        "--keep-going", settings->keep_going, "Leave out targets that fail before the start"
    );
    command->footer("Examples:\n"
                    "  oltpsim run plan.jsonc\n"
                    "  oltpsim run --workload sysbench/oltp_read_write --target "
                    "mysql://sbtest@10.0.0.11/sbtest --tables 100 "
                    "--table-size 10M --clients 32 --precondition 2h --sample 1h\n"
                    "  oltpsim run --resume results/20261130T160741Z-my-array");
    command->callback([&context, flags, settings] {
        context.command = [&context, flags, settings] {
            if (!settings->resume.empty() && !settings->out.empty()) {
                context.console.error(
                    "--resume goes on in the directory it names; --out has no place beside it"
                );
                return Outcome::bad_input;
            }
            if (!settings->resume.empty()) {
                flags->set_default_file(settings->resume + "/plan.json");
            }
            const auto plan = flags->build(PlanUse::run);
            return plan ? run_plan(context, *plan, *settings) : Outcome::bad_input;
        };
    });
}

}  // namespace oltpsim::cli
