// Layout of columns.
#include "page/text_table.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace oltpsim::page {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 6;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Bytes of the first `columns` code points.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
    std::size_t i = 0;
    while (i < text.size()) {
        if (!continues(text[i]) && columns-- == 0) {
            break;
        }
        ++i;
    }
    return i;
}

}  // namespace

std::string plain(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t control = control_length(text, i);
        out += control > 0 ? '?' : text[i];
        i += control > 1 ? control - 1 : 0;
    }
    return out;
}

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return !continues(c);
    }));
}

std::string cut(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) {
        return std::string(text);
    }
    if (columns == 0) {
        return {};
    }
    return std::string(text.substr(0, bytes_of(text, columns - 1))) + "…";
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
    columns = std::max<std::size_t>(columns, 10);
    std::vector<std::string> lines;
    while (columns_of(text) > columns) {
        const std::size_t most = bytes_of(text, columns);
        std::size_t end = text.substr(0, most + 1).rfind(' ');
        const bool at_blank = end != std::string_view::npos && end > 0;
        end = at_blank ? end : most;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end + (at_blank ? 1 : 0));
    }
    lines.emplace_back(text);
    return lines;
}

std::vector<std::size_t> TextTable::widths(std::size_t width) const {
    std::vector<std::size_t> widths;
    std::size_t total = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t widest = columns_of(columns_[c].title);
        for (const auto& row : rows_) {
            widest = std::max(widest, c < row.size() ? columns_of(row[c]) : 0);
        }
        widths.push_back(widest);
        total += widest + (c > 0 ? kGap : 0);
    }
    while (total > width) {
        // Take from the widest column that can give.
        std::size_t* victim = nullptr;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if (columns_[c].may_shrink && widths[c] > kNarrowest &&
                (victim == nullptr || widths[c] > *victim)) {
                victim = &widths[c];
            }
        }
        if (victim == nullptr) {
            break;
        }
        --*victim;
        --total;
    }
    return widths;
}

std::string TextTable::line(
    const std::vector<std::string>& cells, const std::vector<std::size_t>& widths
) const {
    std::string out;
    for (std::size_t c = 0; c < cells.size() && c < columns_.size(); ++c) {
        const std::string cell = columns_[c].may_shrink ? cut(cells[c], widths[c]) : cells[c];
        const std::size_t used = std::min(columns_of(cell), widths[c]);
        const std::string padding(widths[c] - used, ' ');
        out += c > 0 ? std::string(kGap, ' ') : "";
        out += columns_[c].right ? padding + cell : cell + padding;
    }
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out;
}

std::vector<std::string> TextTable::render(std::size_t width) const {
    const std::vector<std::size_t> sizes = widths(width);
    std::size_t total = 0;
    std::vector<std::string> titles;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        titles.push_back(columns_[c].title);
        total += sizes[c] + (c > 0 ? kGap : 0);
    }
    std::vector<std::string> lines{line(titles, sizes), std::string(total, '-')};
    for (const auto& row : rows_) {
        lines.push_back(row.empty() ? std::string(total, '-') : line(row, sizes));
    }
    return lines;
}

}  // namespace oltpsim::page
