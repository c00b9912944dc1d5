#include "phases/hook.hpp"

#include "core/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

extern char** environ;

namespace oltpsim::phases {
namespace {

constexpr Nanos kLook = std::chrono::milliseconds{20};
constexpr Nanos kToldToEnd = std::chrono::seconds{5};  // between SIGTERM and SIGKILL

std::vector<std::string> environment_of(const HookCall& call) {
    std::vector<std::string> words;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view word = *entry;
        const std::string name(word.substr(0, word.find('=')));
        const bool replaced =
            std::any_of(call.environment.begin(), call.environment.end(), [&](const auto& own) {
                return own.first == name;
            });
        const bool hidden =
            std::find(call.hidden.begin(), call.hidden.end(), name) != call.hidden.end();
        if (!replaced && !hidden) {
            words.emplace_back(word);
        }
    }
    for (const auto& [name, value] : call.environment) {
        words.push_back(name + "=" + value);
    }
    return words;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// posix_spawn's settings, released with it.
class SpawnSettings {
public:
    SpawnSettings(const HookCall& call, int output) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, output, 1);
        ::posix_spawn_file_actions_adddup2(&actions_, output, 2);
        ::posix_spawn_file_actions_addchdir_np(&actions_, call.folder.c_str());
        sigset_t none;
        ::sigemptyset(&none);
        sigset_t usual;
        ::sigemptyset(&usual);
        for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) {
            ::sigaddset(&usual, signal);
        }
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &usual);
        // A group of its own: Ctrl-C on the terminal is ours to pass on, and a time-out ends all that it started.
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        );
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    const posix_spawn_file_actions_t* actions() const noexcept { return &actions_; }
    const posix_spawnattr_t* attributes() const noexcept { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

std::string start(const HookCall& call, pid_t& child) {
    const int output = ::open(call.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (output < 0) {
        return fmt::format(
            "its output {} cannot be written: {}", call.output, std::strerror(errno)
        );
    }
    std::vector<std::string> arguments{"sh", "-c", call.script, "oltpsim-hook"};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    std::vector<std::string> environment = environment_of(call);
    const SpawnSettings settings(call, output);
    const int failed = ::posix_spawn(
        &child,
        "/bin/sh",
        settings.actions(),
        settings.attributes(),
        pointers_to(arguments).data(),
        pointers_to(environment).data()
    );
    ::close(output);
    return failed == 0
               ? ""
               : fmt::format(
                     "/bin/sh could not be started in {}: {}", call.folder, std::strerror(failed)
                 );
}

std::string describe_end(int status) {
    if (WIFEXITED(status)) {
        return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit status {}", WEXITSTATUS(status));
    }
    return WIFSIGNALED(status) ? fmt::format("ended by signal {}", WTERMSIG(status))
                               : "ended in an unknown way";
}

}  // namespace

HookOutcome run_hook(const HookCall& call, const StopToken& stop) {
    const TimePoint begun = steady_now();
    HookOutcome outcome;
    pid_t child = -1;
    outcome.failure = start(call, child);
    if (!outcome.failure.empty()) {
        return outcome;
    }
    int status = 0;
    TimePoint kill_at = TimePoint::max();
    std::string why;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) {
            break;
        }
        const TimePoint now = steady_now();
        if (why.empty() && now - begun >= call.timeout) {
            why = fmt::format("took longer than {} and was ended", human_duration(call.timeout));
        }
        if (why.empty() && stop.level() >= 2) {
            outcome.cut_short = true;
            why = "ended by the user";
        }
        if (!why.empty() && kill_at == TimePoint::max()) {
            ::kill(-child, SIGTERM);
            kill_at = now + kToldToEnd;
        } else if (now >= kill_at) {
            ::kill(-child, SIGKILL);
            kill_at = now + kToldToEnd;
        }
        std::this_thread::sleep_for(kLook);
    }
    if (!why.empty()) {
        ::kill(-child, SIGKILL);  // what the command started and left behind
    }
    outcome.seconds = to_seconds(steady_now() - begun);
    outcome.failure = why.empty() ? describe_end(status) : why;
    outcome.ok = outcome.failure.empty();
    return outcome;
}

}  // namespace oltpsim::phases
