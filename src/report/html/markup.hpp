// Text into HTML and SVG.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oltpsim::report::html {

/// Text safe inside elements and quoted attributes; control characters become '?'.
std::string escaped(std::string_view text);

/// A table: header cells, rows; the first `text_columns` cells of a row align left, the others right. Cells are escaped here.
std::string table(
    const std::vector<std::string>& header,
    const std::vector<std::vector<std::string>>& rows,
    std::size_t text_columns,
    std::string_view caption
);

}  // namespace oltpsim::report::html
