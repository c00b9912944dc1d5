// Streams, terminals and redaction.
#include "cli/console.hpp"

#include "db/target_url.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace oltpsim::cli {
namespace {

void write_all(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

}  // namespace

bool Console::color() const noexcept {
    const char* no_color = std::getenv("NO_COLOR");
    const bool wanted = color_allowed_ && (no_color == nullptr || *no_color == '\0');
    return wanted && ::isatty(STDOUT_FILENO) != 0;
}

unsigned Console::width() const noexcept {
    winsize size{};
    if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= 40) {
        return size.ws_col;
    }
    return 100;
}

bool Console::live_is_terminal() const noexcept { return ::isatty(STDERR_FILENO) != 0; }

void Console::print(std::string_view text) {
    end_live();
    write_all(stdout, text);
}

void Console::to_stderr(std::string_view text) {
    end_live();
    write_all(stderr, db::redact(text));
}

void Console::note(std::string_view text) {
    if (!quiet_) {
        to_stderr(fmt::format("{}\n", text));
    }
}

void Console::warn(std::string_view text) { note(fmt::format("warning: {}", text)); }

void Console::error(std::string_view text) { to_stderr(fmt::format("error: {}\n", text)); }

void Console::problems(const config::Problems& problems) {
    for (const config::Problem& problem : problems.warnings()) {
        const std::string place = problem.where.to_string();
        note(fmt::format("{}{}warning: {}", place, place.empty() ? "" : ": ", problem.message));
    }
    if (!problems.ok()) {
        to_stderr(problems.error_text());
    }
}

void Console::live(std::string_view text) {
    if (quiet_) {
        return;
    }
    if (!live_is_terminal()) {
        write_all(stderr, fmt::format("{}\n", db::redact(text)));
        return;
    }
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    const std::size_t most = known ? size.ws_col - 1U : 99U;
    write_all(stderr, fmt::format("\r\x1b[K{}", db::redact(text.substr(0, most))));
    live_open_ = true;
}

void Console::end_live() {
    if (live_open_) {
        write_all(stderr, "\n");
        live_open_ = false;
    }
}

}  // namespace oltpsim::cli
