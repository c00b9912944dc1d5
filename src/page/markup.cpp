// Escaping, tables and boxes.
#include "page/markup.hpp"

#include <fmt/format.h>

namespace oltpsim::page {
namespace {

std::string cell_text(const Cell& cell) {
    std::string out = cell.bad
                          ? fmt::format("<strong class=\"bad\">{}</strong>", escaped(cell.text))
                          : escaped(cell.text);
    if (!cell.below.empty()) {
        out += fmt::format("<small>{}</small>", escaped(cell.below));
    }
    return out;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: {
                const auto code = static_cast<unsigned char>(c);
                out += (code < 0x20 && c != '\n' && c != '\t') || code == 0x7f ? '?' : c;
            }
        }
    }
    return out;
}

std::string table(
    const std::vector<std::string>& header,
    const std::vector<std::vector<Cell>>& rows,
    std::size_t text_columns,
    std::string_view caption
) {
    std::string out = fmt::format(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>"
        "<caption>{0}</caption><thead><tr>",
        escaped(caption)
    );
    for (std::size_t i = 0; i < header.size(); ++i) {
        out += fmt::format(
            "<th scope=\"col\"{}>{}</th>",
            i < text_columns ? " class=\"text\"" : "",
            escaped(header[i])
        );
    }
    out += "</tr></thead><tbody>\n";
    for (const auto& row : rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == 0) {
                out += fmt::format("<th scope=\"row\" class=\"text\">{}</th>", cell_text(row[i]));
            } else {
                out += fmt::format(
                    "<td{}>{}</td>", i < text_columns ? " class=\"text\"" : "", cell_text(row[i])
                );
            }
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string box(
    std::string_view kind, std::string_view title, const std::vector<std::string>& texts
) {
    std::string out =
        fmt::format("<div class=\"box {}\"><strong>{}</strong>", kind, escaped(title));
    if (!texts.empty()) {
        out += "<ul>";
        for (const auto& text : texts) {
            out += fmt::format("<li>{}</li>", escaped(text));
        }
        out += "</ul>";
    }
    return out + "</div>\n";
}

std::string card(std::string_view label, std::string_view value, std::string_view below) {
    return fmt::format(
        "<div class=\"card\"><span>{}</span><b>{}</b>{}</div>",
        escaped(label),
        escaped(value),
        below.empty() ? "" : fmt::format("<small>{}</small>", escaped(below))
    );
}

std::string folded(std::string_view summary, std::string_view html) {
    return fmt::format("<details><summary>{}</summary>{}</details>\n", escaped(summary), html);
}

}  // namespace oltpsim::page
