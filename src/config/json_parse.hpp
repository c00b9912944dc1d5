// JSON with comments → Document with positions. Thread: any; pure.
#pragma once

#include "config/document.hpp"

#include <optional>

namespace oltpsim::config {

/// Parses `text`; `source` is the name used in positions. Errors: one syntax error (the rest cannot be trusted then), or any
/// number of duplicate keys. nullopt when there was a syntax error. No message repeats the text of a value.
std::optional<Node> parse_json(
    const std::string& source, std::string_view text, Problems& problems
);

/// Reads and parses a file. Errors: unreadable, too large (over 16 MiB is no plan), and those of parse_json().
std::optional<Node> parse_json_file(const std::string& path, Problems& problems);

}  // namespace oltpsim::config
