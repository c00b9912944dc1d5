// Escaping and table rows.
#include "page/markdown.hpp"

namespace oltpsim::page {

std::string markdown_escaped(std::string_view text) {
    constexpr std::string_view kActive = "\\`*_{}[]()<>#+!|~&";
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < ' ' || code == 0x7f) {
            out += ' ';
        } else if (kActive.find(c) != std::string_view::npos) {
            out += '\\';
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const auto& cell : cells) {
        line += ' ' + cell + " |";
    }
    return line + "\n";
}

std::string markdown_header(const std::vector<std::string>& titles, std::size_t text_columns) {
    std::string rule = "|";
    for (std::size_t i = 0; i < titles.size(); ++i) {
        rule += i < text_columns ? "---|" : "--:|";
    }
    return markdown_row(titles) + rule + "\n";
}

}  // namespace oltpsim::page
