// A comparison in each format. `chapters`: one comparison per workload, in order; a reference may have several.
#pragma once

#include "compare/comparison.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::compare {

struct Chapters {
    std::vector<Comparison> all;
    std::string reference_source;  ///< whose published figures; empty without
};

struct RenderSettings {
    bool color = false;
    unsigned width = 100;  ///< terminal columns
};

std::string render_terminal(const Chapters& chapters, const RenderSettings& settings);
std::string render_markdown(const Chapters& chapters);
std::string render_html(const Chapters& chapters);
/// One row per side, VM set and figure.
std::string render_csv(const Chapters& chapters);
std::string render_json(const Chapters& chapters);

/// "terminal", "html", "markdown", "csv", "json".
std::vector<std::string> formats();
/// nullopt for an unknown format.
std::optional<std::string> render(
    std::string_view format, const Chapters& chapters, const RenderSettings& settings
);

}  // namespace oltpsim::compare
