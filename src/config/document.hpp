// A configuration as a tree in which every key and value knows where it was written.
// Pure data; knows no plan key. Files come through json_parse.hpp, command-line flags through put().
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::config {

/// Where something was written: a place in a file, or a flag.
struct Position {
    std::string source;        ///< file name, or the flag, e.g. "--table-size"
    std::uint32_t line = 0;    ///< 1-based; 0: `source` is all there is
    std::uint32_t column = 0;  ///< 1-based, in bytes

    /// "plan.jsonc:12:5" or "--table-size".
    std::string to_string() const;
};

enum class Kind : std::uint8_t { null, boolean, number, text, array, object };
/// For error sentences: "a number", "an object", …
std::string_view describe(Kind kind) noexcept;

struct Member;

/// One value. Scalars keep their text as written ("1e9", "true"), so that each reader decides what it means.
struct Node {
    Kind kind = Kind::null;
    Position where;
    std::string text;             ///< scalars only
    std::vector<Node> items;      ///< array only
    std::vector<Member> members;  ///< object only, in the order written, keys unique

    /// The member's value, or nullptr (also when this is no object).
    const Node* find(std::string_view key) const noexcept;
    bool is(Kind wanted) const noexcept { return kind == wanted; }
};

struct Member {
    std::string key;
    Position where;  ///< of the key
    Node value;
};

/// An object without members.
Node make_object(Position where);
/// A text value, as a flag gives it.
Node make_text(Position where, std::string text);
/// Sets the value at `path` below `root`, making the objects on the way; what stood there is replaced.
void put(Node& root, std::span<const std::string> path, Node value);
/// `over` laid over `base`: objects key by key, everything else replaced as a whole.
Node merge(Node base, const Node& over);

/// One thing to tell the user.
struct Problem {
    Position where;
    std::string message;
};

/// Errors and warnings, collected so that the user sees all of them at once. No text here ever holds a password:
/// add() passes everything through db::redact().
class Problems {
public:
    void error(const Position& where, std::string message);
    void warning(const Position& where, std::string message);
    bool ok() const noexcept { return errors_.empty(); }
    const std::vector<Problem>& errors() const noexcept { return errors_; }
    const std::vector<Problem>& warnings() const noexcept { return warnings_; }
    /// Those with one of these texts, for a command that they do not concern.
    void drop_warnings(const std::vector<std::string>& messages);
    /// One line per error in the order of the file, "plan.jsonc:3:5: error: …".
    std::string error_text() const;

private:
    std::vector<Problem> errors_;
    std::vector<Problem> warnings_;
};

}  // namespace oltpsim::config
