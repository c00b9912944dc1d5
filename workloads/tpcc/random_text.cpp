// Ten characters per random word: six bits each, two at a time by table.
#include "workloads/tpcc/random_text.hpp"

#include <algorithm>
#include <cstring>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static_assert(kLetters.size() == 64);

using Pair = std::array<char, 2>;

constexpr std::array<Pair, 4096> make_pairs() {
    std::array<Pair, 4096> pairs{};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        pairs[i] = {kLetters[i % 64], kLetters[i / 64]};
    }
    return pairs;
}

constexpr std::array<Pair, 4096> kPairs = make_pairs();
constexpr std::size_t kPerWord = 10;

constexpr std::array<std::string_view, 10> kSyllables{
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
};

}  // namespace

void write_letters(Rng& rng, char* out, std::size_t length) noexcept {
    while (length >= kPerWord) {
        std::uint64_t word = rng.next() >> 4;
        for (std::size_t i = 0; i < kPerWord; i += 2) {
            std::memcpy(out + i, kPairs[word % 4096].data(), 2);
            word /= 4096;
        }
        out += kPerWord;
        length -= kPerWord;
    }
    if (length > 0) {
        std::uint64_t word = rng.next() >> 4;
        for (std::size_t i = 0; i < length; ++i) {
            out[i] = kLetters[word % 64];
            word /= 64;
        }
    }
}

void write_digits(Rng& rng, char* out, std::size_t length) noexcept {
    constexpr std::size_t kDigitsPerDraw = 9;
    while (length > 0) {
        const std::size_t now = std::min(length, kDigitsPerDraw);
        std::uint64_t value = rng.below(1'000'000'000);
        for (std::size_t i = 0; i < now; ++i) {
            out[i] = static_cast<char>('0' + value % 10);
            value /= 10;
        }
        out += now;
        length -= now;
    }
}

std::size_t write_last_name(std::uint32_t number, char* out) noexcept {
    char* const begin = out;
    for (const std::uint32_t digit : {number / 100 % 10, number / 10 % 10, number % 10}) {
        const std::string_view syllable = kSyllables[digit];
        out = std::copy(syllable.begin(), syllable.end(), out);
    }
    return static_cast<std::size_t>(out - begin);
}

}  // namespace oltpsim::workloads::tpcc
