// What a campaign did around its samples, as Markdown tables.
#include "report/markdown/campaign_parts.hpp"

#include "page/markdown.hpp"
#include "results/campaign_text.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

namespace oltpsim::report::markdown {
namespace {

using page::markdown_escaped;
using page::markdown_row;

std::string noticed(const std::string& text, bool bad) {
    return bad ? "**" + markdown_escaped(text) + "**" : markdown_escaped(text);
}

}  // namespace

std::string load_curve(const results::RunResult& run) {
    if (!run.sweep) {
        return {};
    }
    const results::SweepResult& sweep = *run.sweep;
    if (sweep.points.empty()) {
        return "\n## Load curve\n\nNo rate has finished yet: there is no curve.\n";
    }
    std::string text = fmt::format(
        "\n## Load curve\n\n{}\n\n{}",
        markdown_escaped(results::sweep_load_text(sweep)),
        page::markdown_header({"rate", "offered TPS", "done TPS", "avg ms", "p99 ms", "remark"}, 1)
    );
    for (const results::SweepPoint& point : sweep.points) {
        text += markdown_row(
            {markdown_escaped(point.step),
             results::tps_text(point.offered_tps),
             results::tps_text(point.tps),
             results::ms_text(point.avg_ms),
             results::ms_text(point.p99_ms),
             markdown_escaped(results::sweep_remark(sweep, point))}
        );
    }
    text += "\n";
    for (const auto& finding : results::sweep_findings(sweep)) {
        text += fmt::format("- {}\n", markdown_escaped(finding));
    }
    return text;
}

std::string campaign_tables(const results::StepResult& step) {
    std::string text;
    if (!step.hooks.empty()) {
        text += "\n" + page::markdown_header(
                           {"hook", "command", "outcome", "started", "output in", "took"}, 5
                       );
        for (const results::HookResult& hook : step.hooks) {
            text += markdown_row(
                {markdown_escaped(hook.hook),
                 markdown_escaped(hook.command),
                 noticed(results::hook_outcome_text(hook), !hook.ok),
                 markdown_escaped(hook.started_at),
                 markdown_escaped(hook.output),
                 fmt::format("{} s", results::fixed_text(hook.seconds, 1))}
            );
        }
    }
    if (step.checks && !step.checks->empty()) {
        text += "\n" + page::markdown_header({"VM", "checks after the step", "found"}, 3);
        for (const results::CheckAfterStep& check : *step.checks) {
            text += markdown_row(
                {markdown_escaped(check.target),
                 noticed(results::check_outcome_text(check), !check.failed.empty()),
                 markdown_escaped(fmt::format("{}", fmt::join(check.failed, "; ")))}
            );
        }
    }
    return text;
}

}  // namespace oltpsim::report::markdown
