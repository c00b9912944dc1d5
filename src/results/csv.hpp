// CSV cells, both ways (RFC 4180).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::results {

/// The text as one cell: quoted when it must be. A leading = + - @ gets a ' before it in text cells, so that a spreadsheet does not run it.
std::string csv_text(std::string_view text);
/// A number with at most `digits` decimals, without trailing zeros; empty when absent.
std::string csv_number(const std::optional<double>& value, int digits = 6);
/// Cells of one line.
std::vector<std::string> csv_split(std::string_view line);

}  // namespace oltpsim::results
