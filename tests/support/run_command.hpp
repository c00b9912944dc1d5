// Runs a program of the system and reads what it prints.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace oltpsim::support {

struct CommandOutput {
    int status = -1;
    std::string text;  ///< stdout
};

/// `command` is for the shell; quote paths.
inline CommandOutput run_command(const std::string& command) {
    CommandOutput out;
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return out;
    }
    std::array<char, 4096> block{};
    for (std::size_t got = 0; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) {
        out.text.append(block.data(), got);
    }
    const int status = pclose(pipe);
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return out;
}

}  // namespace oltpsim::support
