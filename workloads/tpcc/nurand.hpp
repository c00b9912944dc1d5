// The non-uniform distribution of clause 2.1.6 and the constants C it needs.
#pragma once

#include "core/rng.hpp"

#include <cstdint>

namespace oltpsim::workloads::tpcc {

/// NURand(A, x, y) of clause 2.1.6: (((U(0,A) | U(x,y)) + C) mod (y-x+1)) + x.
constexpr std::int64_t nurand(
    Rng& rng, std::int64_t a, std::int64_t c, std::int64_t x, std::int64_t y
) noexcept {
    const std::int64_t left = rng.between(0, a);
    const std::int64_t right = rng.between(x, y);
    return ((left | right) + c) % (y - x + 1) + x;
}

inline constexpr std::int64_t kALast = 255;       ///< C_LAST, 0..999
inline constexpr std::int64_t kACustomer = 1023;  ///< C_ID, 1..3000
inline constexpr std::int64_t kAItem = 8191;      ///< OL_I_ID, 1..100000

/// The constants of one data set: one C per A, the same for all terminals.
struct NurandConstants {
    std::int64_t last_load = 0;  ///< C_Load
    std::int64_t last_run = 0;   ///< C_Run
    std::int64_t customer = 0;
    std::int64_t item = 0;
};

/// May a database loaded with `load` be run with `run`? Clause 2.1.6.1.
constexpr bool is_valid_delta(std::int64_t load, std::int64_t run) noexcept {
    const std::int64_t delta = load > run ? load - run : run - load;
    return delta >= 65 && delta <= 119 && delta != 96 && delta != 112;
}

/// Drawn from the seed of the data, so that load and run agree without asking the database.
constexpr NurandConstants constants_of(std::uint64_t seed) noexcept {
    Rng rng(seed_of(seed, 0xc0075ULL));
    NurandConstants made;
    made.last_load = rng.between(0, kALast);
    do {
        made.last_run = rng.between(0, kALast);
    } while (!is_valid_delta(made.last_load, made.last_run));
    made.customer = rng.between(0, kACustomer);
    made.item = rng.between(0, kAItem);
    return made;
}

}  // namespace oltpsim::workloads::tpcc
