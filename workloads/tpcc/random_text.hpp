// Random strings of clause 4.3.2: letters and digits, last names, zip codes, the word ORIGINAL.
#pragma once

#include "core/rng.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace oltpsim::workloads::tpcc {

/// Longest last name, of three syllables.
inline constexpr std::size_t kLongestLast = 15;

/// Writes `length` characters out of A-Z, a-z, 0-9, '-' and '_' (clause 4.3.2.2).
void write_letters(Rng& rng, char* out, std::size_t length) noexcept;
/// Writes `length` digits.
void write_digits(Rng& rng, char* out, std::size_t length) noexcept;

/// Writes C_LAST for `number` 0..999 (clause 4.3.2.3) and returns its length. Room: kLongestLast.
std::size_t write_last_name(std::uint32_t number, char* out) noexcept;

/// Room for one text of up to N characters.
template <std::size_t N>
class Text {
public:
    /// a-string[low .. high]
    std::string_view letters(Rng& rng, std::int64_t low, std::int64_t high) noexcept {
        const auto length = static_cast<std::size_t>(rng.between(low, high));
        write_letters(rng, chars_.data(), length);
        return {chars_.data(), length};
    }
    std::string_view letters(Rng& rng, std::size_t length) noexcept {
        write_letters(rng, chars_.data(), length);
        return {chars_.data(), length};
    }
    /// n-string of fixed length.
    std::string_view digits(Rng& rng, std::size_t length) noexcept {
        write_digits(rng, chars_.data(), length);
        return {chars_.data(), length};
    }
    /// Four digits and "11111" (clause 4.3.2.7).
    std::string_view zip(Rng& rng) noexcept {
        static_assert(N >= 9);
        write_digits(rng, chars_.data(), 4);
        for (std::size_t i = 4; i < 9; ++i) {
            chars_[i] = '1';
        }
        return {chars_.data(), 9};
    }
    /// a-string[26 .. 50], in one of ten rows with "ORIGINAL" at a random place (clause 4.3.3.1, I_DATA and S_DATA).
    std::string_view data(Rng& rng) noexcept {
        static_assert(N >= 50);
        const std::string_view text = letters(rng, 26, 50);
        if (rng.below(10) == 0) {
            constexpr std::string_view kWord = "ORIGINAL";
            const std::size_t at = rng.below(text.size() - kWord.size() + 1);
            for (std::size_t i = 0; i < kWord.size(); ++i) {
                chars_[at + i] = kWord[i];
            }
        }
        return text;
    }
    std::string_view last_name(std::uint32_t number) noexcept {
        static_assert(N >= kLongestLast);
        return {chars_.data(), write_last_name(number, chars_.data())};
    }

private:
    std::array<char, N> chars_{};
};

}  // namespace oltpsim::workloads::tpcc
