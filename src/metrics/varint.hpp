// Whole numbers in as few bytes as they need: ZigZag LEB128 as HdrHistogram V2 writes it.
// Source: HdrHistogram ZigZagEncoding (LEB128-64b9B variant).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace oltpsim::metrics {

inline constexpr std::size_t kMostBytesPerVarint = 9;

/// ZigZag, then seven bits a byte; the ninth byte carries all of its eight.
inline void put_varint(std::vector<std::uint8_t>& out, std::int64_t value) {
    auto rest = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
    for (std::size_t i = 0; i + 1 < kMostBytesPerVarint && rest >= 0x80; ++i) {
        out.push_back(static_cast<std::uint8_t>(rest | 0x80));
        rest >>= 7;
    }
    out.push_back(static_cast<std::uint8_t>(rest));
}

/// Reads varints from the front of a span.
class VarintReader {
public:
    explicit VarintReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    bool at_end() const { return bytes_.empty(); }
    /// nullopt when the bytes end inside a number.
    std::optional<std::int64_t> next() {
        std::uint64_t raw = 0;
        for (std::size_t i = 0; i < kMostBytesPerVarint; ++i) {
            if (i >= bytes_.size()) {
                return std::nullopt;
            }
            const std::uint64_t byte = bytes_[i];
            const bool last = i + 1 == kMostBytesPerVarint;
            raw |= (last ? byte : byte & 0x7f) << (7 * i);
            if (last || byte < 0x80) {
                bytes_ = bytes_.subspan(i + 1);
                break;
            }
        }
        return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace oltpsim::metrics
