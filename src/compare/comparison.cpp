// Tests of the first measured side against each other one.
#include "compare/comparison.hpp"

#include "compare/words.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::compare {
namespace {

std::optional<std::size_t> base_of(const std::vector<Side>& sides) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (!sides[i].published) {
            return i;
        }
    }
    return std::nullopt;
}

PairTest test_pair(
    const Comparison& all, const VmSet& set, Metric metric, std::size_t base, std::size_t other
) {
    PairTest pair;
    pair.set = set;
    pair.metric = metric;
    pair.base = base;
    pair.other = other;
    const Entry& a = *all.entry(base, set);
    const Entry& b = *all.entry(other, set);
    const Figure& of_a = a.of(metric);
    const Figure& of_b = b.of(metric);
    if (of_a.value && of_b.value && *of_a.value > 0) {
        pair.ratio = *of_b.value / *of_a.value;
    }
    pair.by_runs = a.runs > 1 && b.runs > 1;
    const bool same_meaning =
        std::none_of(all.unlike.begin(), all.unlike.end(), [&](const auto& d) {
            return d.methodology && d.who == all.sides[other].label;
        });
    const bool blind =
        metric == Metric::tps && (a.load_limited.value_or(false) && b.load_limited.value_or(false));
    if (of_a.measured && of_b.measured && same_meaning) {
        pair.test = metrics::test_ratio(*of_a.measured, *of_b.measured);
    }
    if (pair.test && !blind) {
        pair.finding = metrics::judge(*pair.test, all.margins.of(metric));
    }
    pair.words = words_of(all, pair);
    return pair;
}

void add_tests(Comparison& all, std::size_t base) {
    for (const VmSet& set : all.sets) {
        for (std::size_t other = 0; other < all.sides.size(); ++other) {
            if (other == base || all.entry(base, set) == nullptr ||
                all.entry(other, set) == nullptr) {
                continue;
            }
            for (std::size_t m = 0; m < kTestedCount; ++m) {
                const auto metric = static_cast<Metric>(m);
                if (all.entry(other, set)->of(metric).value) {
                    all.tests.push_back(test_pair(all, set, metric, base, other));
                }
            }
        }
    }
    const auto shown = all.headline();
    for (const PairTest& pair : all.tests) {
        if (std::find(shown.begin(), shown.end(), pair.metric) != shown.end()) {
            all.verdicts.push_back(pair.words);
        }
    }
}

void add_warnings(Comparison& all, std::size_t base) {
    for (const Side& side : all.sides) {
        for (const auto& [set, entry] : side.entries) {
            for (const auto& reason : entry.invalid_reasons) {
                all.warnings.push_back(
                    fmt::format("NOT VALID, {}, {}: {}", side.label, set.name(), reason)
                );
            }
            std::set<std::string> said;
            for (const auto& step : entry.steps) {
                for (const auto& warning : results::warnings_of(step)) {
                    if (said.insert(warning).second) {
                        all.warnings.push_back(
                            fmt::format("{}, {}: {}", side.label, set.name(), warning)
                        );
                    }
                }
            }
        }
    }
    for (std::size_t i = 0; i < all.sides.size(); ++i) {
        if (i != base) {
            for (auto& text : remarks(all.sides[base], all.sides[i])) {
                all.warnings.push_back(std::move(text));
            }
        }
    }
}

/// Many tests find a difference by chance now and then.
void note_chance(Comparison& all) {
    const auto tested = std::count_if(all.tests.begin(), all.tests.end(), [](const auto& pair) {
        return pair.test.has_value();
    });
    if (tested > 1) {
        all.warnings.push_back(fmt::format(
            "{} figures were tested, each at the 5 % level: where nothing differs, {:.1f} of them "
            "would be called different by chance",
            tested,
            0.05 * static_cast<double>(tested)
        ));
    }
}

}  // namespace

double Margins::of(Metric metric) const noexcept {
    switch (metric) {
        case Metric::tps: return tps;
        case Metric::p99:
        case Metric::p99_vm_mean: return percentile;
        default: return mean;
    }
}

const Entry* Comparison::entry(std::size_t side, const VmSet& set) const {
    const auto found = sides[side].entries.find(set);
    return found == sides[side].entries.end() ? nullptr : &found->second;
}

bool Comparison::valid() const {
    for (const Side& side : sides) {
        for (const auto& [set, entry] : side.entries) {
            if (!entry.invalid_reasons.empty()) {
                return false;
            }
        }
    }
    return true;
}

std::vector<Metric> Comparison::headline() const {
    return reference_style ? std::vector{Metric::tps, Metric::avg_vm_mean, Metric::p99_vm_mean}
                           : std::vector{Metric::tps, Metric::avg, Metric::p99};
}

Comparison compare_sides(std::string workload, std::vector<Side> sides, const Margins& margins) {
    Comparison all;
    all.workload = std::move(workload);
    all.sides = std::move(sides);
    all.margins = margins;
    std::set<VmSet> sets;
    for (const Side& side : all.sides) {
        all.reference_style = all.reference_style || side.published;
        for (const auto& [set, entry] : side.entries) {
            sets.insert(set);
        }
    }
    all.sets.assign(sets.begin(), sets.end());
    const auto base = base_of(all.sides);
    if (!base) {
        return all;
    }
    for (std::size_t i = 0; i < all.sides.size(); ++i) {
        const auto within = differences_within(all.sides[i]);
        all.unlike.insert(all.unlike.end(), within.begin(), within.end());
        if (i != *base && !all.sides[i].published) {
            const auto found = differences(all.sides[*base], all.sides[i]);
            all.unlike.insert(all.unlike.end(), found.begin(), found.end());
        }
        if (all.reference_style) {
            for (auto& text : protocol_remarks(all.sides[i], all.workload)) {
                all.warnings.push_back("UNLIKE the published protocol, " + std::move(text));
            }
        }
    }
    add_tests(all, *base);
    add_warnings(all, *base);
    note_chance(all);
    return all;
}

std::vector<std::string> without_common_set(const Comparison& comparison) {
    std::vector<std::string> labels;
    const auto base = base_of(comparison.sides);
    for (std::size_t i = 0; base && i < comparison.sides.size(); ++i) {
        if (i == *base || comparison.sides[i].published) {
            continue;
        }
        const bool common =
            std::any_of(comparison.sets.begin(), comparison.sets.end(), [&](const VmSet& set) {
                return comparison.entry(*base, set) != nullptr &&
                       comparison.entry(i, set) != nullptr;
            });
        if (!common) {
            labels.push_back(comparison.sides[i].label);
        }
    }
    return labels;
}

}  // namespace oltpsim::compare
