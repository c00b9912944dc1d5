// Unknown flags and what was probably meant.
#include "cli/usage_errors.hpp"

#include "core/text.hpp"
#include "db/target_url.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::cli {
namespace {

/// Flags of sysbench and others that are something else here.
struct OtherFlag {
    std::string_view prefix;
    std::string_view advice;
};
// Not "…password: use …": what hides passwords would hide the word behind the colon.
constexpr std::string_view kPasswordAdvice =
    "on a command line everyone could read it; name it with --password-env or --password-file";
constexpr std::string_view kAddressAdvice =
    "the address is a URL: --target mysql://user@host:3306/database";
constexpr OtherFlag kOtherFlags[] = {
    {"--time", "the measurement is --sample, the time before it --precondition"},
    {"--warmup-time", "use --precondition"},
    {"--events", "use --max-transactions"},
    {"--report-interval", "a line is printed every second"},
    {"--percentile", "p50, p95, p99 and p99.9 are always reported"},
    {"--histogram", "latency.hlog in the result directory holds the histograms"},
    {"--rand-seed", "use --seed"},
    {"--db-driver", "the driver follows from the URL: --target mysql://user@host/database"},
    {"--mysql-password", kPasswordAdvice},
    {"--pgsql-password", kPasswordAdvice},
    {"--password", kPasswordAdvice},
    {"--max-time", "the measurement is --sample, the time before it --precondition"},
    {"--duration", "the measurement is --sample, the time before it --precondition"},
    {"--max-requests", "use --max-transactions"},
    {"--oltp-tables-count", "use --tables"},
    {"--oltp-table-size", "use --table-size"},
    {"--warmup", "use --precondition"},
    {"--thread-init-timeout", "use --connect-timeout"},
    {"--mysql-ignore-errors", "use --max-tries and --retry-mode; every error is counted by class"},
    {"--mysql-storage", ""},
    {"--host", kAddressAdvice},
    {"--user", kAddressAdvice},
    {"--db", kAddressAdvice},
    {"--port", kAddressAdvice},
    {"--mysql-", kAddressAdvice},
    {"--pgsql-", "the address is a URL: --target postgresql://user@host:5432/database"},
};

/// The innermost command chosen.
const CLI::App& chosen_command(const CLI::App& app) {
    const CLI::App* at = &app;
    while (true) {
        const auto below = at->get_subcommands();
        if (below.empty()) {
            return *at;
        }
        at = below.back();
    }
}

std::vector<std::string> flag_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* at = &app; at != nullptr; at = at->get_parent()) {
        for (const CLI::Option* option : at->get_options()) {
            for (const std::string& name : option->get_lnames()) {
                names.push_back("--" + name);
            }
        }
    }
    return names;
}

/// "plan " before the commands of oltpsim plan.
std::string group_of(const CLI::App& command) {
    const CLI::App* above = command.get_parent();
    return above == nullptr || above->get_parent() == nullptr ? "" : above->get_name() + " ";
}

std::string unknown_flag(const CLI::App& command, const std::string& flag) {
    std::string message = fmt::format("unknown flag {}", flag);
    const std::string nearest = nearest_name(flag, flag_names(command));
    for (const OtherFlag& other : kOtherFlags) {
        if (flag.starts_with(other.prefix) && !other.advice.empty()) {
            return message + fmt::format("; {}", other.advice);
        }
    }
    if (!nearest.empty()) {
        return message + fmt::format("; did you mean {}?", nearest);
    }
    return message +
           fmt::format("; see oltpsim {}{} --help", group_of(command), command.get_name());
}

std::string unknown_command(const CLI::App& command, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(sub->get_name());
    }
    const std::string nearest = nearest_name(word, names);
    return fmt::format(
        "unknown command \"{}\"{}",
        db::redact(word),
        nearest.empty() ? fmt::format("; there are {}", fmt::join(names, ", "))
                        : fmt::format("; did you mean \"{}\"?", nearest)
    );
}

}  // namespace

std::string usage_error(
    const CLI::App& app, const std::vector<std::string>& given, const CLI::ParseError& error
) {
    const CLI::App& command = chosen_command(app);
    const auto known = flag_names(command);
    std::string text;
    bool after_unknown_flag = false;
    const bool needs_command = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
                               dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    for (const std::string& argument : given) {
        if (argument.starts_with("--") && argument.size() > 2) {
            const std::string flag = argument.substr(0, argument.find('='));
            after_unknown_flag = std::find(known.begin(), known.end(), flag) == known.end();
            text +=
                after_unknown_flag ? (text.empty() ? "" : "\n") + unknown_flag(command, flag) : "";
            after_unknown_flag = after_unknown_flag && flag.size() == argument.size();
        }
    }
    if (!text.empty()) {
        return text;
    }
    const auto subcommands = command.get_subcommands([](const CLI::App*) { return true; });
    if (needs_command && !subcommands.empty()) {
        for (const std::string& word : app.remaining(true)) {
            if (!word.starts_with('-')) {
                return unknown_command(command, word);
            }
        }
        return fmt::format(
            "which command? See {}{} --help", &command == &app ? "" : "oltpsim ", command.get_name()
        );
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const auto words = app.remaining(true);
        return words.empty() ? "surplus arguments"
                             : fmt::format("surplus argument \"{}\"", db::redact(words.front()));
    }
    return db::redact(error.what());
}

}  // namespace oltpsim::cli
