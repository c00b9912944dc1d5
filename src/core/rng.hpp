// Random numbers for workloads and data generation. Every stream is a pure function of its seed words,
// so a transaction's content depends only on (seed, target, client, index) and a row's on (seed, target, table, row).
#pragma once

#include <bit>
#include <cstdint>

namespace oltpsim {

/// SplitMix64's output function: a bijective mixer of 64 bits. Source: Steele, Lea, Flood 2014.
constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Folds several words into one seed; order matters.
template <typename... Words>
constexpr std::uint64_t seed_of(std::uint64_t first, Words... rest) noexcept {
    std::uint64_t h = mix64(first);
    ((h = mix64(h ^ static_cast<std::uint64_t>(rest))), ...);
    return h;
}

/// xoshiro256++ (Blackman, Vigna 2019). 32 bytes, about 1 ns a draw. Thread: one owner.
class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) noexcept {
        for (auto& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            word = mix64(seed);
        }
    }

    constexpr std::uint64_t next() noexcept {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), unbiased; bound > 0. Source: Lemire 2019, "nearly divisionless".
    constexpr std::uint64_t below(std::uint64_t bound) noexcept {
        __extension__ using Wide = unsigned __int128;
        Wide product = static_cast<Wide>(next()) * bound;
        auto low = static_cast<std::uint64_t>(product);
        if (low < bound) {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (low < threshold) {
                product = static_cast<Wide>(next()) * bound;
                low = static_cast<std::uint64_t>(product);
            }
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    /// Uniform integer in [low, high], both included.
    constexpr std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
        const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
        const std::uint64_t offset = span == 0 ? next() : below(span);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
    }

    /// Uniform double in [0, 1), 53 bits.
    constexpr double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_[4]{};
};

}  // namespace oltpsim
