#include "workloads/tpcc/mix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::array<std::uint8_t, kDeckSize> make_deck() {
    std::array<std::uint8_t, kDeckSize> deck{};
    std::size_t at = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        for (std::uint32_t i = 0; i < kDeckCards[kind]; ++i) {
            deck[at++] = static_cast<std::uint8_t>(kind);
        }
    }
    return deck;
}

constexpr std::array<std::uint8_t, kDeckSize> kDeck = make_deck();

// Mean think time that the published SQL Server results imply: N/X - R of four of them, 4.7432 s ± 0.0008 s.
constexpr double kSrSqlThink = 4.7432;
constexpr double kLongestThink = 10;  // times its mean

}  // namespace

Mix::Mix(const Settings& settings, std::uint64_t seed)
    : deck_(settings.deck), weights_(settings.weights), seed_(seed_of(seed, 0xdec5ULL)) {}

Kind Mix::choose(const workload::ClientContext& context, Rng& rng) const {
    if (!deck_) {
        auto drawn = static_cast<std::uint32_t>(rng.below(100));
        std::size_t kind = 0;
        while (drawn >= weights_[kind]) {
            drawn -= weights_[kind++];
        }
        return static_cast<Kind>(kind);
    }
    // Shuffled from the end: card `wanted` is settled once every place behind it is.
    const auto wanted = static_cast<std::size_t>(context.txn_index % kDeckSize);
    Rng order(seed_of(seed_, context.client, context.txn_index / kDeckSize));
    std::array<std::uint8_t, kDeckSize> deck = kDeck;
    for (std::size_t last = kDeckSize - 1; last >= std::max<std::size_t>(wanted, 1); --last) {
        std::swap(deck[last], deck[order.below(last + 1)]);
    }
    return static_cast<Kind>(deck[wanted]);
}

double Mix::share(Kind kind) const {
    const auto index = static_cast<std::size_t>(kind);
    return deck_ ? static_cast<double>(kDeckCards[index]) / kDeckSize
                 : static_cast<double>(weights_[index]) / 100;
}

PaceTable pace_table(Pace pace, double scale) {
    PaceTable table;
    switch (pace) {
        case Pace::tpcc_spec: table = {{18, 3, 2, 2, 2}, {12, 12, 10, 5, 5}}; break;
        case Pace::sr_sql: table.think.fill(kSrSqlThink); break;
        case Pace::none: break;
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        table.keying[kind] *= scale;
        table.think[kind] *= scale;
    }
    return table;
}

workload::Pacing draw_pacing(const PaceTable& table, Kind kind, Rng& rng) {
    const auto index = static_cast<std::size_t>(kind);
    const double factor = std::min(-std::log1p(-rng.unit()), kLongestThink);
    return {from_seconds(table.keying[index]), from_seconds(table.think[index] * factor)};
}

Nanos mean_pacing(const PaceTable& table, const Mix& mix) {
    // Truncation takes exp(-10) of the mean.
    const double kept = 1 - std::exp(-kLongestThink);
    double mean = 0;
    for (std::size_t i = 0; i < kKinds; ++i) {
        mean += mix.share(static_cast<Kind>(i)) * (table.keying[i] + table.think[i] * kept);
    }
    return from_seconds(mean);
}

}  // namespace oltpsim::workloads::tpcc
