// Typed getters and their error sentences.
#include "config/section.hpp"

#include "core/ascii.hpp"
#include "core/text.hpp"
#include "db/target_url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace oltpsim::config {
namespace {

/// Keys that users of other tools try, and what they are here. A nearest name would miss them.
struct OtherWord {
    std::string_view key;
    std::string_view advice;
};
constexpr OtherWord kOtherWords[] = {
    {"password", "a password has no place in a plan: use \"password_env\" or \"password_file\""},
    {"profile", "the workload's name belongs inside it: \"workload\": {\"profile\": \"…\"}"},
    {"threads",
     "virtual clients (what sysbench calls threads) are \"clients\"; our own threads are "
     "\"loop_threads\""},
    {"num_threads", "virtual clients (what sysbench calls threads) are \"clients\""},
    {"time", "the length of the measurement is \"sample\" in \"phases\""},
    {"warmup_time", "the time before the measurement is \"precondition\" in \"phases\""},
    {"events", "a cap on transactions is \"max_transactions\""},
    {"repeats", "how often the whole campaign runs is \"repeat\""},
    {"cooldown", "the pause between steps is \"cool_down\" in \"phases\""},
};

std::string_view advice_for(std::string_view key) {
    std::string plain(key);
    std::replace(plain.begin(), plain.end(), '-', '_');
    for (const OtherWord& word : kOtherWords) {
        if (plain == word.key) {
            return word.advice;
        }
    }
    return {};
}

}  // namespace

bool has_control_characters(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (control_length(text, i) > 0) {
            return true;
        }
    }
    return false;
}

std::string quoted(std::string_view text) {
    return text.empty() ? "nothing" : fmt::format("\"{}\"", db::redact(text));
}

std::optional<std::string> scalar_text(const Node& node) {
    if (node.is(Kind::text) || node.is(Kind::number) || node.is(Kind::boolean)) {
        return node.text;
    }
    return std::nullopt;
}

Section::Section(const Node* node, std::string path, KeyList known, Problems& problems)
    : node_(node), path_(std::move(path)), problems_(problems) {
    if (node_ == nullptr) {
        return;
    }
    if (!node_->is(Kind::object)) {
        problems_.error(
            node_->where,
            fmt::format(
                "{} must be an object, got {}",
                path_.empty() ? "a plan" : "\"" + path_ + "\"",
                describe(node_->kind)
            )
        );
        node_ = nullptr;
        return;
    }
    for (const Member& member : node_->members) {
        if (std::find(known.begin(), known.end(), member.key) == known.end()) {
            report_unknown(member, known);
        }
    }
}

void Section::report_unknown(const Member& member, KeyList known) {
    std::string message = fmt::format("unknown key \"{}\"", member.key);
    message += path_.empty() ? "" : fmt::format(" in {}", path_);
    const std::string_view advice = advice_for(member.key);
    const std::vector<std::string> names(known.begin(), known.end());
    const std::string nearest = nearest_name(member.key, names);
    if (!advice.empty()) {
        message += fmt::format(": {}", advice);
    } else if (!nearest.empty()) {
        message += fmt::format("; did you mean \"{}\"?", nearest);
    } else {
        message += fmt::format("; known: {}", fmt::join(known, ", "));
    }
    problems_.error(member.where, message);
}

const Node* Section::find(std::string_view key) const noexcept {
    return node_ == nullptr ? nullptr : node_->find(key);
}

Position Section::where(std::string_view key) const {
    const Node* node = find(key);
    if (node != nullptr) {
        return node->where;
    }
    return node_ == nullptr ? Position{} : node_->where;
}

std::string Section::name(std::string_view key) const {
    return path_.empty() ? fmt::format("\"{}\"", key) : fmt::format("\"{}.{}\"", path_, key);
}

void Section::error(std::string_view key, std::string message) {
    problems_.error(where(key), fmt::format("{} {}", name(key), message));
}

std::optional<std::string> Section::scalar(std::string_view key, std::string_view expected) {
    const Node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const auto text = scalar_text(*node);
    if (!text) {
        error(key, fmt::format("must be {}, got {}", expected, describe(node->kind)));
    }
    return text;
}

