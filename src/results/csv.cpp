// Quoting and splitting.
#include "results/csv.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oltpsim::results {

std::string csv_text(std::string_view text) {
    std::string cell(text);
    if (!cell.empty() && std::string_view("=+-@\t").find(cell.front()) != std::string_view::npos) {
        cell.insert(cell.begin(), '\'');
    }
    for (char& c : cell) {
        c = c == '\n' || c == '\r' ? ' ' : c;  // one row, one line: resuming and tailing rely on it
    }
    if (cell.find_first_of(",\"") == std::string::npos) {
        return cell;
    }
    std::string quoted = "\"";
    for (const char c : cell) {
        quoted += c;
        if (c == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

std::string csv_number(const std::optional<double>& value, int digits) {
    if (!value || !std::isfinite(*value)) {
        return {};
    }
    std::string text = fmt::format("{:.{}f}", *value, digits);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;
}

std::vector<std::string> csv_split(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

}  // namespace oltpsim::results
