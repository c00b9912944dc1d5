// Sides beside each other, VM set by VM set, with tests of their differences and the verdicts in words. Pure.
#pragma once

#include "compare/likeness.hpp"
#include "compare/side.hpp"
#include "metrics/two_samples.hpp"

#include <optional>
#include <string>
#include <vector>

namespace oltpsim::compare {

/// What counts as no difference in practice, as shares (0.01 is 1 %).
struct Margins {
    double tps = metrics::kTpsMargin;
    double mean = metrics::kMeanMargin;
    double percentile = metrics::kPercentileMargin;
    double of(Metric metric) const noexcept;
};

/// One figure of another side against the first, at one VM set.
struct PairTest {
    VmSet set;
    Metric metric{};
    std::size_t base = 0, other = 0;  ///< indexes of sides
    std::optional<double> ratio;      ///< other ÷ base
    std::optional<metrics::RatioTest> test;
    std::optional<metrics::Finding> finding;  ///< absent: not judged, `words` say why
    bool by_runs = false;                     ///< the run is the unit on both sides
    std::string words;                        ///< the verdict
};

struct Comparison {
    std::string workload;  ///< chapter heading
    std::vector<Side> sides;
    std::vector<VmSet> sets;  ///< of all sides, ascending
    Margins margins;
    bool reference_style =
        false;  ///< published sides are among them: unweighted means stand for latency
    std::vector<Difference> unlike;
    std::vector<std::string> warnings;  ///< not valid steps, settings, what else to know
    std::vector<PairTest> tests;
    std::vector<std::string> verdicts;  ///< the words of the tests that matter, VM set by VM set

    const Entry* entry(std::size_t side, const VmSet& set) const;
    bool valid() const;  ///< no step of a measured side is invalid
    /// Metrics to chart: TPS, average, p99; the unweighted means in a reference's company.
    std::vector<Metric> headline() const;
};

/// The first measured side is the base of all tests. Precondition: a side. Tests are withheld where methodology versions differ.
Comparison compare_sides(std::string workload, std::vector<Side> sides, const Margins& margins);

/// Measured sides that have no VM set in common with the base: nothing can be said of them. Empty when all have.
std::vector<std::string> without_common_set(const Comparison& comparison);

}  // namespace oltpsim::compare
