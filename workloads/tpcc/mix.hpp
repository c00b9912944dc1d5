// Which transaction a terminal does next (clause 5.2.4), and how long it types and thinks (clause 5.2.5).
#pragma once

#include "core/clock.hpp"
#include "core/rng.hpp"
#include "workload/workload.hpp"
#include "workloads/tpcc/settings.hpp"

#include <array>
#include <cstdint>

namespace oltpsim::workloads::tpcc {

/// Cards of a deck by Kind: 10 New-Order, 10 Payment, one of each other.
inline constexpr std::array<std::uint32_t, kKinds> kDeckCards{10, 10, 1, 1, 1};
inline constexpr std::uint32_t kDeckSize = 23;

/// Thread: any; const.
class Mix {
public:
    /// `seed`: of the target; decks of different clients are shuffled apart.
    Mix(const Settings& settings, std::uint64_t seed);

    /// The client's transaction number `txn_index`. Deck: every 23 in a row hold the deck exactly, in an order that
    /// follows from (seed, client, deck number); `rng` is used by the weighted draw only.
    Kind choose(const workload::ClientContext& context, Rng& rng) const;
    /// Share of each kind in the long run.
    double share(Kind kind) const;

private:
    bool deck_;
    Weights weights_;
    std::uint64_t seed_;
};

/// Keying time before and mean think time after, by Kind, seconds. Source: clause 5.2.5.7.
struct PaceTable {
    std::array<double, kKinds> keying{};
    std::array<double, kKinds> think{};
};
PaceTable pace_table(Pace pace, double scale);

/// Constant keying, negative-exponential thinking truncated at ten times its mean (clause 5.2.5.4).
workload::Pacing draw_pacing(const PaceTable& table, Kind kind, Rng& rng);
/// Mean of keying and thinking over the mix.
Nanos mean_pacing(const PaceTable& table, const Mix& mix);

}  // namespace oltpsim::workloads::tpcc
