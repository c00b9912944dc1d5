// Typed reading of one object of a document. Every fault is collected, none stops the reading.
// Thread: any; pure. Knows no plan key: each caller brings its list.
#pragma once

#include "config/document.hpp"
#include "core/clock.hpp"

#include <optional>
#include <span>

namespace oltpsim::config {

/// A key of an object and what it means to a reader of an error message.
using KeyList = std::span<const std::string_view>;

/// One object and the keys it may have. Getters return nullopt when the key is absent or wrong; wrong is recorded.
/// Scalars may be written as JSON values or as texts ("10M", "on"), because flags only have texts.
class Section {
public:
    /// Records unknown keys at once, each with the nearest known one. `path` is for messages: "phases", "targets[3]".
    /// When `node` is null the section is empty; when it is no object that is recorded.
    Section(const Node* node, std::string path, KeyList known, Problems& problems);

    const Node* find(std::string_view key) const noexcept;
    bool has(std::string_view key) const noexcept { return find(key) != nullptr; }
    /// Where the key's value stands; the section itself when absent.
    Position where(std::string_view key) const;

    /// Control characters are refused: they would steer terminals and break lines of files. `lines`: a text of several lines is
    /// in place here.
    std::optional<std::string> text(std::string_view key, bool lines = false);
    /// One of `choices`; an error names them and the nearest.
    std::optional<std::string> choice(std::string_view key, std::span<const std::string> choices);
    std::optional<bool> boolean(std::string_view key);
    std::optional<std::uint64_t> count(
        std::string_view key, std::uint64_t least, std::uint64_t most
    );
    std::optional<double> number(std::string_view key, double least, double most);
    /// At most a year. `unit_needed`: a bare number, which elsewhere means seconds, is refused.
    std::optional<Nanos> duration(std::string_view key, bool unit_needed = false);
    /// The value as a list; a single value counts as a list of one.
    std::vector<const Node*> list(std::string_view key);

    void error(std::string_view key, std::string message);
    const std::string& path() const noexcept { return path_; }
    Problems& problems() noexcept { return problems_; }

private:
    /// The scalar's text; an error if it is a list or an object.
    std::optional<std::string> scalar(std::string_view key, std::string_view expected);
    std::string name(std::string_view key) const;
    void report_unknown(const Member& member, KeyList known);

    const Node* node_;
    std::string path_;
    Problems& problems_;
};

/// Does the text hold bytes below 0x20, DEL, or C1 controls (UTF-8)?
bool has_control_characters(std::string_view text);
/// The user's own words in quotes for an error sentence.
std::string quoted(std::string_view text);
/// The scalar's text, or nullopt for lists, objects and null.
std::optional<std::string> scalar_text(const Node& node);

}  // namespace oltpsim::config
