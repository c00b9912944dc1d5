// oltpsim run: every step of a plan, precondition then sample, into one result directory.
#include "cli/commands.hpp"
#include "cli/plan_flags.hpp"
#include "cli/run_session.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

namespace oltpsim::cli {

void declare_run_settings(CLI::App& command, RunSettings& settings) {
    command.add_option("--out", settings.out, "Exactly this result directory")->type_name("DIR");
    command
        .add_option(
            "--results",
            settings.results_root,
            fmt::format("Folder for new result directories [{}]", kResultsRoot)
        )
        ->type_name("DIR");
    command
        .add_option("--resume", settings.resume, "Go on with the unfinished run in this directory")
        ->type_name("DIR");
    command.add_flag(
        "--keep-going", settings.keep_going, "Leave out targets that fail before the start"
    );
    command.add_flag(
        "--dry-run", settings.dry_run, "Print when each phase would begin and end, and stop"
    );
}

std::optional<plan::RunPlan> build_run_plan(
    Context& context, PlanFlags& flags, RunSettings& settings
) {
    for (const auto& [flag, value] :
         {std::pair{"--out", settings.out}, std::pair{"--results", settings.results_root}}) {
        if (!settings.resume.empty() && !value.empty()) {
            context.console.error(fmt::format(
                "--resume goes on in the directory it names; {} has no place beside it", flag
            ));
            return std::nullopt;
        }
    }
    if (settings.results_root.empty()) {
        settings.results_root = kResultsRoot;
    }
    if (!settings.resume.empty()) {
        std::error_code unreadable;
        if (!std::filesystem::exists(settings.resume + "/plan.json", unreadable)) {
            context.console.error(fmt::format(
                "{} holds no run to go on with: there is no plan.json in it", settings.resume
            ));
            return std::nullopt;
        }
        flags.set_default_file(settings.resume + "/plan.json");
    }
    return flags.build(settings.dry_run ? PlanUse::look : PlanUse::run);
}

void add_run(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("run", "Run every step of a plan: precondition, then sample");
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);     // shared with the callback below
    const auto settings = std::make_shared<RunSettings>();  // the same
    declare_run_settings(*command, *settings);
    command->footer("Examples:\n"
                    "  oltpsim run plan.jsonc\n"
                    "  oltpsim run --workload sysbench/oltp_read_write --target "
                    "mysql://sbtest@10.0.0.11/sbtest --tables 100 "
                    "--table-size 10M --clients 32 --precondition 2h --sample 1h\n"
                    "  oltpsim run plan.jsonc --dry-run\n"
                    "  oltpsim run plan.jsonc --clients 8,16,32 --repeat 3 --cool-down 5m\n"
                    "  oltpsim run --resume results/20261130T160741Z-my-array");
    command->callback([&context, flags, settings] {
        context.command = [&context, flags, settings] {
            const auto plan = build_run_plan(context, *flags, *settings);
            if (!plan) {
                return Outcome::bad_input;
            }
            return settings->dry_run ? print_timetable(context, *plan, settings->resume)
                                     : run_plan(context, *plan, *settings);
        };
    });
}

}  // namespace oltpsim::cli
