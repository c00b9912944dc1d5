// Base64 with the standard alphabet and padding (RFC 4648 §4).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oltpsim::metrics {

std::string to_base64(std::span<const std::uint8_t> bytes);
/// nullopt when the text is not canonical base64.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

}  // namespace oltpsim::metrics
