// Base64, three bytes to four characters.
#include "metrics/base64.hpp"

namespace oltpsim::metrics {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < have ? bytes[i + k] : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= have ? kAlphabet[group >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::uint32_t group = 0;
        std::size_t padding = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const char c = text[i + k];
            const std::size_t digit = kAlphabet.find(c);
            const bool is_padding = c == '=' && i + 4 == text.size() && k >= 2;
            if ((digit == std::string_view::npos && !is_padding) || (padding > 0 && !is_padding)) {
                return std::nullopt;
            }
            padding += is_padding ? 1 : 0;
            group = group << 6 | (is_padding ? 0u : static_cast<std::uint32_t>(digit));
        }
        for (std::size_t k = 0; k < 3 - padding; ++k) {
            bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * k)));
        }
    }
    return bytes;
}

}  // namespace oltpsim::metrics
