// Turns the text of one workload option into its typed value, by the option's declaration.
// Thread: any; pure. Knows no option by name.
#include "workload/options.hpp"

#include "core/text.hpp"
#include "db/target_url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace oltpsim::workload {
namespace {

/// The user's own text for an error sentence; a URL pasted into the wrong place keeps its password to itself.
std::string quoted_text(std::string_view text) {
    return text.empty() ? "nothing" : fmt::format("\"{}\"", db::redact(text));
}

std::string bound_text(double bound) {
    const bool whole = bound == std::floor(bound) && bound >= 0 && bound < 1e15;
    return whole ? group_digits(static_cast<std::uint64_t>(bound)) : fmt::format("{:g}", bound);
}

/// "from 1", "from 1 to 100": what OptionSpec's limits mean to a reader; unlimited ends are left out.
std::string range_text(const OptionSpec& spec) {
    std::string text = " from " + bound_text(spec.minimum);
    if (spec.maximum < 1e18) {
        text += " to " + bound_text(spec.maximum);
    }
    return text;
}

std::optional<double> parse_number(std::string_view text) {
    text = trim(text);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

std::optional<bool> parse_boolean(std::string_view text) {
    std::string word(trim(text));
    for (char& c : word) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (word == "on" || word == "true" || word == "yes" || word == "1") {
        return true;
    }
    if (word == "off" || word == "false" || word == "no" || word == "0") {
        return false;
    }
    return std::nullopt;
}

std::string choice_error(const OptionSpec& spec, std::string_view text) {
    std::string message = "must be one of ";
    for (std::size_t i = 0; i < spec.choices.size(); ++i) {
        message += (i == 0 ? "" : ", ") + spec.choices[i];
    }
    message += ", got " + quoted_text(text);
    const std::string nearest = nearest_name(text, spec.choices);
    return nearest.empty() ? message : message + fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace

std::string OptionValues::parse_and_set(const OptionSpec& spec, std::string_view text) {
    switch (spec.type) {
        case OptionType::count: {
            const auto value = parse_count(text);
            const auto real = static_cast<double>(value.value_or(0));
            if (!value || real < spec.minimum || real > spec.maximum) {
                return fmt::format(
                    "must be a whole number{}, got {}", range_text(spec), quoted_text(text)
                );
            }
            set(spec.name, *value);
            return {};
        }
        case OptionType::number: {
            const auto value = parse_number(text);
            if (!value || *value < spec.minimum || *value > spec.maximum) {
                return fmt::format(
                    "must be a number{}, got {}", range_text(spec), quoted_text(text)
                );
            }
            set(spec.name, *value);
            return {};
        }
        case OptionType::boolean: {
            const auto value = parse_boolean(text);
            if (!value) {
                return fmt::format("must be on or off, got {}", quoted_text(text));
            }
            set(spec.name, *value);
            return {};
        }
        case OptionType::text: {
            const bool allowed =
                spec.choices.empty() ||
                std::find(spec.choices.begin(), spec.choices.end(), text) != spec.choices.end();
            if (!allowed) {
                return choice_error(spec, text);
            }
            set(spec.name, std::string(text));
            return {};
        }
        case OptionType::duration: {
            const auto value = parse_duration(text);
            if (!value) {
                return fmt::format(
                    "must be a duration such as \"90s\" or \"2h30m\", got {}", quoted_text(text)
                );
            }
            set(spec.name, *value);
            return {};
        }
    }
    return "has a type this version does not know";
}

}  // namespace oltpsim::workload
