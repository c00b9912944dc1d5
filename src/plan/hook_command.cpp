// One pass over the command that knows whether it stands in quotes.
#include "plan/hook_command.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace oltpsim::plan {
namespace {

constexpr std::array kPlaceholders{
    HookPlaceholder{"targets", "OLTPSIM_TARGETS", "names of the step's targets, an argument each"},
    HookPlaceholder{"hosts", "OLTPSIM_HOSTS", "their host names, an argument each"},
    HookPlaceholder{"step", "OLTPSIM_STEP", "the step's name"},
    HookPlaceholder{"step_number", "OLTPSIM_STEP_NUMBER", "1 for the first step"},
    HookPlaceholder{"steps", "OLTPSIM_STEPS", "how many steps the plan has"},
    HookPlaceholder{"vm_count", "OLTPSIM_VM_COUNT", "how many targets the step has"},
    HookPlaceholder{"clients", "OLTPSIM_CLIENTS", "virtual clients of the step's first target"},
    HookPlaceholder{"storage", "OLTPSIM_STORAGE", "the storage that the step's targets stand on"},
    HookPlaceholder{"repetition", "OLTPSIM_REPETITION", "1 for the first"},
    HookPlaceholder{"hook", "OLTPSIM_HOOK", "before_step, before_precondition or after_step"},
    HookPlaceholder{"plan", "OLTPSIM_PLAN", "the plan's name"},
    HookPlaceholder{"result_dir", "OLTPSIM_RESULT_DIR", "the result directory, absolute"},
};

enum class Quotes : std::uint8_t { none, single, paired };

/// The word in braces that begins at `at`, or "": letters and underscores only, as no other use of braces in a shell.
std::string_view braced_word(std::string_view text, std::size_t at) {
    const bool variable = at > 0 && text[at - 1] == '$';
    const std::size_t end = text.find('}', at);
    if (text[at] != '{' || variable || end == std::string_view::npos) {
        return {};
    }
    const std::string_view word = text.substr(at + 1, end - at - 1);
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
    return plain ? word : std::string_view{};
}

const HookPlaceholder* find_placeholder(std::string_view word) {
    const auto found =
        std::find_if(kPlaceholders.begin(), kPlaceholders.end(), [&](const auto& one) {
            return one.name == word;
        });
    return found == kPlaceholders.end() ? nullptr : &*found;
}

/// Calls `plain(char)` for what is copied, `word(text, quotes)` for each word in braces; word() returns whether it took it.
template <typename Plain, typename Word>
void scan(std::string_view command, Plain plain, Word word) {
    Quotes quotes = Quotes::none;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == '\\' && quotes != Quotes::single && i + 1 < command.size()) {
            plain(c);
            plain(command[++i]);
            continue;
        }
        if (c == '\'' && quotes != Quotes::paired) {
            quotes = quotes == Quotes::single ? Quotes::none : Quotes::single;
        } else if (c == '"' && quotes != Quotes::single) {
            quotes = quotes == Quotes::paired ? Quotes::none : Quotes::paired;
        }
        const std::string_view inside = braced_word(command, i);
        if (!inside.empty() && word(inside, quotes)) {
            i += inside.size() + 1;
            continue;
        }
        plain(c);
    }
}

}  // namespace

std::span<const HookPlaceholder> hook_placeholders() noexcept { return kPlaceholders; }

std::string check_hook_command(std::string_view command) {
    std::string fault;
    std::vector<std::string> known;
    for (const HookPlaceholder& one : kPlaceholders) {
        known.emplace_back(one.name);
    }
    const auto ignore = [](char) {};
    scan(command, ignore, [&](std::string_view word, Quotes quotes) {
        const HookPlaceholder* placeholder = find_placeholder(word);
        if (placeholder != nullptr && quotes == Quotes::single) {
            fault = fmt::format(
                "has {{{}}} inside single quotes, where the shell puts no value in; write \"${}\" "
                "outside of them",
                word,
                placeholder->variable
            );
        }
        const std::string nearest =
            placeholder == nullptr && quotes != Quotes::single ? nearest_name(word, known) : "";
        if (!nearest.empty()) {
            fault = fmt::format("has no placeholder {{{}}}; did you mean {{{}}}?", word, nearest);
        }
        return true;
    });
    return fault;
}

std::vector<std::string> unknown_placeholders(std::string_view command) {
    std::vector<std::string> words;
    const auto ignore = [](char) {};
    scan(command, ignore, [&](std::string_view word, Quotes quotes) {
        if (find_placeholder(word) == nullptr && quotes != Quotes::single) {
            words.emplace_back(word);
        }
        return true;
    });
    return words;
}

std::string hook_script(std::string_view command) {
    std::string script;
    const auto copy = [&](char c) { script += c; };
    scan(command, copy, [&](std::string_view word, Quotes quotes) {
        const HookPlaceholder* placeholder = find_placeholder(word);
        if (placeholder == nullptr || quotes == Quotes::single) {
            return false;
        }
        const bool quoted = quotes == Quotes::paired;
        if (word == "targets" && !quoted) {
            script += "\"$@\"";
        } else if (word == "hosts" && !quoted) {
            script += "${OLTPSIM_HOSTS}";  // host names hold no blanks: the shell splits them
        } else {
            const std::string reference = fmt::format("${{{}}}", placeholder->variable);
            script += quoted ? reference : "\"" + reference + "\"";
        }
        return true;
    });
    return script;
}

}  // namespace oltpsim::plan
