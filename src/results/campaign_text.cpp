// Wording of hooks, checks and load curves.
#include "results/campaign_text.hpp"

#include "core/text.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::results {
namespace {

/// "50 % (500.00 TPS)".
std::string named_point(const SweepResult& sweep, const std::string& step) {
    const auto found =
        std::find_if(sweep.points.begin(), sweep.points.end(), [&](const SweepPoint& point) {
            return point.step == step;
        });
    return found == sweep.points.end() ? step
                                       : fmt::format("{} ({} TPS)", step, tps_text(found->tps));
}

}  // namespace

std::string hook_outcome_text(const HookResult& hook) {
    return hook.ok ? "ok" : fmt::format("failed: {}", hook.failure);
}

std::string check_outcome_text(const CheckAfterStep& check) {
    const auto plural = [](std::uint64_t count) { return count == 1 ? "check" : "checks"; };
    if (check.failed.empty()) {
        return fmt::format("{} {} passed", group_digits(check.checks), plural(check.checks));
    }
    if (check.checks == 0) {
        return "not checked";
    }
    return fmt::format(
        "{} of {} {} failed",
        group_digits(check.failed.size()),
        group_digits(check.checks),
        plural(check.checks)
    );
}

std::string sweep_load_text(const SweepResult& sweep) {
    return fmt::format(
        "{} arrivals, in percent of {} closed-loop TPS over all VMs",
        sweep.arrival,
        tps_text(sweep.max_tps)
    );
}

std::string sweep_remark(const SweepResult& sweep, const SweepPoint& point) {
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
    if (sweep.knee == point.step) {
        add("knee");
    }
    if (sweep.highest_within_limit == point.step && sweep.p99_limit_ms) {
        add(fmt::format("highest with p99 within {:g} ms", *sweep.p99_limit_ms));
    }
    if (point.saturated) {
        add("saturated");
    }
    return text;
}

std::vector<std::string> sweep_findings(const SweepResult& sweep) {
    std::vector<std::string> texts{fmt::format(
        "Knee (most TPS per average response time): {}",
        sweep.knee ? named_point(sweep, *sweep.knee) : "n/a, three rates or more are needed"
    )};
    if (sweep.p99_limit_ms) {
        texts.push_back(fmt::format(
            "Highest rate with p99 within {:g} ms: {}",
            *sweep.p99_limit_ms,
            sweep.highest_within_limit ? named_point(sweep, *sweep.highest_within_limit)
                                       : "none of those run; offer lower ones"
        ));
    }
    return texts;
}

}  // namespace oltpsim::results
