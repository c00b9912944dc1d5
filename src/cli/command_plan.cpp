// oltpsim plan new|check|explain: everything about a plan before it runs. Nothing is connected but by explain --connect.
#include "cli/commands.hpp"
#include "cli/plan_flags.hpp"
#include "plan/explain.hpp"
#include "plan/starter_plan.hpp"
#include "results/durability.hpp"
#include "targets/preflight.hpp"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace oltpsim::cli {
namespace {

/// Writes a file that must not exist yet. Returns the problem, or "".
std::string write_new_file(const std::string& path, std::string_view text) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0) {
        return fmt::format("{} cannot be written: {}", path, std::strerror(errno));
    }
    std::string problem;
    while (!text.empty() && problem.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0) {
            problem = fmt::format("{} cannot be written: {}", path, std::strerror(errno));
        } else {
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    ::close(fd);
    return problem;
}

void add_new(CLI::App& plan, Context& context) {
    CLI::App* command = plan.add_subcommand("new", "Write a commented starter plan");
    const auto path = std::make_shared<std::string>();  // shared with the callback below
    command->add_option("FILE", *path, "Where to; default: to the terminal")->type_name("FILE");
    command->footer("Example:\n  oltpsim plan new plan.jsonc");
    command->callback([&context, path] {
        context.command = [&context, path] {
            if (path->empty()) {
                context.console.print(plan::starter_plan());
                return Outcome::done;
            }
            const std::string problem = write_new_file(*path, plan::starter_plan());
            if (!problem.empty()) {
                context.console.error(problem);
                return Outcome::bad_input;
            }
            context.console.note(
                fmt::format("{} written; edit it, then: oltpsim plan check {}", *path, *path)
            );
            return Outcome::done;
        };
    });
}

void add_check_plan(CLI::App& plan, Context& context) {
    CLI::App* command = plan.add_subcommand("check", "Check a plan without connecting");
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);  // shared with the callback below
    command->footer("Example:\n  oltpsim plan check plan.jsonc");
    command->callback([&context, flags] {
        context.command = [&context, flags] {
            const auto built = flags->build(PlanUse::look);
            if (!built) {
                return Outcome::bad_input;
            }
            if (context.json) {
                context.console.print(built->canonical_json);
            } else {
                context.console.note(fmt::format(
                    "{} is good: {} targets, {} steps",
                    built->source,
                    built->targets.size(),
                    built->steps.size()
                ));
            }
            return Outcome::done;
        };
    });
}

/// Asks every server for its cache. One that cannot be reached is told of and nothing else: explaining goes on.
std::vector<plan::TargetBuffer> ask_for_buffers(Context& context, const plan::RunPlan& plan) {
    std::vector<plan::TargetBuffer> buffers;
    for (const auto& report : targets::preflight(plan, {}, context.stop.flag())) {
        plan::TargetBuffer buffer;
        buffer.trouble = report.ok() ? "" : report.describe();
        if (!report.error) {
            buffer.server = report.facts.product + " " + report.facts.version;
            buffer.bytes = results::buffer_bytes(report.facts.settings);
        }
        buffers.push_back(std::move(buffer));
    }
    return buffers;
}

void add_explain(CLI::App& plan, Context& context) {
    CLI::App* command = plan.add_subcommand(
        "explain", "Print what a plan will do, without connecting unless --connect is given"
    );
    const auto connect = std::make_shared<bool>(false);  // shared with the callback below
    command->add_flag(
        "--connect",
        *connect,
        "Ask each target's server for its cache (buffer pool, shared buffers, max server memory) "
        "and print the data against it; a target that cannot be reached is named and left out"
    );
    const auto flags =
        std::make_shared<PlanFlags>(*command, context);  // shared with the callback below
    command->footer(
        "Examples:\n  oltpsim plan explain plan.jsonc\n  oltpsim plan explain plan.jsonc --connect"
    );
    command->callback([&context, flags, connect] {
        context.command = [&context, flags, connect] {
            const auto built = flags->build(*connect ? PlanUse::run : PlanUse::look);
            if (!built) {
                return Outcome::bad_input;
            }
            plan::Explanation explanation = plan::explain(*built);
            if (*connect) {
                explanation.buffers = ask_for_buffers(context, *built);
                if (context.stop.flag().load()) {
                    return Outcome::interrupted;
                }
            }
            context.console.print(
                context.json ? plan::explain_json(explanation) : plan::explain_text(explanation)
            );
            return Outcome::done;
        };
    });
}

}  // namespace

void add_plan(CLI::App& app, Context& context) {
    CLI::App* plan = app.add_subcommand("plan", "Write, check or explain a plan");
    plan->require_subcommand(1);
    plan->footer("Example:\n  oltpsim plan new plan.jsonc && oltpsim plan explain plan.jsonc");
    add_new(*plan, context);
    add_check_plan(*plan, context);
    add_explain(*plan, context);
}

}  // namespace oltpsim::cli
