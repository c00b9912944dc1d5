// oltpsim completion bash|zsh|fish: scripts made from the commands and flags that are declared.
#include "cli/commands.hpp"
#include "compare/reference.hpp"
#include "config/profiles.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace oltpsim::cli {
namespace {

/// "" , "run", "plan check", … → words that may follow: commands and long flags.
using Words = std::map<std::string, std::vector<std::string>>;

void collect(
    const CLI::App& app,
    const std::string& path,
    const std::vector<std::string>& inherited,
    Words& words
) {
    std::vector<std::string> flags = inherited;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            flags.push_back("--" + name);
        }
    }
    std::sort(flags.begin(), flags.end());
    flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
    std::vector<std::string>& here = words[path];
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        here.push_back(sub->get_name());
        collect(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), flags, words);
    }
    here.insert(here.end(), flags.begin(), flags.end());
}

/// Flags that take one of a few values → those values.
Words flag_values(const Context& context) {
    Words values{
        {"--arrival", {"closed", "constant", "poisson"}},
        {"--batch-scheduling", {"on", "off"}},
        {"--check-after-step", {"on", "off"}},
        {"--clock", {"real", "virtual"}},
        {"--identical-data", {"on", "off"}},
        {"--isolation", {"server_default", "read_committed", "repeatable_read", "serializable"}},
        {"--pipeline", {"off", "reads", "full"}},
        {"--rate-arrival", {"constant", "poisson"}},
        {"--retry-mode", {"jitter", "sysbench"}},
        {"--workload", config::profile_names()},
    };
    for (const auto& type : context.workloads) {
        values["--workload"].push_back(type->name());
        for (const workload::OptionSpec& spec : type->options()) {
            std::string flag = "--" + spec.name;
            std::replace(flag.begin(), flag.end(), '_', '-');
            if (!spec.choices.empty()) {
                values[flag] = spec.choices;
            } else if (spec.type == workload::OptionType::boolean) {
                values[flag] = {"on", "off"};
            }
        }
    }
    values["--reference"] = compare::reference_names();
    for (const auto& report : context.reports) {
        values["--format"].push_back(report->format());
    }
    return values;
}

std::string bash_script(const Words& words, const Words& values) {
    std::string value_cases;
    for (const auto& [flag, list] : values) {
        value_cases += fmt::format("        {}) words=\"{}\" ;;\n", flag, fmt::join(list, " "));
    }
    std::string cases;
    for (const auto& [path, list] : words) {
        cases += fmt::format("        \"{}\") words=\"{}\" ;;\n", path, fmt::join(list, " "));
    }
    return "# bash completion for oltpsim. Use: source <(oltpsim completion bash)\n"
           "_oltpsim() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} path= word words=\n"
           "    local before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    if [ \"$current\" = \"=\" ]; then current=; "
           "elif [ \"$before\" = \"=\" ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
           "    case \"$before\" in\n" +
           value_cases +
           "    esac\n"
           "    if [ -n \"$words\" ]; then "
           "COMPREPLY=($(compgen -W \"$words\" -- \"$current\")); return; fi\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case \"$word\" in -*) ;; *) case \"$path\" in \"\"|plan|results) "
           "path=\"${path:+$path }$word\" ;; esac ;; esac\n"
           "    done\n"
           "    case \"$path\" in\n" +
           cases +
           "        *) words= ;;\n"
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    case \"$current\" in -*) ;; *) COMPREPLY+=($(compgen -f -- \"$current\")) ;; esac\n"
           "}\n"
           "complete -o filenames -F _oltpsim oltpsim\n";
}

std::string fish_script(const Words& words, const Words& values) {
    std::string text = "# fish completion for oltpsim. Use: oltpsim completion fish | source\n";
    for (const auto& [path, list] : words) {
        std::string condition = "__fish_use_subcommand";
        for (std::size_t start = 0; !path.empty() && start != std::string::npos;) {
            const std::size_t end = path.find(' ', start);
            const std::string seen =
                "__fish_seen_subcommand_from " + path.substr(start, end - start);
            condition = start == 0 ? seen : condition + "; and " + seen;
            start = end == std::string::npos ? end : end + 1;
        }
        for (const std::string& word : list) {
            const bool flag = word.starts_with("--");
            const auto chosen = values.find(word);
            const std::string answers =
                chosen == values.end() ? ""
                                       : fmt::format(" -x -a '{}'", fmt::join(chosen->second, " "));
            text += fmt::format(
                "complete -c oltpsim -n '{}' {} {}{}\n",
                condition,
                flag ? "-l" : "-f -a",
                flag ? word.substr(2) : word,
                answers
            );
        }
    }
    return text;
}

}  // namespace

std::string completion_script(const CLI::App& app, const Context& context, std::string_view shell) {
    Words words;
    const Words values = flag_values(context);
    collect(app, "", {}, words);
    if (shell == "fish") {
        return fish_script(words, values);
    }
    if (shell == "zsh") {
        return "# zsh completion for oltpsim. Use: source <(oltpsim completion zsh)\n"
               "autoload -U +X bashcompinit && bashcompinit\n" +
               bash_script(words, values);
    }
    return bash_script(words, values);
}

void add_completion(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
    const auto shell = std::make_shared<std::string>();  // shared with the callback below
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->footer("Example:\n  source <(oltpsim completion bash)");
    command->callback([&app, &context, shell] {
        context.command = [&app, &context, shell] {
            context.console.print(completion_script(app, context, *shell));
            return Outcome::done;
        };
    });
}

}  // namespace oltpsim::cli
