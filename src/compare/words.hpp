// A verdict as a sentence. Pure.
#pragma once

#include "compare/comparison.hpp"

#include <string>

namespace oltpsim::compare {

/// "8 VMs: S2's p99 latency is 18 % lower than AF250's (95 %: 12.1 to 23.4 %; p = 0.0003)". `test`: complete but for its words.
std::string words_of(const Comparison& comparison, const PairTest& test);

/// "p = 0.031", "p < 0.0001".
std::string p_text(double p);
/// A figure with as many digits as its table has; a published one as it was printed.
std::string figure_text(Metric metric, const std::optional<double>& value, bool published);

}  // namespace oltpsim::compare
