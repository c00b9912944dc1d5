// Hooks of the plan and of its steps: commands, time-outs, what to do when they fail.
#include "core/text.hpp"
#include "plan/build_parts.hpp"
#include "plan/hook_command.hpp"
#include "plan/plan_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace oltpsim::plan {
namespace {

using config::Node;
using config::Section;

constexpr Nanos kLongestHook = std::chrono::hours{24 * 7};
const std::string kFailures[] = {"stop", "skip_step", "continue"};

/// Time-out and failure policy that hold where a hook says nothing itself.
struct HookDefaults {
    Nanos timeout = HookPlan{}.timeout;
    HookFailure on_failure = HookPlan{}.on_failure;
};

std::optional<HookFailure> failure_of(Section& section) {
    const auto text = section.choice("on_failure", kFailures);
    if (!text) {
        return std::nullopt;
    }
    const auto at = std::find(std::begin(kFailures), std::end(kFailures), *text);
    return static_cast<HookFailure>(at - std::begin(kFailures));
}

std::optional<Nanos> timeout_of(Section& section) {
    const auto timeout = section.duration("timeout");
    if (timeout && (*timeout == Nanos{} || *timeout > kLongestHook)) {
        section.error("timeout", "must be longer than 0 and at most 7 days");
        return std::nullopt;
    }
    return timeout;
}

/// A hook is its command, or an object with its own settings. An empty command takes away a hook of the plan's.
std::optional<HookPlan> read_hook(
    Building& b, Section& hooks, std::string_view name, const HookDefaults& defaults
) {
    const Node* node = hooks.find(name);
    HookPlan hook;
    hook.timeout = defaults.timeout;
    hook.on_failure = defaults.on_failure;
    if (const auto text = config::scalar_text(*node)) {
        hook.command = *text;
    } else {
        Section section(node, fmt::format("{}.{}", hooks.path(), name), kHookKeys, b.problems);
        hook.command = section.text("command", true).value_or("");
        hook.timeout = timeout_of(section).value_or(hook.timeout);
        const auto on_failure = failure_of(section);
        hook.on_failure = on_failure.value_or(hook.on_failure);
        if (!section.has("command")) {
            b.problems.error(
                node->where, fmt::format("\"{}.{}\" has no \"command\"", hooks.path(), name)
            );
        }
        if (name == "after_step" && on_failure == HookFailure::skip_step) {
            section.error(
                "on_failure", "is skip_step, but the step is over: choose stop or continue"
            );
        }
    }
    if (trim(hook.command).empty()) {
        return std::nullopt;
    }
    if (const std::string fault = check_hook_command(hook.command); !fault.empty()) {
        hooks.error(name, fault);
    }
    for (const std::string& word : unknown_placeholders(hook.command)) {
        b.warn(
            hooks.where(name),
            fmt::format(
                "\"{}.{}\" has {{{}}}, which is no placeholder: it goes to the shell as it stands",
                hooks.path(),
                name,
                word
            )
        );
    }
    return hook;
}

}  // namespace

void read_hooks(
    Building& b,
    HooksPlan& plan,
    const config::Node* node,
    const std::string& path,
    std::span<const std::string_view> keys
) {
    Section section(node, path, keys, b.problems);
    const HookDefaults own{
        timeout_of(section).value_or(HookDefaults{}.timeout),
        failure_of(section).value_or(HookDefaults{}.on_failure)
    };
    const auto read = [&](std::string_view name, std::optional<HookPlan>& hook) {
        if (section.has(name)) {
            hook = read_hook(b, section, name, own);
        }
    };
    read("before_step", plan.before_step);
    read("before_precondition", plan.before_precondition);
    read("after_step", plan.after_step);
}

void read_plan_hooks(Building& b, config::Section& root) {
    const Node* node = root.find("hooks");
    read_hooks(b, b.plan.hooks, node, "hooks", kHooksKeys);
    // Hooks run where the plan stands, also when the run is resumed from its copy among the results.
    std::string folder = b.folder;
    const Node* given = node == nullptr ? nullptr : node->find("folder");
    if (given != nullptr) {
        folder = b.file_name(config::scalar_text(*given).value_or(""), given->where);
        std::error_code unreadable;
        if (folder.empty() || !std::filesystem::is_directory(folder, unreadable)) {
            b.problems.error(
                given->where,
                fmt::format("\"hooks.folder\" names no folder: {}", config::quoted(folder))
            );
        }
    }
    std::error_code unknown;
    const auto absolute = std::filesystem::absolute(folder, unknown).lexically_normal();
    b.plan.hook_folder =
        folder.empty() ? std::filesystem::current_path(unknown).string() : absolute.string();
}

}  // namespace oltpsim::plan
