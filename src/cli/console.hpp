// What a command says: results to stdout, everything else to stderr. Nothing leaves here that looks like a password.
// Thread: one, the main thread.
#pragma once

#include "config/document.hpp"

#include <string>
#include <string_view>

namespace oltpsim::cli {

/// Which streams are terminals, and how much the user wants to read.
class Console {
public:
    void set_quiet(bool quiet) noexcept { quiet_ = quiet; }
    void set_color_allowed(bool allowed) noexcept { color_allowed_ = allowed; }
    /// May stdout have colours? Not when it is no terminal, NO_COLOR is set or --no-color was given.
    bool color() const noexcept;
    /// Columns of the terminal, 100 when stdout is none.
    unsigned width() const noexcept;
    bool quiet() const noexcept { return quiet_; }

    /// To stdout, as it is: the result of the command.
    void print(std::string_view text);
    /// To stderr, with a line break; not when quiet.
    void note(std::string_view text);
    /// To stderr, "warning: …"; not when quiet.
    void warn(std::string_view text);
    /// To stderr, "error: …"; always.
    void error(std::string_view text);
    /// All errors, and the warnings, each with its place.
    void problems(const config::Problems& problems);

    /// A line that changes: rewritten in place on a terminal, otherwise one line each. Not when quiet.
    void live(std::string_view text);
    /// Leaves the last live line standing.
    void end_live();
    /// Is stderr, where live lines go, a terminal?
    bool live_is_terminal() const noexcept;

private:
    void to_stderr(std::string_view text);

    bool quiet_ = false;
    bool color_allowed_ = true;
    bool live_open_ = false;
};

}  // namespace oltpsim::cli
