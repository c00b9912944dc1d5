// One self-contained page: verdict on top, grouped bars by VM set as the published reviews have them, percentiles, tables.
#include "compare/content.hpp"
#include "compare/render.hpp"
#include "compare/words.hpp"
#include "page/chart.hpp"
#include "page/document.hpp"
#include "page/markup.hpp"
#include "results/percentile_curve.hpp"

#include <fmt/format.h>

namespace oltpsim::compare {
namespace {

using page::escaped;

constexpr std::size_t kMostBars =
    6;  // colours there are; more sides share a chart as one category each

page::BarSeries bars_of(const Comparison& all, std::size_t side, Metric metric) {
    page::BarSeries series;
    series.name = all.sides[side].label;
    for (const VmSet& set : all.sets) {
        const Entry* entry = all.entry(side, set);
        const Figure figure = entry != nullptr ? entry->of(metric) : Figure{};
        series.values.push_back(figure.value);
        series.low.push_back(figure.low);
        series.high.push_back(figure.high);
        series.texts.push_back(figure_text(metric, figure.value, all.sides[side].published));
    }
    return series;
}

/// As a title begins; "p99" stays as it is.
std::string capitalised(std::string text) {
    if (text.starts_with("average")) {
        text[0] = 'A';
    }
    return text;
}

page::ChartText text_of(const Comparison& all, Metric metric) {
    const std::string published =
        all.reference_style && metric != Metric::tps ? ", as published reviews print it" : "";
    return {
        capitalised(fmt::format("{} by VM set", name_of(metric))),
        unit_of(metric),
        fmt::format("Grouped by VM set{}; whiskers are 95 % intervals.", published)
    };
}

/// With few sides: a colour per side, grouped by VM set. With many: a chart per VM set, a bar per side, highest TPS first.
std::string charts_of_few(const Comparison& all) {
    std::vector<std::string> sets;
    for (const VmSet& set : all.sets) {
        sets.push_back(set.name());
    }
    std::string out = "<div class=\"charts\">";
    for (const Metric metric : all.headline()) {
        std::vector<page::BarSeries> series;
        for (std::size_t s = 0; s < all.sides.size(); ++s) {
            series.push_back(bars_of(all, s, metric));
        }
        out += page::bar_chart(text_of(all, metric), sets, series);
    }
    return out + "</div>\n";
}

/// VM sets that only published sides have are no company for a measured one; the table has them.
bool worth_a_chart(const Comparison& all, const VmSet& set) {
    bool measured = false;
    for (std::size_t s = 0; s < all.sides.size(); ++s) {
        measured = measured || !all.sides[s].published;
        if (!all.sides[s].published && all.entry(s, set) != nullptr) {
            return true;
        }
    }
    return !measured;
}

std::string charts_of_many(const Comparison& all) {
    std::string out;
    for (const VmSet& set : all.sets) {
        if (!worth_a_chart(all, set)) {
            continue;
        }
        out += fmt::format("<h3>{}</h3><div class=\"charts broad\">", escaped(set.name()));
        for (const Metric metric : all.headline()) {
            std::vector<std::string> labels;
            page::BarSeries series;
            series.name = name_of(metric);
            for (std::size_t s = 0; s < all.sides.size(); ++s) {
                const Entry* entry = all.entry(s, set);
                if (entry == nullptr || !entry->of(metric).value) {
                    continue;
                }
                const Figure& figure = entry->of(metric);
                labels.push_back(all.sides[s].label);
                series.values.push_back(figure.value);
                series.low.push_back(figure.low);
                series.high.push_back(figure.high);
                series.texts.push_back(figure_text(metric, figure.value, all.sides[s].published));
            }
            page::ChartText text = text_of(all, metric);
            text.title = capitalised(fmt::format("{}, {}", name_of(metric), set.name()));
            out += page::bar_chart(text, labels, {series});
        }
        out += "</div>\n";
    }
    return out;
}

/// All VMs of a side at a VM set, repeats included, in one curve.
std::optional<page::PercentileLine> curve_of(const Side& side, const Entry& entry) {
    metrics::LatencyHistogram merged;
    for (const auto& step : entry.steps) {
        for (const auto& target : step.targets) {
            const auto one =
                target.state == "ok" ? results::response_histogram(target) : std::nullopt;
            if (one) {
                merged.merge(*one);
            }
        }
    }
    if (merged.empty()) {
        return std::nullopt;
    }
    return page::PercentileLine{side.label, results::percentile_points(merged)};
}

std::string percentiles(const Comparison& all) {
    std::vector<page::PercentileView> views;
    for (auto set = all.sets.rbegin(); set != all.sets.rend(); ++set) {
        page::PercentileView view{set->name(), {}};
        for (std::size_t s = 0; s < all.sides.size(); ++s) {
            const Entry* entry = all.entry(s, *set);
            auto line = entry != nullptr ? curve_of(all.sides[s], *entry) : std::nullopt;
            if (line) {
                view.lines.push_back(std::move(*line));
            }
        }
        if (!view.lines.empty()) {
            views.push_back(std::move(view));
        }
    }
    const std::string chart = page::percentile_chart(
        {"Latency by percentile", "ms", "All VMs of a set merged, one curve per side."}, views
    );
    return chart.empty() ? "" : "<div class=\"charts broad\">" + chart + "</div>\n";
}

std::string html_table(const ContentTable& content) {
    if (content.rows.empty()) {
        return {};
    }
    std::vector<std::vector<page::Cell>> rows;
    for (const auto& row : content.rows) {
        std::vector<page::Cell> cells;
        for (const auto& cell : row) {
            cells.emplace_back(cell.text, cell.below, cell.below == "NOT VALID");
        }
        rows.push_back(std::move(cells));
    }
    return page::table(content.header, rows, content.text_columns, content.title);
}

std::string chapter_html(const Comparison& one) {
    std::string out =
        fmt::format("<section><h2>{}: {}</h2>\n", escaped(one.workload), escaped(title_of(one)));
    std::vector<std::string> unlike;
    for (const auto& difference : one.unlike) {
        unlike.push_back(difference.text());
    }
    if (!unlike.empty()) {
        out += page::box(
            "bad", "UNLIKE: these differences make a comparison of storage meaningless", unlike
        );
    }
    if (!one.verdicts.empty()) {
        out += page::box(one.valid() && unlike.empty() ? "good" : "bad", "Verdict", one.verdicts);
    }
    if (!one.warnings.empty()) {
        out += page::box("warn", "Read this too", one.warnings);
    }
    if (one.reference_style) {
        out += "<p class=\"quiet\">Latencies are unweighted means over VMs, as published reviews "
               "print them; weighted averages and merged percentiles stand in the table.</p>\n";
    }
    out += one.sides.size() <= kMostBars ? charts_of_few(one) : charts_of_many(one);
    return out + percentiles(one) + html_table(figures_table(one)) + html_table(tests_table(one)) +
           html_table(spread_table(one)) + html_table(sides_table(one)) + "</section>\n";
}

}  // namespace

std::string render_html(const Chapters& chapters) {
    std::string body = "<h1>Comparison</h1>\n";
    for (const Comparison& one : chapters.all) {
        body += chapter_html(one);
    }
    if (!chapters.reference_source.empty()) {
        body += fmt::format(
            "<p class=\"quiet\">Source of published figures: {}</p>\n",
            escaped(chapters.reference_source)
        );
    }
    const std::string title =
        chapters.all.empty() ? "Comparison" : "Comparison: " + title_of(chapters.all.front());
    return page::document(title, body);
}

}  // namespace oltpsim::compare
