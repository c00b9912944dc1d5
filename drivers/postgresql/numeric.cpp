// Encoding and decoding of binary numerics.
#include "drivers/postgresql/numeric.hpp"

#include "drivers/postgresql/byte_order.hpp"

#include <array>

namespace oltpsim::drivers::postgresql {

namespace {

constexpr std::size_t kNumericHeader = 8;
constexpr std::uint16_t kNegative = 0x4000;
constexpr std::uint16_t kNotANumber = 0xC000;
constexpr std::uint16_t kPlusInfinity = 0xD000;
constexpr std::uint16_t kMinusInfinity = 0xF000;
constexpr std::array<std::int64_t, 5> kPowers{1, 10, 100, 1000, 10000};
constexpr int kMostScale = 18;

struct Header {
    int digits = 0;
    int weight = 0;
    std::uint16_t sign = 0;
    int scale = 0;
};

std::optional<Header> read_header(std::string_view bytes) noexcept {
    if (bytes.size() < kNumericHeader) {
        return std::nullopt;
    }
    Header header;
    header.digits = load_big_endian<std::int16_t>(bytes.data());
    header.weight = load_big_endian<std::int16_t>(bytes.data() + 2);
    header.sign = load_big_endian<std::uint16_t>(bytes.data() + 4);
    header.scale = load_big_endian<std::int16_t>(bytes.data() + 6);
    if (header.digits < 0 || header.scale < 0 ||
        bytes.size() != kNumericHeader + 2 * static_cast<std::size_t>(header.digits)) {
        return std::nullopt;
    }
    return header;
}

int digit_at(std::string_view bytes, int index) noexcept {
    return load_big_endian<std::int16_t>(
        bytes.data() + kNumericHeader + 2 * static_cast<std::size_t>(index)
    );
}

// a · factor + add with overflow detection.
bool multiply_add(std::int64_t& a, std::int64_t factor, std::int64_t add) noexcept {
    return !__builtin_mul_overflow(a, factor, &a) && !__builtin_add_overflow(a, add, &a);
}

// The magnitude of a finite numeric in units of 10^-scale; negative numbers are built downwards so
// that the smallest int64 fits too.
bool accumulate(std::string_view bytes, const Header& header, std::int64_t& value) noexcept {
    const std::int64_t direction = header.sign == kNegative ? -1 : 1;
    int exponent = 0;  // of the digit group just added, in units of 10^-scale
    for (int i = 0; i < header.digits; ++i) {
        const std::int64_t digit = digit_at(bytes, i);
        exponent = (header.weight - i) * 4 + header.scale;
        if (exponent >= 0) {
            if (!multiply_add(value, kPowers[4], direction * digit)) {
                return false;
            }
            continue;
        }
        if (exponent <= -4 || i + 1 != header.digits) {
            return false;  // digits beyond the display scale: no server sends them
        }
        const std::int64_t cut = kPowers[static_cast<std::size_t>(-exponent)];
        return digit % cut == 0 &&
               multiply_add(
                   value, kPowers[static_cast<std::size_t>(4 + exponent)], direction * (digit / cut)
               );
    }
    for (; exponent > 0; --exponent) {
        if (!multiply_add(value, 10, 0)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::size_t encode_numeric(std::int64_t unscaled, std::uint8_t scale, char* out) noexcept {
    auto rest = static_cast<std::uint64_t>(unscaled);
    if (unscaled < 0) {
        rest = ~rest + 1;
    }
    const int fraction_groups = (scale + 3) / 4;
    // Groups from the lowest up. The lowest one holds scale % 4 digits, padded with zeros on the right.
    std::array<std::int16_t, 7> groups{};
    int count = 0;
    if (scale % 4 != 0) {
        const auto cut = static_cast<std::uint64_t>(kPowers[scale % 4]);
        const auto pad =
            static_cast<std::uint64_t>(kPowers[static_cast<std::size_t>(4 - scale % 4)]);
        groups[static_cast<std::size_t>(count++)] = static_cast<std::int16_t>(rest % cut * pad);
        rest /= cut;
    }
    while (rest != 0) {
        groups[static_cast<std::size_t>(count++)] = static_cast<std::int16_t>(rest % 10000);
        rest /= 10000;
    }
    while (count > 0 && groups[static_cast<std::size_t>(count - 1)] == 0) {
        --count;
    }
    int lowest = 0;
    while (lowest < count && groups[static_cast<std::size_t>(lowest)] == 0) {
        ++lowest;
    }
    const int digits = count - lowest;
    store_big_endian(out, static_cast<std::int16_t>(digits));
    store_big_endian(
        out + 2, static_cast<std::int16_t>(digits == 0 ? 0 : count - fraction_groups - 1)
    );
    store_big_endian(out + 4, unscaled < 0 ? kNegative : std::uint16_t{0});
    store_big_endian(out + 6, static_cast<std::int16_t>(scale));
    char* at = out + kNumericHeader;
    for (int i = count - 1; i >= lowest; --i, at += 2) {
        store_big_endian(at, groups[static_cast<std::size_t>(i)]);
    }
    return static_cast<std::size_t>(at - out);
}

std::optional<Decimal> decode_numeric(std::string_view bytes) noexcept {
    const auto header = read_header(bytes);
    if (!header || header->scale > kMostScale || (header->sign != 0 && header->sign != kNegative)) {
        return std::nullopt;
    }
    Decimal decimal{0, static_cast<std::uint8_t>(header->scale)};
    if (!accumulate(bytes, *header, decimal.unscaled)) {
        return std::nullopt;
    }
    return decimal;
}

std::string numeric_text(std::string_view bytes) {
    const auto header = read_header(bytes);
    if (!header) {
        return {};
    }
    switch (header->sign) {
        case kNotANumber: return "NaN";
        case kPlusInfinity: return "Infinity";
        case kMinusInfinity: return "-Infinity";
        default: break;
    }
    std::string text = header->sign == kNegative ? "-" : "";
    const auto group = [&](int place) {  // the group worth 10000^place, four characters
        const int index = header->weight - place;
        const int digit = index >= 0 && index < header->digits ? digit_at(bytes, index) : 0;
        std::string four = std::to_string(10000 + digit);
        return four.substr(1);
    };
    std::string whole;
    for (int place = header->weight; place >= 0; --place) {
        whole += group(place);
    }
    const auto first = whole.find_first_not_of('0');
    text += first == std::string::npos ? "0" : whole.substr(first);
    if (header->scale > 0) {
        std::string fraction;
        for (int place = -1; fraction.size() < static_cast<std::size_t>(header->scale); --place) {
            fraction += group(place);
        }
        fraction.resize(static_cast<std::size_t>(header->scale));
        text += "." + fraction;
    }
    return text;
}

}  // namespace oltpsim::drivers::postgresql
