// Sentences for arguments that cannot be understood. Values are never repeated: one of them may be a password.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace oltpsim::cli {

/// All faults the parser found in `given`, one per line: unknown flags with the nearest known one, surplus words, others
/// in the parser's words.
std::string usage_error(
    const CLI::App& app, const std::vector<std::string>& given, const CLI::ParseError& error
);

}  // namespace oltpsim::cli
