// Name suggestions, splitting and brace expansion.
// Thread: any; everything here is pure. Durations, sizes and counts are in quantities.cpp.
#include "core/text.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>

namespace oltpsim {
namespace {

std::string name_key(std::string_view name) {
    std::string key;
    for (const char c : name) {
        if (c != '-' && c != '_' && c != ' ') {
            key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return key;
}

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        last[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

constexpr std::size_t kMostExpansions = 100'000;

/// "01..24" → its members; padded to the wider end when either end starts with 0. Letters: "a..d".
std::optional<std::vector<std::string>> expand_range(std::string_view body, std::size_t dots) {
    const std::string_view first = body.substr(0, dots);
    const std::string_view last = body.substr(dots + 2);
    std::vector<std::string> members;
    if (first.size() == 1 && last.size() == 1 && is_letter(first[0]) && is_letter(last[0])) {
        const int step = first[0] <= last[0] ? 1 : -1;
        for (int c = first[0]; c != last[0] + step; c += step) {
            members.emplace_back(1, static_cast<char>(c));
        }
        return members;
    }
    const auto digits_only = [](std::string_view part) {
        return !part.empty() && part.size() <= 9 && std::all_of(part.begin(), part.end(), is_digit);
    };
    if (!digits_only(first) || !digits_only(last)) {
        return std::nullopt;
    }
    const long from = std::stol(std::string(first));
    const long to = std::stol(std::string(last));
    if (static_cast<std::size_t>(std::abs(to - from)) >= kMostExpansions) {
        return std::nullopt;
    }
    const bool padded =
        (first.size() > 1 && first[0] == '0') || (last.size() > 1 && last[0] == '0');
    const std::size_t width = padded ? std::max(first.size(), last.size()) : 0;
    const long step = from <= to ? 1 : -1;
    for (long n = from; n != to + step; n += step) {
        std::string member = std::to_string(n);
        members.push_back(
            std::string(width > member.size() ? width - member.size() : 0, '0') + member
        );
    }
    return members;
}

/// What one `{…}` stands for. Without a comma or `..` it is plain text, braces kept (as shells do).
std::optional<std::vector<std::string>> expand_group(std::string_view body) {
    if (body.find(',') != std::string_view::npos) {
        std::vector<std::string> members;
        for (const std::string_view part : split(body, ',')) {
            members.emplace_back(part);
        }
        return members;
    }
    if (const std::size_t dots = body.find(".."); dots != std::string_view::npos) {
        return expand_range(body, dots);
    }
    return std::vector<std::string>{"{" + std::string(body) + "}"};
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    const std::string key = name_key(name);
    std::string best;
    std::size_t best_distance = std::numeric_limits<std::size_t>::max();
    for (const std::string& candidate : candidates) {
        const std::string other = name_key(candidate);
        const std::size_t distance = edit_distance(key, other);
        // A third of the letters may be wrong; with more it is another word.
        const std::size_t allowed = std::max(key.size(), other.size()) / 3;
        if (distance <= allowed && distance < best_distance && !key.empty()) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::size_t control_length(std::string_view text, std::size_t at) noexcept {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == 0x7f) {
        return 1;
    }
    // C1 controls are U+0080..U+009F: 0xC2 followed by 0x80..0x9F.
    const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    return byte == 0xc2 && next >= 0x80 && next < 0xa0 ? 2 : 0;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = to_lower(c);
    }
    return lower;
}

std::optional<std::vector<std::string>> expand_braces(std::string_view text) {
    std::vector<std::string> results{""};
    while (!text.empty()) {
        const std::size_t open = text.find_first_of("{}");
        for (std::string& result : results) {
            result += text.substr(0, open);
        }
        if (open == std::string_view::npos) {
            break;
        }
        const std::size_t close = text.find_first_of("{}", open + 1);
        if (text[open] == '}' || close == std::string_view::npos || text[close] == '{') {
            return std::nullopt;
        }
        const auto members = expand_group(text.substr(open + 1, close - open - 1));
        if (!members || results.size() * members->size() > kMostExpansions) {
            return std::nullopt;
        }
        std::vector<std::string> longer;
        longer.reserve(results.size() * members->size());
        for (const std::string& result : results) {
            for (const std::string& member : *members) {
                longer.push_back(result + member);
            }
        }
        results = std::move(longer);
        text.remove_prefix(close + 1);
    }
    return results;
}

}  // namespace oltpsim
