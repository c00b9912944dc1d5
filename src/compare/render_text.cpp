// Terminal and Markdown: verdicts first, then the tables.
#include "compare/content.hpp"
#include "compare/render.hpp"
#include "compare/words.hpp"
#include "page/markdown.hpp"
#include "page/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oltpsim::compare {
namespace {

using page::plain;

struct Lines {
    const RenderSettings& settings;
    std::string text;

    std::size_t width() const { return std::max(60u, settings.width); }
    void line(std::string_view one = {}) { text.append(one).append("\n"); }
    void heading(std::string_view one) {
        line(settings.color ? fmt::format("\x1b[1m{}\x1b[0m", one) : std::string(one));
    }
    void item(std::string_view mark, std::string_view one) {
        std::string head(mark);
        for (const auto& part : page::wrap(plain(one), width() - mark.size())) {
            line(head + part);
            head.assign(mark.size(), ' ');
        }
    }
    void items(std::string_view title, const std::vector<std::string>& texts) {
        if (texts.empty()) {
            return;
        }
        line();
        heading(title);
        for (const auto& one : texts) {
            item("  - ", one);
        }
    }
};

std::vector<std::string> texts_of(const std::vector<Difference>& unlike) {
    std::vector<std::string> texts;
    for (const auto& difference : unlike) {
        texts.push_back(difference.text());
    }
    return texts;
}

/// The figures that fit a terminal, and their intervals below them.
void add_figures_lines(Lines& out, const Comparison& comparison) {
    std::vector<page::TextTable::Column> columns{{"VM set", false}, {"side", false, true}};
    const auto shown = comparison.headline();
    for (const Metric metric : shown) {
        const std::string unit = unit_of(metric);
        const char* name = metric == Metric::tps                                    ? "TPS"
                           : metric == Metric::avg || metric == Metric::avg_vm_mean ? "avg"
                                                                                    : "p99";
        columns.push_back({unit == "TPS" ? name : fmt::format("{} {}", name, unit)});
        columns.push_back({"95 %"});
    }
    page::TextTable table(columns);
    for (const VmSet& set : comparison.sets) {
        for (std::size_t s = 0; s < comparison.sides.size(); ++s) {
            const Entry* entry = comparison.entry(s, set);
            if (entry == nullptr) {
                continue;
            }
            const Side& side = comparison.sides[s];
            std::vector<std::string> cells{set.name(), plain(side.label)};
            for (const Metric metric : shown) {
                const Figure& figure = entry->of(metric);
                cells.push_back(figure_text(metric, figure.value, side.published));
                cells.push_back(
                    figure.low && figure.high ? fmt::format(
                                                    "{} to {}",
                                                    figure_text(metric, figure.low, false),
                                                    figure_text(metric, figure.high, false)
                                                )
                                              : ""
                );
            }
            table.add(std::move(cells));
        }
        table.add_rule();
    }
    for (const auto& one : table.render(out.width())) {
        out.line(one);
    }
}

void add_tests_lines(Lines& out, const Comparison& comparison) {
    const ContentTable content = tests_table(comparison);
    if (content.rows.empty()) {
        return;
    }
    std::vector<page::TextTable::Column> columns;
    for (std::size_t i = 0; i < content.header.size(); ++i) {
        columns.push_back({content.header[i], i >= content.text_columns, i == 1 || i == 2});
    }
    page::TextTable table(columns);
    for (const auto& row : content.rows) {
        std::vector<std::string> cells;
        for (const auto& cell : row) {
            cells.push_back(plain(cell.text));
        }
        table.add(std::move(cells));
    }
    out.line();
    out.item("", content.title);
    for (const auto& one : table.render(out.width())) {
        out.line(one);
    }
}

std::string markdown_table(const ContentTable& content) {
    if (content.rows.empty()) {
        return {};
    }
    std::string text = fmt::format("\n{}\n\n", page::markdown_escaped(content.title)) +
                       page::markdown_header(content.header, content.text_columns);
    for (const auto& row : content.rows) {
        std::vector<std::string> cells;
        for (const auto& cell : row) {
            const std::string below =
                cell.below.empty() ? "" : " (" + page::markdown_escaped(cell.below) + ")";
            cells.push_back(page::markdown_escaped(cell.text) + below);
        }
        text += page::markdown_row(cells);
    }
    return text;
}

std::string markdown_list(const std::string& title, const std::vector<std::string>& texts) {
    if (texts.empty()) {
        return {};
    }
    std::string text = fmt::format("\n**{}**\n\n", title);
    for (const auto& one : texts) {
        text += fmt::format("- {}\n", page::markdown_escaped(one));
    }
    return text;
}

}  // namespace

std::string render_terminal(const Chapters& chapters, const RenderSettings& settings) {
    Lines out{settings, {}};
    for (const Comparison& one : chapters.all) {
        out.heading(fmt::format("{}: {}", plain(one.workload), plain(title_of(one))));
        out.items(
            "UNLIKE: these differences make a comparison of storage meaningless",
            texts_of(one.unlike)
        );
        out.items("Verdict", one.verdicts);
        out.items("Read this too", one.warnings);
        out.line();
        if (one.reference_style) {
            out.item("", "avg and p99: unweighted means over VMs, as published reviews print them");
        }
        add_figures_lines(out, one);
        add_tests_lines(out, one);
        out.line();
    }
    if (!chapters.reference_source.empty()) {
        out.item("Source of published figures: ", chapters.reference_source);
    }
    return std::move(out.text);
}

std::string render_markdown(const Chapters& chapters) {
    std::string text = "# Comparison\n";
    for (const Comparison& one : chapters.all) {
        text += fmt::format(
            "\n## {}: {}\n",
            page::markdown_escaped(one.workload),
            page::markdown_escaped(title_of(one))
        );
        text += markdown_list(
            "UNLIKE: these differences make a comparison of storage meaningless",
            texts_of(one.unlike)
        );
        text +=
            markdown_list("Verdict", one.verdicts) + markdown_list("Read this too", one.warnings);
        text += markdown_table(figures_table(one)) + markdown_table(tests_table(one)) +
                markdown_table(spread_table(one)) + markdown_table(sides_table(one));
    }
    if (!chapters.reference_source.empty()) {
        text += fmt::format(
            "\nSource of published figures: {}\n", page::markdown_escaped(chapters.reference_source)
        );
    }
    return text;
}

}  // namespace oltpsim::compare
