// Runs one hook: a command of the user's, in its own process group, with a time-out, its output kept in a file.
// Blocking; knows no plan beyond the command. No password is put into its environment.
#pragma once

#include "core/clock.hpp"
#include "phases/stop.hpp"

#include <string>
#include <utility>
#include <vector>

namespace oltpsim::phases {

/// What is run, and how.
struct HookCall {
    std::string script;                                            ///< for `/bin/sh -c`
    std::vector<std::string> arguments;                            ///< "$@" of the script
    std::string folder;                                            ///< working directory
    std::vector<std::pair<std::string, std::string>> environment;  ///< added to our own
    std::vector<std::string>
        hidden;          ///< variables of ours that it does not get: they hold passwords
    std::string output;  ///< file that stdout and stderr are appended to
    Nanos timeout = std::chrono::minutes{10};
};

/// How it ended.
struct HookOutcome {
    bool ok = false;
    bool cut_short = false;  ///< ended by the user's second Ctrl-C
    std::string failure;     ///< "" when ok
    double seconds = 0;
};

/// Returns when the command itself has ended; what it left running in the background stays. At its time-out, and at the user's
/// second Ctrl-C, its whole process group gets SIGTERM, and SIGKILL 5 s later. The first Ctrl-C lets it finish: half a
/// restored snapshot helps nobody. Thread: any.
HookOutcome run_hook(const HookCall& call, const StopToken& stop);

}  // namespace oltpsim::phases