std::optional<std::string> Section::text(std::string_view key, bool lines) {
    const Node* node = find(key);
    if (node != nullptr && node->is(Kind::boolean)) {
        error(key, fmt::format("must be a text, got {}", node->text));
        return std::nullopt;
    }
    const auto text = scalar(key, "a text");
    std::string looked_at = text.value_or("");
    if (lines) {
        std::erase_if(looked_at, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
    }
    if (has_control_characters(looked_at)) {
        error(
            key,
            lines ? "must not hold control characters such as escape codes"
                  : "must not hold control characters such as line breaks or escape codes"
        );
        return std::nullopt;
    }
    return text;
}

std::optional<std::string> Section::choice(
    std::string_view key, std::span<const std::string> choices
) {
    const std::string all = fmt::format("{}", fmt::join(choices, ", "));
    auto value = scalar(key, "one of " + all);
    if (!value || std::find(choices.begin(), choices.end(), *value) != choices.end()) {
        return value;
    }
    const std::string nearest = nearest_name(*value, choices);
    const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
    error(key, fmt::format("must be one of {}, got {}{}", all, config::quoted(*value), hint));
    return std::nullopt;
}

std::optional<bool> Section::boolean(std::string_view key) {
    const auto value = scalar(key, "true or false");
    if (!value) {
        return std::nullopt;
    }
    if (*value == "true" || *value == "on" || *value == "yes") {
        return true;
    }
    if (*value == "false" || *value == "off" || *value == "no") {
        return false;
    }
    error(key, fmt::format("must be true or false (on, off), got {}", config::quoted(*value)));
    return std::nullopt;
}

std::optional<std::uint64_t> Section::count(
    std::string_view key, std::uint64_t least, std::uint64_t most
) {
    const auto text = scalar(key, "a whole number");
    if (!text) {
        return std::nullopt;
    }
    const auto value = parse_count(*text);
    if (!value || *value < least || *value > most) {
        const std::string range =
            fmt::format("from {} to {}", group_digits(least), group_digits(most));
        error(key, fmt::format("must be a whole number {}, got {}", range, config::quoted(*text)));
        return std::nullopt;
    }
    return value;
}

std::optional<double> Section::number(std::string_view key, double least, double most) {
    const auto text = scalar(key, "a number");
    if (!text) {
        return std::nullopt;
    }
    double value = 0;
    const char* const end = text->data() + text->size();
    const auto [stop, fault] = std::from_chars(text->data(), end, value);
    if (fault != std::errc{} || stop != end || !std::isfinite(value) || value < least ||
        value > most) {
        error(
            key,
            fmt::format(
                "must be a number from {:g} to {:g}, got {}", least, most, config::quoted(*text)
            )
        );
        return std::nullopt;
    }
    return value;
}

std::optional<Nanos> Section::duration(std::string_view key, bool unit_needed) {
    constexpr Nanos kLongest = std::chrono::hours{24 * 365};
    const auto text = scalar(key, "a duration such as \"90s\" or \"2h30m\"");
    if (!text) {
        return std::nullopt;
    }
    const auto value = parse_duration(*text);
    if (!value) {
        error(
            key,
            fmt::format(
                "must be a duration such as \"90s\" or \"2h30m\", at most 365d, got {}",
                config::quoted(*text)
            )
        );
        return std::nullopt;
    }
    if (*value > kLongest) {
        error(key, fmt::format("must be at most 365d, got {}", config::quoted(*text)));
        return std::nullopt;
    }
    const bool bare = std::none_of(text->begin(), text->end(), is_letter);
    if (bare && unit_needed) {
        error(key, fmt::format("needs a unit: {0}ms or {0}s", trim(*text)));
        return std::nullopt;
    }
    return value;
}

std::vector<const Node*> Section::list(std::string_view key) {
    std::vector<const Node*> all;
    const Node* node = find(key);
    if (node == nullptr) {
        return all;
    }
    if (!node->is(Kind::array)) {
        all.push_back(node);
        return all;
    }
    for (const Node& item : node->items) {
        all.push_back(&item);
    }
    return all;
}

}  // namespace oltpsim::config
