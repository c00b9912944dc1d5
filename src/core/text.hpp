// Text borders: durations, sizes and counts as people write them; nearest-name suggestions.
#pragma once

#include "core/clock.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim {

/// "2h30m", "90s", "500ms", "1.5h", "250us", or a bare number of seconds. nullopt when malformed or negative.
std::optional<Nanos> parse_duration(std::string_view text);
/// Shortest exact form of the same grammar, e.g. "2h30m", "1.5s" is "1s500ms".
std::string format_duration(Nanos duration);
/// For people: "2 h 30 min", "12.3 s", "4.2 ms".
std::string human_duration(Nanos duration);

/// "10000000", "10M", "10k", "1e6", "1_000_000" → count. Decimal multiples. nullopt when malformed, negative or fractional.
std::optional<std::uint64_t> parse_count(std::string_view text);
/// "24GiB", "24G" (binary like the databases read it), "512 MB" (decimal), "4096". nullopt when malformed.
std::optional<std::uint64_t> parse_size(std::string_view text);
/// "1.2 GiB".
std::string human_size(std::uint64_t bytes);
/// "1,234,567".
std::string group_digits(std::uint64_t value);

/// The candidate nearest to `name` by edit distance (case and -/_ ignored), or "" when none is near enough to be meant.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// Bytes of the control character that begins at `at`: 1 below 0x20 and for DEL, 2 for a C1 control in UTF-8; 0: there is none.
std::size_t control_length(std::string_view text, std::size_t at) noexcept;

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
/// ASCII letters; the locale does not matter.
std::string to_lower(std::string_view text);

/// Expands `{a,b}` and `{01..24}` in order: "vm{01..03}" → vm01, vm02, vm03. Several groups multiply, leftmost slowest.
/// nullopt when braces do not match or a range is malformed.
std::optional<std::vector<std::string>> expand_braces(std::string_view text);

}  // namespace oltpsim
