// Digits eight at a time by multiplication, three more from a table.
#include "workloads/sysbench/digits.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace oltpsim::workloads::sysbench {
namespace {

static_assert(
    std::endian::native == std::endian::little,
    "write_eight() lays digits out for little-endian machines"
);

constexpr std::uint64_t kGroupValues = 100'000'000'000;  // 10^11

using ThreeDigits = std::array<char, 3>;
constexpr std::array<ThreeDigits, 1000> kThreeDigits = [] {
    std::array<ThreeDigits, 1000> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = {
            static_cast<char>('0' + i / 100),
            static_cast<char>('0' + i / 10 % 10),
            static_cast<char>('0' + i % 10)
        };
    }
    return table;
}();

// value < 10^8. Splits 8 digits into 4+4, 2+2+2+2 and single ones, all lanes at a time, first digit in the lowest byte.
// The factors are rounded reciprocals of 100 and 10, exact for values of their lanes.
void write_eight(std::uint32_t value, char* out) noexcept {
    const std::uint64_t fours = value / 10'000 | static_cast<std::uint64_t>(value % 10'000) << 32;
    const std::uint64_t hundreds = ((fours * 10'486) >> 20) & 0x0000'007f'0000'007f;
    const std::uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    const std::uint64_t tens = ((twos * 103) >> 10) & 0x000f'000f'000f'000f;
    const std::uint64_t ones = tens | (twos - tens * 10) << 8;
    const std::uint64_t text = ones | 0x3030'3030'3030'3030;
    std::memcpy(out, &text, sizeof text);
}

void write_groups(Rng& rng, char* out, std::size_t groups) noexcept {
    for (std::size_t i = 0; i < groups; ++i) {
        if (i > 0) {
            *out++ = '-';
        }
        const std::uint64_t value = rng.below(kGroupValues);
        std::memcpy(out, kThreeDigits[value / 100'000'000].data(), 3);
        write_eight(static_cast<std::uint32_t>(value % 100'000'000), out + 3);
        out += kGroupDigits;
    }
}

}  // namespace

void write_c(Rng& rng, char* out) noexcept { write_groups(rng, out, 10); }

void write_pad(Rng& rng, char* out) noexcept { write_groups(rng, out, 5); }

bool is_digit_groups(std::string_view text, std::size_t length) noexcept {
    if (text.size() != length) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i % (kGroupDigits + 1) == kGroupDigits;
        if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9')) {
            return false;
        }
    }
    return true;
}

}  // namespace oltpsim::workloads::sysbench
