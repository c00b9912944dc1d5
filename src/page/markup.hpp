// Text into HTML: escaping, tables, boxes, cards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::page {

/// Text safe inside elements and quoted attributes; control characters become '?'.
std::string escaped(std::string_view text);

/// A cell of a table: its text, and below it a smaller line, e.g. the 95 % interval.
struct Cell {
    std::string text;
    std::string below = {};
    bool bad = false;  ///< to be noticed
    Cell(std::string one) : text(std::move(one)) {}
    Cell(const char* one) : text(one) {}
    Cell(std::string one, std::string two, bool noticed = false)
        : text(std::move(one)), below(std::move(two)), bad(noticed) {}
};

/// A table in a frame that scrolls by itself when it is too wide; the frame can be focused and scrolled by keyboard. The first
/// `text_columns` cells of a row align left, the others right. Everything is escaped here.
std::string table(
    const std::vector<std::string>& header,
    const std::vector<std::vector<Cell>>& rows,
    std::size_t text_columns,
    std::string_view caption
);

/// A box with a coloured edge; `kind`: good, bad, warn or note. Without texts only the title.
std::string box(
    std::string_view kind, std::string_view title, const std::vector<std::string>& texts
);

/// A headline figure: what it is, its value with unit, its 95 % interval or another line.
std::string card(std::string_view label, std::string_view value, std::string_view below);

/// A part that is folded away until wanted.
std::string folded(std::string_view summary, std::string_view html);

}  // namespace oltpsim::page
