// The JSON parser's events become nodes; an iterator that tells how far it has read gives each its place.
#include "config/json_parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace oltpsim::config {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLargestFile = 16u << 20;

/// Reads characters and leaves the reading position in a counter outside, because the parser copies iterators.
class TellingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TellingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
    reference operator*() const { return *at_; }
    TellingIterator& operator++() {
        ++at_;
        ++*consumed_;
        return *this;
    }
    TellingIterator operator++(int) {
        TellingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TellingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const TellingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    std::size_t* consumed_;
};

/// Where the string or comment that starts at `at` ends; `at` itself when neither starts there.
std::size_t behind_string_or_comment(std::string_view text, std::size_t at) {
    const auto behind = [&](std::string_view mark, std::size_t from) {
        const std::size_t found = text.find(mark, from);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    if (text.substr(at).starts_with("//")) {
        return behind("\n", at);
    }
    if (text.substr(at).starts_with("/*")) {
        return behind("*/", at + 2);
    }
    if (text[at] != '"') {
        return at;
    }
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(end + 1, text.size());
}

/// Is the character at `offset` a closing bracket with a comma before it?
bool closes_after_comma(std::string_view text, std::size_t offset) {
    if (offset >= text.size() || (text[offset] != '}' && text[offset] != ']')) {
        return false;
    }
    char last = ' ';
    for (std::size_t at = 0; at < offset;) {
        const std::size_t end = behind_string_or_comment(text, at);
        if (end != at) {
            last = text[at] == '"' ? '"' : last;
            at = end;
            continue;
        }
        last = std::isspace(static_cast<unsigned char>(text[at])) != 0 ? last : text[at];
        ++at;
    }
    return last == ',';
}

/// Receives the parser's events. Names of methods are the library's.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(const std::string& source, std::string_view text, Problems& problems)
        : source_(source), text_(text), problems_(problems) {}

    bool null() override { return add(Kind::null, "null", word_start()); }
    bool boolean(bool value) override {
        return add(Kind::boolean, value ? "true" : "false", word_start());
    }
    bool number_integer(number_integer_t value) override {
        return add_number(std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return add_number(std::to_string(value));
    }
    bool number_float(number_float_t, const string_t& text) override { return add_number(text); }
    bool string(string_t& value) override {
        return add(Kind::text, std::move(value), string_start());
    }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Kind::object); }
    bool start_array(std::size_t) override { return open(Kind::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Node& object = *open_.back();
        const Position where = at(string_start());
        const bool duplicate = object.find(name) != nullptr;
        if (duplicate) {
            std::string first;
            for (const Member& member : object.members) {
                first = member.key == name ? std::to_string(member.where.line) : first;
            }
            problems_.error(
                where, fmt::format("key \"{}\" is here twice; the first is in line {}", name, first)
            );
        }
        // A duplicate still becomes a member, so that its value is read somewhere; it never hides the first.
        object.members.push_back({name, where, {}});
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error)
        override {
        std::string message = error.what();
        if (const auto start = message.find(": ");
            message.find("parse error at") != std::string::npos) {
            message.erase(0, start + 2);
        }
        // What was read last may be part of a secret.
        message.erase(std::min(message.find("; last read"), message.size()));
        const std::size_t offset = std::min(consumed > 0 ? consumed - 1 : 0, text_.size());
        if (closes_after_comma(text_, offset)) {
            message =
                fmt::format("syntax error, a trailing comma before '{}'; remove it", text_[offset]);
        }
        problems_.error(at(offset), message);
        return false;
    }

    Node root;
    std::size_t consumed = 0;

private:
    /// Tokens come in order, so lines are counted once.
    Position at(std::size_t offset) {
        for (; scanned_ < offset; ++scanned_) {
            if (text_[scanned_] == '\n') {
                ++line_;
                line_start_ = scanned_ + 1;
            }
        }
        const std::size_t column = offset < line_start_ ? 0 : offset - line_start_;
        return {source_, line_, static_cast<std::uint32_t>(column) + 1};
    }

    /// Offset of the opening quote of the string whose closing quote was read last.
    std::size_t string_start() const {
        std::size_t at = consumed - 1;
        while (at > 0) {
            --at;
            std::size_t backslashes = 0;
            while (backslashes < at && text_[at - 1 - backslashes] == '\\') {
                ++backslashes;
            }
            if (text_[at] == '"' && backslashes % 2 == 0) {
                break;
            }
        }
        return at;
    }

    /// Offset of the first character of the number or word read last; numbers end only by reading one character on.
    std::size_t word_start() const {
        const auto part = [this](std::size_t i) {
            const char c = text_[i];
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' ||
                   c == '-';
        };
        std::size_t at = std::min(consumed, text_.size());
        while (at > 0 && !part(at - 1)) {
            --at;
        }
        while (at > 0 && part(at - 1)) {
            --at;
        }
        return at;
    }

    bool add_number(std::string text) { return add(Kind::number, std::move(text), word_start()); }

    Node& place() {
        if (open_.empty()) {
            return root;
        }
        Node& parent = *open_.back();
        if (parent.is(Kind::array)) {
            return parent.items.emplace_back();
        }
        return parent.members.back().value;
    }

    bool add(Kind kind, std::string text, std::size_t offset) {
        Node& node = place();
        node.kind = kind;
        node.text = std::move(text);
        node.where = at(offset);
        return true;
    }

    bool open(Kind kind) {
        const Position where = at(consumed - 1);
        if (open_.size() >= kDeepest) {
            problems_.error(where, fmt::format("more than {} levels of brackets", kDeepest));
            return false;
        }
        Node& node = place();
        node.kind = kind;
        node.where = where;
        open_.push_back(&node);
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    const std::string& source_;
    std::string_view text_;
    Problems& problems_;
    std::vector<Node*>
        open_;  ///< a parent's list never grows while a child is open, so pointers stay good
    std::size_t scanned_ = 0;  ///< offset up to which lines were counted
    std::uint32_t line_ = 1;
    std::size_t line_start_ = 0;
};

}  // namespace

std::optional<Node> parse_json(
    const std::string& source, std::string_view text, Problems& problems
) {
    TreeBuilder builder(source, text, problems);
    // The parser would take it for the end and never look at what follows.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        const auto line =
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
        problems.error(
            {source, static_cast<std::uint32_t>(line) + 1, 1},
            "a NUL byte in this line; a plan is text"
        );
        return std::nullopt;
    }
    const TellingIterator first(text.data(), &builder.consumed);
    const TellingIterator last(text.data() + text.size(), &builder.consumed);
    const bool parsed = nlohmann::json::sax_parse(
        first, last, &builder, nlohmann::json::input_format_t::json, true, true
    );
    if (!parsed) {
        return std::nullopt;
    }
    return std::move(builder.root);
}

std::optional<Node> parse_json_file(const std::string& path, Problems& problems) {
    const Position where{path, 0, 0};
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    const bool empty = file && file.peek() == std::ifstream::traits_type::eof() && !file.bad();
    if (empty) {
        problems.error(where, "is empty");
        return std::nullopt;
    }
    if (file) {
        text << file.rdbuf();
    }
    if (!file || !text) {
        problems.error(where, fmt::format("cannot be read: {}", std::strerror(errno)));
        return std::nullopt;
    }
    if (text.view().size() > kLargestFile) {
        problems.error(where, "is larger than 16 MiB, so it is no plan");
        return std::nullopt;
    }
    return parse_json(path, text.view(), problems);
}

}  // namespace oltpsim::config
