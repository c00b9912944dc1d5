// Cells from figures.
#include "compare/content.hpp"

#include "compare/words.hpp"
#include "results/durability.hpp"
#include "results/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oltpsim::compare {
namespace {

ContentCell figure_cell(const Entry& entry, Metric metric, bool published) {
    const Figure& figure = entry.of(metric);
    ContentCell cell{figure_text(metric, figure.value, published), ""};
    if (figure.low && figure.high) {
        cell.below = fmt::format(
            "{} to {}",
            figure_text(metric, figure.low, false),
            figure_text(metric, figure.high, false)
        );
    }
    return cell;
}

const char* finding_text(const PairTest& pair) {
    if (!pair.finding) {
        return "not judged";
    }
    switch (*pair.finding) {
        case metrics::Finding::different: return "different";
        case metrics::Finding::same: return "the same";
        case metrics::Finding::undecided: return "undecided";
    }
    return "";
}

/// What every target of a side says, each text once.
template <typename Tell>
std::string over_targets(const Side& side, Tell tell) {
    std::set<std::string> texts;
    for (const auto& [set, entry] : side.entries) {
        for (const auto& step : entry.steps) {
            for (const auto& target : step.targets) {
                texts.insert(tell(target));
            }
        }
    }
    return texts.empty() ? results::kNotAvailable : fmt::format("{}", fmt::join(texts, " | "));
}

std::string fact_of(const Side& side, std::string_view label) {
    if (side.runs.empty()) {
        return results::kNotAvailable;
    }
    for (const auto& [name, text] : results::run_facts(side.runs.front())) {
        if (name == label) {
            return text;
        }
    }
    return results::kNotAvailable;
}

/// Without the columns in which nothing stands.
ContentTable without_empty_columns(ContentTable table) {
    for (std::size_t c = table.header.size(); c-- > table.text_columns;) {
        const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [c](const auto& row) {
            return row[c].text == results::kNotAvailable;
        });
        if (empty) {
            table.header.erase(table.header.begin() + static_cast<std::ptrdiff_t>(c));
            for (auto& row : table.rows) {
                row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
            }
        }
    }
    return table;
}

}  // namespace

ContentTable figures_table(const Comparison& comparison) {
    ContentTable table;
    table.title = "Figures by VM set. Small: 95 % interval; figures without one were published "
                  "without or come from too short a sample";
    table.header = {"VM set", "side", "runs"};
    for (std::size_t m = 0; m < kMetricCount; ++m) {
        const auto metric = static_cast<Metric>(m);
        const std::string unit = unit_of(metric);
        const std::string name = name_of(metric);
        table.header.push_back(unit == "TPS" ? name : name + ", " + unit);
    }
    table.text_columns = 2;
    for (const VmSet& set : comparison.sets) {
        for (std::size_t s = 0; s < comparison.sides.size(); ++s) {
            const Entry* entry = comparison.entry(s, set);
            if (entry == nullptr) {
                continue;
            }
            const Side& side = comparison.sides[s];
            std::vector<ContentCell> row{
                {set.name(), ""},
                {side.label, entry->invalid_reasons.empty() ? "" : "NOT VALID"},
                {side.published ? "published" : fmt::format("{}", entry->runs), ""}
            };
            for (std::size_t m = 0; m < kMetricCount; ++m) {
                row.push_back(figure_cell(*entry, static_cast<Metric>(m), side.published));
            }
            table.rows.push_back(std::move(row));
        }
    }
    return without_empty_columns(std::move(table));
}

ContentTable tests_table(const Comparison& comparison) {
    ContentTable table;
    table.title = fmt::format(
        "Ratios. Equivalence margins: TPS {:.3g} %, averages {:.3g} %, p99 {:.3g} %. Unit: the run "
        "where there are repeats on both sides, else batches within a run (Welch)",
        comparison.margins.tps * 100,
        comparison.margins.mean * 100,
        comparison.margins.percentile * 100
    );
    table.header = {"VM set", "figure", "sides", "ratio", "95 %", "p", "unit", "finding"};
    table.text_columns = 3;
    for (const PairTest& pair : comparison.tests) {
        const auto& test = pair.test;
        table.rows.push_back(
            {{pair.set.name(), ""},
             {name_of(pair.metric), ""},
             {comparison.sides[pair.other].label + " ÷ " + comparison.sides[pair.base].label, ""},
             {results::fixed_text(pair.ratio, 4), ""},
             {test ? fmt::format("{:.4f} to {:.4f}", test->low, test->high) : "n/a", ""},
             {test ? p_text(test->p_value) : "n/a", ""},
             {!test          ? "n/a"
              : pair.by_runs ? "run"
                             : "batch",
              ""},
             {finding_text(pair), ""}}
        );
    }
    return table;
}

ContentTable sides_table(const Comparison& comparison) {
    ContentTable table;
    table.title = "The sides";
    table.header = {
        "side", "source", "storage", "workload", "load", "database", "durability", "load generator"
    };
    table.text_columns = 1;  // until the empty ones are gone
    for (const Side& side : comparison.sides) {
        const auto product = [](const results::TargetResult& t) { return product_text(t); };
        const auto durability = [](const results::TargetResult& t) {
            const std::string text = results::durability_text(t.settings);
            return text.empty() ? std::string(results::kNotAvailable) : text;
        };
        table.rows.push_back(
            {{side.label, ""},
             {side.source, ""},
             {side.configuration.empty() ? results::kNotAvailable : side.configuration, ""},
             {side.published ? comparison.workload : fact_of(side, "Workload"),
              side.published ? "" : fact_of(side, "Settings")},
             {fact_of(side, "Load"), ""},
             {over_targets(side, product), ""},
             {over_targets(side, durability), ""},
             {fact_of(side, "Load generator"), ""}}
        );
    }
    table = without_empty_columns(std::move(table));
    table.text_columns = table.header.size();
    return table;
}

ContentTable spread_table(const Comparison& comparison) {
    ContentTable table;
    table.title = "How evenly the VMs share the array";
    table.header = {
        "VM set", "side", "TPS lowest VM", "TPS highest VM", "spread of TPS", "law residual"
    };
    table.text_columns = 2;
    for (const VmSet& set : comparison.sets) {
        for (std::size_t s = 0; s < comparison.sides.size(); ++s) {
            const Entry* entry = comparison.entry(s, set);
            for (std::size_t r = 0; entry != nullptr && r < entry->steps.size(); ++r) {
                const auto& all = entry->steps[r].aggregate;
                const std::string which =
                    entry->steps.size() > 1 ? fmt::format(", run {}", r + 1) : "";
                table.rows.push_back(
                    {{set.name(), ""},
                     {comparison.sides[s].label + which, ""},
                     {results::tps_text(all.tps_min_vm), ""},
                     {results::tps_text(all.tps_max_vm), ""},
                     {results::spread_text(all), ""},
                     {results::residual_text(all.law_residual), ""}}
                );
            }
        }
    }
    return table;
}

std::string title_of(const Comparison& comparison) {
    std::vector<std::string> labels;
    for (const Side& side : comparison.sides) {
        if (labels.size() < 6 || !side.published) {
            labels.push_back(side.label);
        }
    }
    const std::size_t more = comparison.sides.size() - labels.size();
    std::string text = fmt::format("{}", fmt::join(labels, " against "));
    return more > 0 ? fmt::format("{} and {} more", text, more) : text;
}

}  // namespace oltpsim::compare
