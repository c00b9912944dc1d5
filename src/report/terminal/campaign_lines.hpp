// Load curve, hooks and checks as lines for a terminal.
#pragma once

#include "results/run_result.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace oltpsim::report::terminal {

/// The load curve: a row per rate, then the knee and the highest rate within the limit. Empty when the run is no sweep or has
/// no rate yet.
std::vector<std::string> load_curve_lines(const results::RunResult& run, std::size_t width);

/// Label and text of each hook that ran and of each VM's checks.
std::vector<std::pair<std::string, std::string>> campaign_facts(const results::StepResult& step);

}  // namespace oltpsim::report::terminal
