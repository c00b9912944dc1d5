// Each command declares itself on the argument parser; when chosen it puts its work into Context::command.
#pragma once

#include "cli/context.hpp"

#include <string_view>

namespace CLI {
class App;
}

namespace oltpsim::cli {

void add_demo(CLI::App& app, Context& context);
void add_plan(CLI::App& app, Context& context);
void add_prepare(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_sweep(CLI::App& app, Context& context);
void add_cleanup(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_results(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

/// All commands, all flags.
void declare_commands(CLI::App& app, Context& context);
/// The completion script for a shell ("bash", "zsh", "fish") from what is declared.
std::string completion_script(const CLI::App& app, const Context& context, std::string_view shell);

}  // namespace oltpsim::cli
