// Durations, sizes and counts between text and numbers; exact, no floating point on the way in.
// Thread: any; everything here is pure. The other half of core/text.hpp is in text.cpp.
#include "core/ascii.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <limits>

namespace oltpsim {
namespace {

__extension__ using Wide = unsigned __int128;

/// An unsigned decimal number, exact: digits · 10^exponent.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
};

/// Reads "12", "1_000", "1.5", ".5" from the front of `text` and removes it. `_` only between digits.
std::optional<Decimal> take_decimal(std::string_view& text) {
    Decimal number;
    bool any = false;
    bool fraction = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (c == '_' && at > 0 && is_digit(text[at - 1]) && at + 1 < text.size() &&
            is_digit(text[at + 1])) {
            continue;
        }
        if (!is_digit(c)) {
            break;
        }
        any = true;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (number.digits > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
            return std::nullopt;
        }
        number.digits = number.digits * 10 + digit;
        number.exponent -= fraction ? 1 : 0;
    }
    if (!any || text[at - 1] == '.') {
        return std::nullopt;
    }
    text.remove_prefix(at);
    return number;
}

/// number · factor, whole part. `exact` tells whether nothing was cut off. nullopt on overflow of 64 bits.
std::optional<std::uint64_t> scale(Decimal number, std::uint64_t factor, bool& exact) {
    Wide value = static_cast<Wide>(number.digits) * factor;
    for (; number.exponent > 0 && value != 0; --number.exponent) {
        value *= 10;
        if (value > std::numeric_limits<std::uint64_t>::max()) {
            return std::nullopt;
        }
    }
    exact = true;
    for (; number.exponent < 0 && value != 0; ++number.exponent) {
        exact = exact && value % 10 == 0;
        value /= 10;
    }
    if (value > std::numeric_limits<std::uint64_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(value);
}

struct DurationUnit {
    std::string_view name;
    std::int64_t nanos;
    std::string_view human;
};
constexpr std::array<DurationUnit, 7> kDurationUnits{{
    {"d", 86'400'000'000'000, "d"},
    {"h", 3'600'000'000'000, "h"},
    {"m", 60'000'000'000, "min"},
    {"s", 1'000'000'000, "s"},
    {"ms", 1'000'000, "ms"},
    {"us", 1'000, "us"},
    {"ns", 1, "ns"},
}};

/// Position in kDurationUnits of the unit at the front of `text`, which is removed.
std::optional<std::size_t> take_duration_unit(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_letter(text[length])) {
        ++length;
    }
    const std::string word = to_lower(text.substr(0, length));
    text.remove_prefix(length);
    for (std::size_t i = 0; i < kDurationUnits.size(); ++i) {
        if (word == kDurationUnits[i].name || word == kDurationUnits[i].human) {
            return i;
        }
    }
    return std::nullopt;
}

std::string one_decimal(double value) {
    std::array<char, 48> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), "%.1f", value);
    return {buffer.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::optional<Nanos> parse_duration(std::string_view text) {
    text = trim(text);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    std::uint64_t total = 0;
    std::size_t next_unit = 0;  // units must come in falling order, each at most once
    bool bare = true;
    if (text.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const auto number = take_decimal(text);
        if (!number) {
            return std::nullopt;
        }
        text = trim(text);
        std::size_t unit = 3;
        if (!text.empty() || !bare) {
            const auto found = take_duration_unit(text);
            if (!found || *found < next_unit) {
                return std::nullopt;
            }
            unit = *found;
            text = trim(text);
        }
        bool exact = true;
        const auto part =
            scale(*number, static_cast<std::uint64_t>(kDurationUnits[unit].nanos), exact);
        if (!part || *part > kMost - total) {
            return std::nullopt;
        }
        total += *part;
        next_unit = unit + 1;
        bare = false;
    }
    return Nanos{static_cast<std::int64_t>(total)};
}

std::string format_duration(Nanos duration) {
    std::int64_t left = duration.count();
    std::string out = left < 0 ? "-" : "";
    left = left < 0 ? -left : left;
    if (left == 0) {
        return "0s";
    }
    for (const DurationUnit& unit : kDurationUnits) {
        if (unit.name != "d" && left >= unit.nanos) {
            out += std::to_string(left / unit.nanos);
            out += unit.name;
            left %= unit.nanos;
        }
    }
    return out;
}

std::string human_duration(Nanos duration) {
    const std::int64_t nanos = duration.count();
    if (nanos < 0) {
        return "-" + human_duration(-duration);
    }
    if (nanos == 0) {
        return "0 s";
    }
    if (nanos >= 60'000'000'000) {
        const std::int64_t seconds = (nanos + 500'000'000) / 1'000'000'000;
        const std::int64_t hours = seconds / 3600;
        const std::int64_t minutes = seconds / 60 % 60;
        std::string out;
        const auto add = [&out](std::int64_t value, std::string_view unit) {
            if (value != 0) {
                out += (out.empty() ? "" : " ") + std::to_string(value) + " " + std::string(unit);
            }
        };
        add(hours, "h");
        add(minutes, "min");
        add(hours == 0 ? seconds % 60 : 0, "s");
        return out;
    }
    for (const DurationUnit& unit : kDurationUnits) {
        if (nanos >= unit.nanos) {
            std::string value =
                one_decimal(static_cast<double>(nanos) / static_cast<double>(unit.nanos));
            if (value.ends_with(".0")) {
                value.resize(value.size() - 2);
            }
            return value + " " + std::string(unit.human);
        }
    }
    return "0 s";
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
    text = trim(text);
    auto number = take_decimal(text);
    if (!number) {
        return std::nullopt;
    }
    if (!text.empty() && (text[0] == 'e' || text[0] == 'E')) {
        text.remove_prefix(1);
        const bool negative = text.starts_with('-');
        if (negative || text.starts_with('+')) {
            text.remove_prefix(1);
        }
        if (text.empty() || text.size() > 3 || !std::all_of(text.begin(), text.end(), is_digit)) {
            return std::nullopt;
        }
        const int exponent = std::stoi(std::string(text));
        number->exponent += negative ? -exponent : exponent;
        text = {};
    }
    text = trim(text);
    std::uint64_t factor = 1;
    if (text.size() == 1) {
        switch (to_lower(text[0])) {
            case 'k': factor = 1'000; break;
            case 'm': factor = 1'000'000; break;
            case 'g': factor = 1'000'000'000; break;
            case 't': factor = 1'000'000'000'000; break;
            default: return std::nullopt;
        }
    } else if (!text.empty()) {
        return std::nullopt;
    }
    bool exact = true;
    const auto value = scale(*number, factor, exact);
    return exact ? value : std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    text = trim(text);
    const auto number = take_decimal(text);
    if (!number) {
        return std::nullopt;
    }
    const std::string unit = to_lower(trim(text));
    constexpr std::string_view kPrefixes = "kmgtp";
    std::uint64_t factor = 1;
    if (!unit.empty() && unit != "b") {
        const std::size_t power = kPrefixes.find(unit[0]);
        const std::string_view rest = std::string_view(unit).substr(1);
        if (power == std::string_view::npos ||
            (!rest.empty() && rest != "b" && rest != "ib" && rest != "i")) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i <= power; ++i) {
            factor *= rest == "b" ? 1000 : 1024;
        }
    }
    bool exact = true;
    return scale(*number, factor, exact);
}

std::string human_size(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 6> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + " B";
    }
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1023.95 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return one_decimal(value) + " " + std::string(kUnits[unit]);
}

std::string group_digits(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

}  // namespace oltpsim
