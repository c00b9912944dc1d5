// See greeting.hpp.
#include "drivers/mysql/greeting.hpp"

#include <algorithm>

namespace oltpsim::drivers::mysql {
namespace {

constexpr std::size_t kHeader = 4;
constexpr std::uint8_t kError = 0xff;
constexpr std::uint8_t kProtocol10 = 10;
constexpr unsigned kClientSsl = 0x0800;

}  // namespace

Greeting read_greeting(std::span<const std::uint8_t> bytes) {
    Greeting greeting;
    if (bytes.size() <= kHeader) {
        return greeting;
    }
    const std::size_t length =
        std::size_t{bytes[0]} | std::size_t{bytes[1]} << 8 | std::size_t{bytes[2]} << 16;
    const auto payload = bytes.subspan(kHeader, std::min(length, bytes.size() - kHeader));
    if (payload.size() >= 3 && payload[0] == kError) {
        greeting.is_readable = greeting.is_error = true;
        greeting.error_code = payload[1] | payload[2] << 8;
        // Some servers put "#" and the SQLSTATE before the text.
        const std::size_t skip = payload.size() >= 9 && payload[3] == '#' ? 9 : 3;
        greeting.error_text.assign(
            payload.begin() + static_cast<std::ptrdiff_t>(skip), payload.end()
        );
        return greeting;
    }
    if (payload.empty() || payload[0] != kProtocol10) {
        return greeting;
    }
    const auto version_end = std::find(payload.begin() + 1, payload.end(), std::uint8_t{0});
    const auto after = static_cast<std::size_t>(payload.end() - version_end);
    // NUL, thread id 4, first part of the challenge 8, filler 1, then two bytes of capabilities.
    constexpr std::size_t kToCapabilities = 1 + 4 + 8 + 1;
    if (after < kToCapabilities + 2) {
        return greeting;
    }
    const auto at = version_end + kToCapabilities;
    const unsigned capabilities = static_cast<unsigned>(at[0]) | static_cast<unsigned>(at[1]) << 8;
    greeting.is_readable = true;
    greeting.offers_tls = (capabilities & kClientSsl) != 0;
    return greeting;
}

}  // namespace oltpsim::drivers::mysql
