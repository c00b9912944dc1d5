// Load curve, hooks and checks as Markdown.
#pragma once

#include "results/run_result.hpp"

#include <string>

namespace oltpsim::report::markdown {

/// A row per rate, then the knee and the highest rate within the limit. Empty when the run is no sweep.
std::string load_curve(const results::RunResult& run);
/// A row per hook, a row per VM that was checked. Empty without any.
std::string campaign_tables(const results::StepResult& step);

}  // namespace oltpsim::report::markdown
