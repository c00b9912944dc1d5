// Steady-state verdict of a precondition: a pure function of its rounds. Knows no clock and no phase.
// Source: SNIA SSS PTS 2.0 (window of 5 rounds: range and least-squares slope), with limits fit for closed-loop TPS.
#pragma once

#include "metrics/step_outcome.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace oltpsim::metrics {

/// Limits of the rule. Range is max − min over the window, slope excursion the rise of its least-squares line; both as
/// a share of the window's mean, for mean latency as a difference of its logarithm.
struct SteadyLimits {
    std::size_t rounds = 5;
    double tps_range = 0.05;
    double tps_slope = 0.02;
    double latency_range = 0.20;
    double latency_slope = 0.10;
};

struct SteadyVerdict {
    bool steady = false;  ///< the last window fulfils the rule
    std::optional<double>
        after_s;  ///< end of the earliest window from which on every window fulfils it; when steady
    std::string
        why_not;  ///< the first limit broken by the last window, with numbers; empty when steady
};

/// The verdict on rounds of equal length, oldest first. nullopt with fewer rounds than the window: too short to judge.
std::optional<SteadyVerdict> judge_steady(
    std::span<const RoundPoint> rounds, const SteadyLimits& limits = {}
);

}  // namespace oltpsim::metrics
