#include "results/sweep_curve.hpp"

#include <algorithm>
#include <cmath>

namespace oltpsim::results {
namespace {

std::optional<SweepPoint> point_of(const StepResult& step, double max_tps) {
    if (step.state != "finished" || !step.offered_tps || max_tps <= 0) {
        return std::nullopt;
    }
    SweepPoint point;
    point.step = step.name;
    point.percent = *step.offered_tps / max_tps * 100;
    point.offered_tps = *step.offered_tps;
    point.tps = step.aggregate.tps;
    point.avg_ms = step.aggregate.response.avg_ms;
    point.p99_ms = step.aggregate.response.p99_ms;
    point.saturated = step.saturated.value_or(false);
    return point;
}

std::optional<std::string> knee_of(const std::vector<SweepPoint>& points) {
    constexpr std::size_t kFewest = 3;  // fewer show no bend
    if (points.size() < kFewest) {
        return std::nullopt;
    }
    const SweepPoint* best = nullptr;
    double most = 0;
    for (const SweepPoint& point : points) {
        const double power =
            point.tps && point.avg_ms.value_or(0) > 0 ? *point.tps / *point.avg_ms : 0;
        if (power > most) {
            most = power;
            best = &point;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(best->step);
}

/// The last point before the first that breaks the limit: above that, a single good one proves nothing.
std::optional<std::string> highest_within(const std::vector<SweepPoint>& points, double limit_ms) {
    std::optional<std::string> highest;
    for (const SweepPoint& point : points) {
        if (point.saturated || !point.p99_ms || *point.p99_ms > limit_ms) {
            break;
        }
        highest = point.step;
    }
    return highest;
}

}  // namespace

bool is_saturated(const StepResult& step) {
    constexpr double kMostLost = 0.01;
    constexpr double kKeptUp = 0.98;
    constexpr double kByChance = 3;
    const auto& ends = step.aggregate.outcomes;
    const auto scheduled = static_cast<double>(ends.scheduled());
    const auto lost = static_cast<double>(ends.skipped + ends.cut_off);
    if (scheduled > 0 && lost / scheduled > kMostLost) {
        return true;
    }
    if (!step.offered_tps || step.sample_seconds <= 0) {
        return false;
    }
    const double expected = *step.offered_tps * step.sample_seconds;
    const double ended = step.aggregate.tps.value_or(0) * step.sample_seconds;
    return ended < kKeptUp * expected - kByChance * std::sqrt(expected);
}

void draw_sweep(RunResult& run) {
    SweepResult& sweep = *run.sweep;
    sweep.points.clear();
    for (const StepResult& step : run.steps) {
        if (!step.offered_tps && step.state == "finished") {
            sweep.max_tps = step.aggregate.tps;
        }
    }
    for (const StepResult& step : run.steps) {
        if (auto point = point_of(step, sweep.max_tps.value_or(0))) {
            sweep.points.push_back(std::move(*point));
        }
    }
    std::sort(sweep.points.begin(), sweep.points.end(), [](const auto& a, const auto& b) {
        return a.offered_tps < b.offered_tps;
    });
    sweep.knee = knee_of(sweep.points);
    sweep.highest_within_limit =
        sweep.p99_limit_ms ? highest_within(sweep.points, *sweep.p99_limit_ms) : std::nullopt;
}

}  // namespace oltpsim::results
