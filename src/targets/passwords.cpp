// Password sources in their order. No message holds more than a variable's or a file's name.
#include "targets/passwords.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>

namespace oltpsim::targets {
namespace {

constexpr std::size_t kLongestPassword = 64u << 10;

std::string home_path(const std::string& name) {
    const char* home = std::getenv("HOME");
    return name.starts_with("~/") && home != nullptr ? home + name.substr(1) : name;
}

class Resolver {
public:
    Resolver(const std::string& source, config::Problems& problems)
        : where_{source, 0, 0}, problems_(problems) {}

    db::Secret resolve(const plan::TargetPlan& target) {
        const db::TargetUrl& url = target.url;
        if (!url.password_env.empty()) {
            if (const char* value = std::getenv(url.password_env.c_str())) {
                return db::Secret(value);
            }
            if (url.password_file.empty()) {
                fail_once(
                    fmt::format(
                        "environment variable {} (password_env) is not set", url.password_env
                    ),
                    target
                );
                return {};
            }
        }
        if (!url.password_file.empty()) {
            return from_file(target);
        }
        if (url.password.is_set()) {
            return url.password;
        }
        return target.driver->default_password(url);
    }

private:
    /// The same fault of many targets is told once, with the first target's name.
    void fail_once(const std::string& message, const plan::TargetPlan& target) {
        if (told_.insert(message).second) {
            problems_.error(where_, fmt::format("target {}: {}", target.name, message));
        }
    }

    db::Secret from_file(const plan::TargetPlan& target) {
        const std::string path = home_path(target.url.password_file);
        struct stat facts{};
        std::ifstream file(path);
        if (::stat(path.c_str(), &facts) != 0 || !file) {
            fail_once(
                fmt::format("password file {} cannot be read: {}", path, std::strerror(errno)),
                target
            );
            return {};
        }
        if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode)) {
            fail_once(fmt::format("password file {} is no file", path), target);
            return {};
        }
        if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0 && told_.insert("mode " + path).second) {
            problems_.warning(
                where_, fmt::format("password file {} is open to other users; chmod 600 it", path)
            );
        }
        std::string line;
        std::getline(file, line);
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        if (line.empty() || line.size() > kLongestPassword) {
            fail_once(
                fmt::format(
                    "password file {} has {} first line",
                    path,
                    line.empty() ? "an empty" : "too long a"
                ),
                target
            );
            return {};
        }
        return db::Secret(std::move(line));
    }

    config::Position where_;
    config::Problems& problems_;
    std::set<std::string> told_;
};

}  // namespace

void resolve_passwords(plan::RunPlan& plan, config::Problems& problems) {
    Resolver resolver(plan.source, problems);
    for (plan::TargetPlan& target : plan.targets) {
        target.password = resolver.resolve(target);
    }
}

}  // namespace oltpsim::targets
