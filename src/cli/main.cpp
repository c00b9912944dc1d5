// Entry point, and the only place that knows exit statuses.
#include "cli/app.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

int exit_status(oltpsim::cli::Outcome outcome) {
    using oltpsim::cli::Outcome;
    switch (outcome) {
        case Outcome::done: return 0;
        case Outcome::internal_error:
        case Outcome::not_written: return 1;
        case Outcome::bad_input: return 2;
        case Outcome::unreachable: return 3;
        case Outcome::invalid_result: return 4;
        case Outcome::some_failed: return 5;
        case Outcome::interrupted: return 130;
    }
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        oltpsim::cli::hide_passwords(argc, argv);
        const auto outcome = oltpsim::cli::run_app(std::move(arguments));
        if (std::ferror(stdout) != 0) {
            std::fputs("error: the output could not be written\n", stderr);
            return exit_status(
                outcome == oltpsim::cli::Outcome::done ? oltpsim::cli::Outcome::not_written
                                                       : outcome
            );
        }
        return exit_status(outcome);
    } catch (const std::exception& error) {
        std::fprintf(
            stderr,
            "internal error: %s\nThis is a bug of oltpsim; please report it with the command you "
            "used.\n",
            error.what()
        );
        return exit_status(oltpsim::cli::Outcome::internal_error);
    }
}
