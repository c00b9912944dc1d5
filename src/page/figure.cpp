// The <figure> of a chart: readable without the script, drawn by it.
#include "page/figure.hpp"

#include "page/markup.hpp"

#include <fmt/format.h>

namespace oltpsim::page {

std::string brief(const std::optional<double>& value) {
    if (!value) {
        return "n/a";
    }
    const double size = *value < 0 ? -*value : *value;
    return size >= 1000 ? fmt::format("{:.0f}", *value)
           : size >= 10 ? fmt::format("{:.1f}", *value)
                        : fmt::format("{:.3f}", *value);
}

std::string figure(
    const ChartText& text,
    const std::string& choice,
    const std::string& json,
    const std::string& table_html
) {
    const std::string unit =
        text.unit.empty() ? "" : fmt::format(" <span class=\"unit\">{}</span>", escaped(text.unit));
    return fmt::format(
        "<figure><figcaption>{0}{1}</figcaption>{2}<div class=\"plot\" role=\"img\" "
        "aria-label=\"{0}. {3} The numbers are in the table behind it.\"></div>"
        "<script type=\"application/json\" data-chart>{4}</script>"
        "<details><summary>Numbers</summary>{5}</details></figure>\n",
        escaped(text.title),
        unit,
        choice,
        escaped(text.summary),
        json,
        table_html
    );
}

}  // namespace oltpsim::page
