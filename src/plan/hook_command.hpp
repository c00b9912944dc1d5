// A hook's command as the user wrote it → what /bin/sh gets. Placeholders become references to variables, never text:
// no name of a step or target can be read as a command. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::plan {

/// A word in braces that a hook may use, and the environment variable behind it.
struct HookPlaceholder {
    std::string_view name;      ///< "step" for {step}
    std::string_view variable;  ///< "OLTPSIM_STEP"
    std::string_view meaning;
};

/// All of them. {targets} and {hosts} become one argument each target; their variables are separated by blanks.
std::span<const HookPlaceholder> hook_placeholders() noexcept;

/// What is wrong with the command: a misspelt placeholder, or one inside single quotes. "" when nothing is.
std::string check_hook_command(std::string_view command);

/// Words in braces outside single quotes that are no placeholder. The shell gets them as they stand.
std::vector<std::string> unknown_placeholders(std::string_view command);

/// The script for `/bin/sh -c`, whose arguments are the targets' names. Precondition: check_hook_command() found nothing.
std::string hook_script(std::string_view command);

}  // namespace oltpsim::plan
