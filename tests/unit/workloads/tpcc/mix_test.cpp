// The deck, the weighted draw and the delays, over long runs.
#include "../sysbench/chi_square.hpp"
#include "workloads/tpcc/mix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::uint64_t kDealt = 1'000'000;
using KindCounts = std::array<std::uint64_t, kKinds>;

KindCounts count_kinds(const Mix& mix, std::uint32_t clients, std::uint64_t each) {
    KindCounts counts{};
    for (std::uint32_t client = 0; client < clients; ++client) {
        for (std::uint64_t i = 0; i < each; ++i) {
            Rng rng(seed_of(1, client, i));
            ++counts[static_cast<std::size_t>(mix.choose({client, clients, i}, rng))];
        }
    }
    return counts;
}

TEST(Deck, million_transactions_hold_every_deck_exactly) {
    const Mix mix(Settings{}, 7);
    constexpr std::uint32_t kClients = 8;
    constexpr std::uint64_t kDecks = kDealt / kClients / kDeckSize + 1;
    const KindCounts counts = count_kinds(mix, kClients, kDecks * kDeckSize);
    EXPECT_EQ(
        counts,
        (KindCounts{
            10 * kDecks * kClients,
            10 * kDecks * kClients,
            kDecks * kClients,
            kDecks * kClients,
            kDecks * kClients
        })
    );
}

TEST(Deck, each_deck_of_a_client_is_complete_wherever_it_starts) {
    const Mix mix(Settings{}, 7);
    for (std::uint64_t deck = 0; deck < 200; ++deck) {
        KindCounts counts{};
        for (std::uint64_t i = 0; i < kDeckSize; ++i) {
            Rng rng(1);
            ++counts[static_cast<std::size_t>(mix.choose({3, 10, deck * kDeckSize + i}, rng))];
        }
        EXPECT_EQ(counts, (KindCounts{10, 10, 1, 1, 1})) << "deck " << deck;
    }
}

TEST(Deck, every_card_is_as_likely_at_every_place) {
    const Mix mix(Settings{}, 11);
    test::Counts delivery_at(kDeckSize);
    for (std::uint64_t deck = 0; deck < 40'000; ++deck) {
        for (std::uint64_t i = 0; i < kDeckSize; ++i) {
            Rng rng(1);
            const Kind kind = mix.choose({0, 1, deck * kDeckSize + i}, rng);
            delivery_at[i] += kind == Kind::delivery ? 1 : 0;
        }
    }
    EXPECT_LT(test::fit_z(delivery_at, std::vector<double>(kDeckSize, 1.0 / kDeckSize)), 4.5);
}

TEST(Deck, clients_are_dealt_different_decks_and_the_same_ones_each_time) {
    const Mix mix(Settings{}, 7);
    const auto deck_of = [&](std::uint32_t client) {
        std::vector<Kind> deck;
        for (std::uint64_t i = 0; i < kDeckSize; ++i) {
            Rng rng(i);
            deck.push_back(mix.choose({client, 50, i}, rng));
        }
        return deck;
    };
    std::set<std::vector<Kind>> decks;
    for (std::uint32_t client = 0; client < 50; ++client) {
        decks.insert(deck_of(client));
        EXPECT_EQ(deck_of(client), deck_of(client));
    }
    EXPECT_EQ(decks.size(), 50U);
}

TEST(WeightedDraw, follows_the_weights) {
    Settings settings;
    settings.deck = false;
    settings.weights = {40, 30, 15, 10, 5};
    const KindCounts counts = count_kinds(Mix(settings, 7), 10, kDealt / 10);
    test::Counts seen(counts.begin(), counts.end());
    EXPECT_LT(test::fit_z(seen, {0.40, 0.30, 0.15, 0.10, 0.05}), 4.5);
}

TEST(Thinking, is_truncated_exponential_by_kolmogorov_smirnov) {
    const PaceTable table = pace_table(Pace::tpcc_spec, 1);
    constexpr std::size_t kDraws = 200'000;
    Rng rng(5);
    std::vector<double> thinks;
    for (std::size_t i = 0; i < kDraws; ++i) {
        const auto pacing = draw_pacing(table, Kind::payment, rng);
        EXPECT_EQ(pacing.before, std::chrono::seconds{3});
        thinks.push_back(to_seconds(pacing.after));
    }
    std::sort(thinks.begin(), thinks.end());
    EXPECT_LE(thinks.back(), 120.0 + 1e-6);
    double distance = 0;
    for (std::size_t i = 0; i < kDraws; ++i) {
        const double expected = thinks[i] > 119.999'999 ? 1 : 1 - std::exp(-thinks[i] / 12);
        const double above = static_cast<double>(i + 1) / kDraws - expected;
        const double below = expected - static_cast<double>(i) / kDraws;
        distance = std::max({distance, thinks[i] > 119.999'999 ? 0 : above, below});
    }
    EXPECT_LT(distance, 1.95 / std::sqrt(static_cast<double>(kDraws)));  // level 0.001
}

TEST(Thinking, presets_have_their_means) {
    const Mix deck(Settings{}, 1);
    EXPECT_NEAR(to_seconds(mean_pacing(pace_table(Pace::tpcc_spec, 1), deck)), 20.70, 0.01);
    EXPECT_NEAR(to_seconds(mean_pacing(pace_table(Pace::sr_sql, 1), deck)), 4.743, 0.0005);
    EXPECT_NEAR(to_seconds(mean_pacing(pace_table(Pace::tpcc_spec, 0.1), deck)), 2.070, 0.001);
    EXPECT_EQ(mean_pacing(pace_table(Pace::none, 1), deck), Nanos{});
    Settings spec_mix;
    spec_mix.deck = false;
    EXPECT_NEAR(
        to_seconds(mean_pacing(pace_table(Pace::tpcc_spec, 1), Mix(spec_mix, 1))), 20.99, 0.01
    );
}

TEST(Thinking, mean_of_draws_is_the_mean_said) {
    const Mix deck(Settings{}, 1);
    const PaceTable table = pace_table(Pace::sr_sql, 1);
    Rng rng(9);
    double sum = 0;
    for (std::uint64_t i = 0; i < kDealt; ++i) {
        sum += to_seconds(draw_pacing(table, Kind::new_order, rng).after);
    }
    EXPECT_NEAR(sum / kDealt, to_seconds(mean_pacing(table, deck)), 0.02);
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
