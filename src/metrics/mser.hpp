// Where a warm-up ends, by the MSER-5 rule: a cross-check of the steady-state verdict, not a rule of its own.
// Pure. Source: White 1997, Spratt 1998; Hoad, Robinson, Davies 2010.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace oltpsim::metrics {

/// How many leading observations to drop so that the marginal standard error of the rest is smallest, in fives.
/// nullopt with fewer than 50 observations, or when the best cut is half of them or more: too short to say.
std::optional<std::size_t> mser5(std::span<const double> observations);

}  // namespace oltpsim::metrics
