// What a campaign did around its samples, for a terminal.
#include "report/terminal/campaign_lines.hpp"

#include "page/text_table.hpp"
#include "results/campaign_text.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

namespace oltpsim::report::terminal {

std::vector<std::string> load_curve_lines(const results::RunResult& run, std::size_t width) {
    if (!run.sweep || run.sweep->points.empty()) {
        return {};
    }
    const results::SweepResult& sweep = *run.sweep;
    page::TextTable table({
        {"rate", false, true},
        {"offered TPS"},
        {"done TPS"},
        {"avg ms"},
        {"p99 ms"},
        {"remark", false, true},
    });
    for (const results::SweepPoint& point : sweep.points) {
        table.add(
            {page::plain(point.step),
             results::tps_text(point.offered_tps),
             results::tps_text(point.tps),
             results::ms_text(point.avg_ms),
             results::ms_text(point.p99_ms),
             results::sweep_remark(sweep, point)}
        );
    }
    std::vector<std::string> lines =
        page::wrap("Load curve: " + page::plain(results::sweep_load_text(sweep)), width);
    for (auto& line : table.render(width)) {
        lines.push_back(std::move(line));
    }
    for (const auto& finding : results::sweep_findings(sweep)) {
        for (auto& part : page::wrap(page::plain(finding), width)) {
            lines.push_back(std::move(part));
        }
    }
    return lines;
}

std::vector<std::pair<std::string, std::string>> campaign_facts(const results::StepResult& step) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (const results::HookResult& hook : step.hooks) {
        facts.emplace_back(
            "Hook",
            fmt::format(
                "{}: {}, {} s, output in {}",
                hook.hook,
                results::hook_outcome_text(hook),
                results::fixed_text(hook.seconds, 1),
                hook.output
            )
        );
    }
    if (step.checks) {
        for (const results::CheckAfterStep& check : *step.checks) {
            const std::string found = fmt::format("{}", fmt::join(check.failed, "; "));
            facts.emplace_back(
                "Checks after",
                fmt::format(
                    "{}: {}{}{}",
                    check.target,
                    results::check_outcome_text(check),
                    found.empty() ? "" : ": ",
                    found
                )
            );
        }
    }
    return facts;
}

}  // namespace oltpsim::report::terminal
