// The rule of steady_state.hpp, window by window.
#include "metrics/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace oltpsim::metrics {
namespace {

struct Shape {
    double mean = 0;
    double range = 0;
    double excursion = 0;  ///< |rise of the least-squares line over the window|
};

Shape shape_of(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    Shape shape;
    for (const double value : values) {
        shape.mean += value / n;
    }
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    shape.range = *high - *low;
    const double middle = (n - 1) / 2;
    double covariance = 0;
    double variance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = static_cast<double>(i) - middle;
        covariance += x * (values[i] - shape.mean);
        variance += x * x;
    }
    shape.excursion = variance > 0 ? std::abs(covariance / variance * (n - 1)) : 0;
    return shape;
}

std::string percent_over(const char* what, double found, double limit, std::size_t rounds) {
    char text[160];
    std::snprintf(
        text,
        sizeof text,
        "%s %.1f %% over the last %zu rounds (limit %.0f %%)",
        what,
        found * 100,
        rounds,
        limit * 100
    );
    return text;
}

/// Empty when the series keeps within the limits. Shape: `scale` divides range and excursion.
std::string judge_series(
    const char* name,
    const std::vector<double>& values,
    bool logarithmic,
    double range_limit,
    double slope_limit
) {
    const Shape shape = shape_of(values);
    const double scale = logarithmic ? 1.0 : shape.mean;
    const std::string subject = name;
    if (shape.range > range_limit * scale) {
        const std::string what = subject + " range";
        return percent_over(what.c_str(), shape.range / scale, range_limit, values.size());
    }
    if (shape.excursion > slope_limit * scale) {
        const std::string what = subject + " slope";
        return percent_over(what.c_str(), shape.excursion / scale, slope_limit, values.size());
    }
    return {};
}

std::string judge_window(std::span<const RoundPoint> window, const SteadyLimits& limits) {
    std::vector<double> tps, log_mean, p99;
    for (const auto& round : window) {
        if (round.empty || round.tps <= 0 || round.mean_ms <= 0) {
            return "a round without a commit";
        }
        tps.push_back(round.tps);
        log_mean.push_back(std::log(round.mean_ms));
        p99.push_back(round.p99_ms);
    }
    std::string why = judge_series("TPS", tps, false, limits.tps_range, limits.tps_slope);
    if (why.empty()) {
        why = judge_series(
            "average latency", log_mean, true, limits.latency_range, limits.latency_slope
        );
    }
    if (why.empty()) {
        why = judge_series("p99", p99, false, limits.latency_range, limits.latency_slope);
    }
    return why;
}

}  // namespace

std::optional<SteadyVerdict> judge_steady(
    std::span<const RoundPoint> rounds, const SteadyLimits& limits
) {
    if (limits.rounds == 0 || rounds.size() < limits.rounds) {
        return std::nullopt;
    }
    SteadyVerdict verdict;
    // From the last window backwards: a window that was fine before a later disturbance proves nothing.
    for (std::size_t end = rounds.size(); end >= limits.rounds; --end) {
        std::string why = judge_window(rounds.subspan(end - limits.rounds, limits.rounds), limits);
        if (!why.empty()) {
            if (!verdict.steady) {
                verdict.why_not = std::move(why);
            }
            break;
        }
        verdict.steady = true;
        double seconds = 0;
        for (const auto& round : rounds.first(end)) {
            seconds += round.seconds;
        }
        verdict.after_s = seconds;
    }
    return verdict;
}

}  // namespace oltpsim::metrics
