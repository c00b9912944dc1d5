// Exact decimals as text and between scales.
#include "db/decimal_text.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace oltpsim::db {
namespace {

__extension__ using Wide = __int128;

std::optional<std::int64_t> narrow(Wide value) noexcept {
    if (value > std::numeric_limits<std::int64_t>::max() ||
        value < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(value);
}

std::string_view without_blanks(std::string_view text) noexcept {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace

std::optional<std::int64_t> rescale(
    std::int64_t value, std::uint8_t from, std::uint8_t to
) noexcept {
    Wide wide = value;
    for (; from < to; ++from) {
        wide *= 10;
        if (!narrow(wide)) {
            return std::nullopt;
        }
    }
    if (from > to) {
        // One digit more than needed is kept, so that the rounding is done once.
        for (; from > to + 1; --from) {
            wide /= 10;
        }
        const Wide last = wide % 10;
        wide = wide / 10 + (last >= 5 ? 1 : 0) - (last <= -5 ? 1 : 0);
    }
    return narrow(wide);
}

std::optional<std::int64_t> parse_decimal(std::string_view text, std::uint8_t scale) noexcept {
    text = without_blanks(text);
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    Wide value = 0;
    bool any_digit = false;
    bool in_fraction = false;
    int missing =
        scale;  // digits after the point still to come; -1 once the rounding digit was seen
    for (const char c : text) {
        if (c == '.' && !in_fraction) {
            in_fraction = true;
            continue;
        }
        if (!is_digit(c)) {
            return std::nullopt;
        }
        any_digit = true;
        if (in_fraction && missing <= 0) {
            value += missing == 0 && c >= '5' ? 1 : 0;
            missing = -1;
            continue;
        }
        value = value * 10 + (c - '0');
        missing -= in_fraction ? 1 : 0;
        if (value > Wide{std::numeric_limits<std::int64_t>::max()} + 1) {
            return std::nullopt;
        }
    }
    if (!any_digit) {
        return std::nullopt;
    }
    for (; missing > 0; --missing) {
        value *= 10;
        if (value > Wide{std::numeric_limits<std::int64_t>::max()} + 1) {
            return std::nullopt;
        }
    }
    return narrow(negative ? -value : value);
}

std::uint8_t declared_scale(std::string_view type_name) noexcept {
    const auto comma = type_name.find(',');
    int scale = 0;
    if (comma != std::string_view::npos) {
        std::string_view digits = type_name.substr(comma + 1);
        digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
        std::from_chars(digits.data(), digits.data() + digits.size(), scale);
    }
    return static_cast<std::uint8_t>(std::clamp(scale, 0, 18));
}

std::string decimal_text(std::int64_t unscaled, std::uint8_t scale) {
    // Through unsigned, because the smallest int64 has no positive counterpart.
    const auto magnitude = unscaled < 0 ? 0 - static_cast<std::uint64_t>(unscaled)
                                        : static_cast<std::uint64_t>(unscaled);
    std::string digits = std::to_string(magnitude);
    if (scale > 0) {
        if (digits.size() <= scale) {
            digits.insert(0, scale + 1 - digits.size(), '0');
        }
        digits.insert(digits.size() - scale, 1, '.');
    }
    return unscaled < 0 ? "-" + digits : digits;
}

}  // namespace oltpsim::db
