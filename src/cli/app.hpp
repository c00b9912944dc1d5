// The program: arguments in, a verdict out.
#pragma once

#include "cli/outcome.hpp"

#include <string>
#include <vector>

namespace oltpsim::cli {

/// Parses the arguments (without the program's name) and runs the command. Thread: the main thread.
Outcome run_app(std::vector<std::string> arguments);

/// Overwrites passwords in the process's argument area, so that process lists do not show them.
/// Lifetime: call it after the arguments were copied.
void hide_passwords(int count, char** arguments) noexcept;

}  // namespace oltpsim::cli
