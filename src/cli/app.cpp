// Declares everything on the parser, explains bad arguments, runs the chosen command.
#include "cli/app.hpp"

#include "cli/commands.hpp"
#include "cli/usage_errors.hpp"
#include "core/version.hpp"
#include "db/target_url.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>

namespace oltpsim::cli {
namespace {

/// `--table_size` is `--table-size`: sysbench takes both, so its users write both.
void normalise_flags(std::vector<std::string>& arguments) {
    for (std::string& argument : arguments) {
        if (argument == "--") {
            return;
        }
        if (argument.starts_with("--")) {
            const auto end =
                argument.begin() +
                static_cast<std::ptrdiff_t>(std::min(argument.find('='), argument.size()));
            std::replace(argument.begin(), end, '_', '-');
        }
    }
}

void start_logging(const Context& context) {
    auto logger = spdlog::stderr_logger_mt("oltpsim");
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %v");
    spdlog::set_default_logger(std::move(logger));
    spdlog::set_level(
        context.verbose           ? spdlog::level::debug
        : context.console.quiet() ? spdlog::level::err
                                  : spdlog::level::warn
    );
}

/// Flags of every command. They stand on the program and are found from each command.
struct CommonFlags {
    bool quiet = false;
    bool no_color = false;
};

void declare_common(CLI::App& app, Context& context, CommonFlags& common) {
    app.description("oltpsim: what does this storage give my databases?");
    app.fallthrough();
    app.require_subcommand(1);
    app.set_version_flag("--version", fmt::format("oltpsim {} (commit {})", version(), commit()));
    app.add_flag("--json", context.json, "Output for programs");
    app.add_flag("--quiet", common.quiet, "No progress lines; the result is still printed");
    app.add_flag("--no-color", common.no_color, "No colours");
    app.add_flag("--verbose", context.verbose, "Log what happens inside");
    app.footer("Examples:\n"
               "  oltpsim demo\n"
               "  oltpsim plan new plan.jsonc && oltpsim plan explain plan.jsonc\n"
               "  oltpsim prepare plan.jsonc && oltpsim run plan.jsonc\n\n"
               "Exit status: 0 done, 1 internal error or results could not be written, 2 bad plan "
               "or arguments (nothing was "
               "started), 3 a target is unreachable or\n"
               "refused sign-in, 4 the result is not valid or a hook stopped the run, 5 some "
               "targets failed and the others' "
               "results stand, 130 interrupted.");
}

/// An argument is one whole, so a password in it may hold what would end a word in a sentence: blanks and quotes.
std::string without_password(std::string_view argument) {
    const std::size_t scheme = argument.find("://");
    const std::size_t sign = argument.rfind('@');
    if (scheme == std::string_view::npos || sign == std::string_view::npos) {
        return db::redact(argument);
    }
    const std::size_t colon = argument.find(':', scheme + 3);
    if (colon > sign) {
        return db::redact(argument);
    }
    const std::string_view start = argument.substr(0, colon + 1);
    return db::redact(fmt::format("{}***{}", start, argument.substr(sign)));
}

}  // namespace

const report::Report* Context::report(std::string_view format) const {
    for (const auto& one : reports) {
        if (one->format() == format) {
            return one.get();
        }
    }
    return nullptr;
}

report::RenderOptions Context::render_options(const std::string& result_dir) const {
    return {console.color(), console.width(), result_dir};
}

void declare_commands(CLI::App& app, Context& context) {
    add_demo(app, context);
    add_plan(app, context);
    add_prepare(app, context);
    add_check(app, context);
    add_run(app, context);
    add_sweep(app, context);
    add_report(app, context);
    add_compare(app, context);
    add_cleanup(app, context);
    add_results(app, context);
    add_completion(app, context);
}

Outcome run_app(std::vector<std::string> arguments) {
    Context context;
    CLI::App app;
    app.name("oltpsim");
    CommonFlags common;
    declare_common(app, context, common);
    declare_commands(app, context);
    normalise_flags(arguments);
    const std::vector<std::string> given = arguments;
    std::reverse(arguments.begin(), arguments.end());  // as the parser wants them
    try {
        app.parse(arguments);
    } catch (const CLI::CallForHelp& call) {
        app.exit(call);
        return Outcome::done;
    } catch (const CLI::Success& call) {  // --version, --help-all
        app.exit(call);
        return Outcome::done;
    } catch (const CLI::ParseError& error) {
        context.console.error(usage_error(app, given, error));
        return Outcome::bad_input;
    }
    context.console.set_quiet(common.quiet);
    context.console.set_color_allowed(!common.no_color);
    start_logging(context);
    const phases::SignalGuard signals(context.stop);
    return context.command();
}

void hide_passwords(int count, char** arguments) noexcept {
    for (int i = 1; i < count; ++i) {
        const std::size_t length = std::strlen(arguments[i]);
        const std::string shown = without_password(arguments[i]);
        if (shown != arguments[i]) {
            const std::size_t kept = std::min(length, shown.size());
            std::memset(arguments[i], 0, length);
            std::memcpy(arguments[i], shown.data(), kept);
        }
    }
}

}  // namespace oltpsim::cli
