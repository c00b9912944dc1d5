// Columns of text that fit a width: cells that may shrink are cut, numbers never.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::page {

/// Text without control characters, so that a name cannot steer the terminal.
std::string plain(std::string_view text);
/// Number of terminal columns of UTF-8 text (one per code point).
std::size_t columns_of(std::string_view text);
/// The text cut to `columns`, ending in "…" when it was cut.
std::string cut(std::string_view text, std::size_t columns);
/// Lines of at most `columns`, broken at blanks where there are any.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

class TextTable {
public:
    struct Column {
        std::string title;
        bool right = true;  ///< numbers align right
        bool may_shrink = false;
    };
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    void add_rule() { rows_.emplace_back(); }
    /// Lines without line breaks. Fits `width` unless the numbers alone are wider.
    std::vector<std::string> render(std::size_t width) const;

private:
    std::vector<std::size_t> widths(std::size_t width) const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths)
        const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace oltpsim::page
