// JSON for scripts inside HTML, written straight into a string: charts have many numbers and few shapes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::page {

/// A quoted JSON string that is also safe inside a <script> element. Bytes that are not UTF-8 become '?'.
std::string json_string(std::string_view text);
/// Five significant digits; "null" when absent or not finite.
void append_json(std::string& out, const std::optional<double>& value);
/// [1.5,null,…]
void append_json(std::string& out, const std::vector<std::optional<double>>& values);
/// ["a","b"]
void append_json(std::string& out, const std::vector<std::string>& texts);

}  // namespace oltpsim::page
