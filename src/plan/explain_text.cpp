// The explanation of a plan as text. Plain columns, no colour, every number with its unit.
#include "core/text.hpp"
#include "plan/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::plan {
namespace {

using Row = std::vector<std::string>;

/// Characters as a terminal counts them: bytes that begin a UTF-8 sequence.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// Columns as wide as their widest cell; from column `right_from` on they are aligned to the right.
std::string table(const std::vector<Row>& rows, std::size_t right_from) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks(widths[i] - width_of(row[i]), ' ');
            line += "  " + (i < right_from ? row[i] + blanks : blanks + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string size_text(const std::optional<std::uint64_t>& bytes) {
    return bytes ? human_size(*bytes) : "n/a";
}

std::string arrival_text(const Explanation& e) {
    const RunPlan& plan = e.plan;
    if (plan.arrival != Arrival::closed) {
        return fmt::format(
            "open loop, {} arrivals, {:g} per second and target, backlog up to {}",
            plan.arrival == Arrival::poisson ? "Poisson" : "constant",
            plan.rate,
            group_digits(plan.max_backlog)
        );
    }
    const bool thinking = e.think_time > Nanos{};
    return "closed loop, mean think time " + (thinking ? human_duration(e.think_time) : "none");
}

std::string head(const Explanation& e) {
    const RunPlan& plan = e.plan;
    std::vector<Row> rows{
        {"plan", fmt::format("{} (from {})", plan.name, plan.source)},
        {"hash", plan.hash},
        {"workload", plan.workload->name()},
    };
    if (plan.profile != plan.workload->name()) {
        rows.push_back({"profile", plan.profile});
    }
    for (const auto& [key, value] : e.facts) {
        rows.push_back({key, value});
    }
    rows.push_back({"load", arrival_text(e)});
    rows.push_back(
        {"seed",
         fmt::format(
             "{}, {} on every target",
             plan.seed,
             plan.identical_data ? "the same rows" : "different rows"
         )}
    );
    for (const auto& [key, value] : plan.storage) {
        rows.push_back({"storage " + key, value});
    }
    for (const auto& [name, facts] : plan.storages) {
        for (const auto& [key, value] : facts) {
            rows.push_back({fmt::format("storage {}: {}", name, key), value});
        }
    }
    return table(rows, 2);
}

std::string targets(const Explanation& e) {
    std::vector<Row> rows{
        {"name", "group", "url", "clients", "connections", "tables", "rows", "size on disk"}
    };
    for (std::size_t i = 0; i < e.targets.size(); ++i) {
        const TargetPlan& target = e.plan.targets[i];
        const TargetLoad& load = e.targets[i];
        rows.push_back({
            target.name,
            target.group.empty() ? "-" : target.group,
            target.url.to_string(),
            group_digits(target.clients),
            group_digits(target.connections),
            group_digits(load.tables),
            group_digits(load.rows),
            size_text(load.bytes),
        });
    }
    std::uint64_t clients = 0;
    for (const TargetPlan& target : e.plan.targets) {
        clients += target.clients;
    }
    rows.push_back({
        "total",
        "",
        "",
        group_digits(clients),
        group_digits(e.connections),
        group_digits(e.total.tables),
        group_digits(e.total.rows),
        size_text(e.total.bytes),
    });
    return table(rows, 3);
}

/// Empty when nobody asked the servers.
std::string buffers(const Explanation& e) {
    if (e.buffers.empty()) {
        return {};
    }
    std::vector<Row> rows{{"name", "server", "data", "buffer", "data : buffer"}};
    std::string troubles;
    bool fits = false;
    for (std::size_t i = 0; i < e.buffers.size(); ++i) {
        const TargetBuffer& buffer = e.buffers[i];
        const auto ratio = data_to_buffer(e.targets[i], buffer);
        fits = fits || (ratio && *ratio <= 1);
        rows.push_back(
            {e.plan.targets[i].name,
             buffer.server.empty() ? "not reached" : buffer.server,
             size_text(e.targets[i].bytes),
             size_text(buffer.bytes),
             ratio ? fmt::format("{:.2f}", *ratio) : "n/a"}
        );
        if (!buffer.trouble.empty()) {
            troubles += fmt::format("  {}: {}\n", e.plan.targets[i].name, buffer.trouble);
        }
    }
    std::string text = "\nFresh data against the servers' own caches\n" + table(rows, 2) + troubles;
    if (fits) {
        text += "  1 or less fits into the cache: reads do not reach the storage (published array "
                "tests use 7 to 11)\n";
    }
    return text;
}

std::string names_of(const Explanation& e, const StepPlan& step) {
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < step.targets.size() && i < kShown; ++i) {
        text += (i == 0 ? "" : ", ") + e.plan.targets[step.targets[i]].name;
    }
    return step.targets.size() > kShown ? text + fmt::format(", … {} in all", step.targets.size())
                                        : text;
}

std::string precondition_text(const PhasePlan& phases) {
    return phases.until_steady ? fmt::format(
                                     "{} to {}, until steady",
                                     human_duration(phases.precondition),
                                     human_duration(phases.at_most)
                                 )
                               : human_duration(phases.precondition);
}

std::string hook_lines(const HooksPlan& hooks) {
    std::vector<Row> rows;
    const auto add = [&](const char* name, const std::optional<HookPlan>& hook) {
        if (!hook) {
            return;
        }
        const char* then = hook->on_failure == HookFailure::stop    ? "the run stops"
                           : hook->on_failure == HookFailure::go_on ? "the run goes on"
                           : std::string_view(name) == "after_step" ? "the run goes on"
                                                                    : "the step is skipped";
        rows.push_back(
            {name,
             hook->command,
             fmt::format("at most {}; if it fails, {}", human_duration(hook->timeout), then)}
        );
    };
    add("before_step", hooks.before_step);
    add("before_precondition", hooks.before_precondition);
    add("after_step", hooks.after_step);
    return table(rows, 3);
}

std::string hooks(const Explanation& e) {
    std::string text;
    if (e.plan.hooks.any()) {
        text += fmt::format("\nHooks, run in {}\n", e.plan.hook_folder);
        text += hook_lines(e.plan.hooks);
    }
    for (const StepPlan& step : e.plan.steps) {
        if (step.hooks && *step.hooks != e.plan.hooks) {
            text += fmt::format("\nHooks of step {}\n", step.name);
            text += step.hooks->any() ? hook_lines(*step.hooks) : "  none\n";
        }
    }
    if (e.plan.check_after_step) {
        text += "\nAfter each step the data of its targets is checked.\n";
    }
    return text;
}

std::string steps(const Explanation& e) {
    std::vector<Row> rows{
        {"step",
         "targets",
         "clients",
         "connections",
         "connecting",
         "precondition",
         "sample",
         "wall clock"}
    };
    for (std::size_t i = 0; i < e.steps.size(); ++i) {
        const StepTotals& totals = e.steps[i];
        rows.push_back({
            e.plan.steps[i].name,
            names_of(e, e.plan.steps[i]),
            group_digits(totals.clients),
            group_digits(totals.connections),
            human_duration(totals.connecting),
            precondition_text(totals.phases),
            human_duration(totals.phases.sample),
            human_duration(totals.wall),
        });
    }
    return table(rows, 2) + fmt::format(
                                "  total wall clock {}, plus connecting and up to {} per step for "
                                "transactions in flight\n",
                                human_duration(e.wall),
                                human_duration(e.plan.phases.grace)
                            );
}

std::string ceilings(const Explanation& e) {
    if (e.plan.arrival != Arrival::closed) {
        return {};
    }
    std::string text =
        "\nHighest TPS a closed loop can reach, N / (R + Z), if every response took:\n";
    Row header{"step"};
    for (const double millis : kCeilingMillis) {
        header.push_back(fmt::format("{:g} ms", millis));
    }
    std::vector<Row> rows{header};
    for (std::size_t i = 0; i < e.steps.size(); ++i) {
        Row row{e.plan.steps[i].name};
        for (const double tps : e.steps[i].ceiling_tps) {
            row.push_back(
                tps >= 100 ? group_digits(static_cast<std::uint64_t>(tps))
                           : fmt::format("{:.2f}", tps)
            );
        }
        rows.push_back(row);
    }
    return text + table(rows, 1);
}

}  // namespace

std::string explain_text(const Explanation& explanation) {
    std::string text = head(explanation);
    text += "\nTargets\n" + targets(explanation);
    text += buffers(explanation);
    text += "\nSteps\n" + steps(explanation);
    text += hooks(explanation);
    text += "\nTimetable\n" + timetable_text(explanation.timetable, {});
    text += ceilings(explanation);
    for (const std::string& warning : explanation.plan.warnings) {
        text += "\nwarning: " + warning;
    }
    return text + (explanation.plan.warnings.empty() ? "" : "\n");
}

}  // namespace oltpsim::plan
