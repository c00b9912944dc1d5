// What is compared: sides, each with its figures by VM set. A side is one array as measured (one run or several) or as published.
#pragma once

#include "metrics/two_samples.hpp"
#include "results/run_result.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::compare {

/// Figures that are shown. The first five are tested for differences.
enum class Metric : std::uint8_t {
    tps,
    avg,          ///< average latency, weighted by transactions
    p99,          ///< 99th percentile of the merged histogram
    avg_vm_mean,  ///< unweighted mean of the VMs' averages, as published reviews print it
    p99_vm_mean,  ///< unweighted mean of the VMs' 99th percentiles, likewise
    tps_min_vm,
    tps_max_vm,
    avg_min_vm,
    avg_max_vm,
};
inline constexpr std::size_t kMetricCount = 9;
inline constexpr std::size_t kTestedCount = 5;

/// "p99 latency", "TPS lowest VM".
const char* name_of(Metric metric) noexcept;
/// "TPS" or "ms".
const char* unit_of(Metric metric) noexcept;

/// A VM set. `clients` per VM, 0 when no side has several client counts for one VM set.
struct VmSet {
    std::uint32_t vm_count = 0;
    std::uint32_t clients = 0;
    auto operator<=>(const VmSet&) const = default;
    /// "8 VMs", "8 VMs × 32 clients".
    std::string name() const;
};

/// A figure of a side. *Units*: TPS or ms.
struct Figure {
    std::optional<double> value;
    std::optional<double> low, high;            ///< 95 % interval; absent where nothing is known
    std::optional<metrics::Measured> measured;  ///< what a test needs; absent likewise
};

/// A side at one VM set.
struct Entry {
    std::array<Figure, kMetricCount> figures;
    std::uint32_t runs =
        0;  ///< finished steps behind it; from two on, the run is the unit. 0: published
    std::optional<bool> load_limited;
    std::optional<double> tps_ceiling;
    std::vector<std::string> invalid_reasons;
    std::vector<results::StepResult> steps;  ///< empty: published

    const Figure& of(Metric metric) const { return figures[static_cast<std::size_t>(metric)]; }
    Figure& of(Metric metric) { return figures[static_cast<std::size_t>(metric)]; }
};

struct Side {
    std::string label;
    std::string source;         ///< directories, or whose figures these are
    std::string configuration;  ///< storage as the result or the publication says
    bool published = false;
    std::vector<results::RunResult> runs;  ///< without steps: those stand in the entries
    std::map<VmSet, Entry> entries;
};

/// A side from its runs, one or several repeats of the same plan. `by_clients`: VM sets with different clients are kept apart.
Side make_side(
    std::string label, std::string source, std::vector<results::RunResult> runs, bool by_clients
);

/// Does a VM set of these runs appear with several client counts?
bool crosses_clients(const std::vector<results::RunResult>& runs);

}  // namespace oltpsim::compare
