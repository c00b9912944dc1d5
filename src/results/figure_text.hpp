// Figures and facts of a result as people read them; one wording for the terminal, Markdown and HTML.
#pragma once

#include "results/run_result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oltpsim::results {

inline constexpr const char* kNotAvailable = "n/a";

/// "12,345.67"; "n/a" when absent.
std::string fixed_text(const std::optional<double>& value, int digits);
/// Transactions per second, two decimals below 1,000, else one.
std::string tps_text(const std::optional<double>& value);
/// Milliseconds without unit: three decimals below 10, two below 1,000, else one.
std::string ms_text(const std::optional<double>& value);
/// "3,990.1 to 4,010.2"; "n/a" when absent. `text` prints one figure, as tps_text or ms_text.
std::string interval_text(
    const std::optional<metrics::Uncertainty>& known,
    std::string (*text)(const std::optional<double>&)
);
/// "CV 0.31 %, Jain fairness 0.9999"; "n/a" with fewer than two VMs.
std::string spread_text(const AggregateResult& all);
/// "+0.03 %".
std::string residual_text(const std::optional<double>& value);
/// "steady after 4,500 s", "not steady", or "no steadiness verdict".
std::string steady_text(const std::optional<bool>& steady, const std::optional<double>& after_s);

/// Those notes of a step that make a comparison of arrays doubtful or meaningless: durability, data in the server's cache, a
/// load limit, an unsteady start, a client that is the bottleneck.
std::vector<std::string> warnings_of(const StepResult& step);

/// What a reader must know beside the numbers, label and text: workload and its facts, load, storage, client machine, tool.
std::vector<std::pair<std::string, std::string>> run_facts(const RunResult& run);
/// "precondition 7,200 s (steady after 4,500 s), sample 3,600 s, started 2026-…".
std::string step_summary(const StepResult& step);
/// "MySQL 9.1.0"; the version's first word only.
std::string product_text(const TargetResult& target);
/// How many VMs the aggregate covers: "all 4 VMs", "3 of 4 VMs".
std::string aggregate_name(const StepResult& step);

}  // namespace oltpsim::results
