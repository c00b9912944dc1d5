// Escaping and tables.
#include "report/html/markup.hpp"

#include <fmt/format.h>

namespace oltpsim::report::html {

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
    const std::vector<std::vector<std::string>>& rows,
    std::size_t text_columns,
    std::string_view caption
) {
    std::string out = fmt::format(
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>", escaped(caption)
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
                out += fmt::format("<th scope=\"row\" class=\"text\">{}</th>", escaped(row[i]));
            } else {
                out += fmt::format(
                    "<td{}>{}</td>", i < text_columns ? " class=\"text\"" : "", escaped(row[i])
                );
            }
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace oltpsim::report::html
