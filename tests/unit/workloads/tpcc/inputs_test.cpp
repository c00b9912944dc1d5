// Input rules of clause 2 over a million generated transactions, and NURand against its definition.
#include "../sysbench/chi_square.hpp"
#include "workloads/tpcc/inputs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace oltpsim::workloads::tpcc {
namespace {

constexpr std::uint64_t kTransactions = 1'000'000;

World world_of(std::uint32_t warehouses) { return {warehouses, constants_of(7)}; }

/// Is `seen` of `total` a share of `share`, within 4.5 standard deviations?
void expect_share(std::uint64_t seen, std::uint64_t total, double share) {
    const auto n = static_cast<double>(total);
    EXPECT_NEAR(static_cast<double>(seen) / n, share, 4.5 * std::sqrt(share * (1 - share) / n));
}

TEST(NewOrderInputs, one_percent_roll_back_and_one_percent_of_lines_are_remote) {
    const World world = world_of(10);
    const Terminal home{4, 1};
    Rng rng(3);
    std::uint64_t rolled_back = 0, lines = 0, remote = 0, all_local = 0, unused = 0;
    test::Counts line_counts(kMostLines + 1), others(11), quantities(11), districts(11);
    for (std::uint64_t i = 0; i < kTransactions; ++i) {
        const NewOrderInput input = draw_new_order(world, home, rng);
        ASSERT_EQ(input.w_id, 4);
        rolled_back += input.rolls_back ? 1 : 0;
        all_local += input.all_local ? 1 : 0;
        ++line_counts[input.line_count];
        ++districts[static_cast<std::size_t>(input.d_id)];
        bool any_remote = false;
        for (const OrderLineInput& line : input.all_lines()) {
            ++lines;
            unused += line.i_id == kUnusedItem ? 1 : 0;
            ASSERT_EQ(line.is_remote, line.supply_w_id != 4);
            any_remote = any_remote || line.is_remote;
            if (line.is_remote) {
                ++remote;
                ++others[static_cast<std::size_t>(line.supply_w_id)];
            }
            ++quantities[static_cast<std::size_t>(line.quantity)];
        }
        ASSERT_EQ(input.all_local, !any_remote);
        ASSERT_EQ(input.lines[input.line_count - 1].i_id == kUnusedItem, input.rolls_back);
    }
    expect_share(rolled_back, kTransactions, 0.01);
    EXPECT_EQ(unused, rolled_back);
    expect_share(remote, lines, 0.01);
    EXPECT_EQ(others[4], 0U);
    EXPECT_EQ(others[0], 0U);
    const auto uniform = [](std::size_t first, std::size_t last, std::size_t size) {
        std::vector<double> shares(size);
        for (std::size_t i = first; i <= last; ++i) {
            shares[i] = 1.0 / static_cast<double>(last - first + 1);
        }
        return shares;
    };
    EXPECT_LT(test::fit_z(line_counts, uniform(5, 15, kMostLines + 1)), 4.5);
    EXPECT_LT(test::fit_z(quantities, uniform(1, 10, 11)), 4.5);
    EXPECT_LT(test::fit_z(districts, uniform(1, 10, 11)), 4.5);
    auto elsewhere = uniform(1, 10, 11);
    for (double& share : elsewhere) {
        share *= 10.0 / 9.0;
    }
    elsewhere[4] = 0;
    EXPECT_LT(test::fit_z(others, elsewhere), 4.5);
}

TEST(PaymentInputs, fifteen_percent_are_remote_and_sixty_percent_by_name) {
    const World world = world_of(10);
    Rng rng(4);
    std::uint64_t remote = 0, by_name = 0, other_district = 0;
    for (std::uint64_t i = 0; i < kTransactions; ++i) {
        const PaymentInput input = draw_payment(world, {7, 1}, rng);
        ASSERT_EQ(input.w_id, 7);
        ASSERT_GE(input.amount_cents, 100);
        ASSERT_LE(input.amount_cents, 500'000);
        const bool is_remote = input.customer.c_w_id != 7;
        remote += is_remote ? 1 : 0;
        other_district += is_remote && input.customer.c_d_id != input.d_id ? 1 : 0;
        ASSERT_TRUE(is_remote || input.customer.c_d_id == input.d_id);
        by_name += input.customer.by_name() ? 1 : 0;
    }
    expect_share(remote, kTransactions, 0.15);
    expect_share(by_name, kTransactions, 0.60);
    expect_share(other_district, remote, 0.9);
}

// A known fault of other tools: the condition inverted, or a search for another warehouse that never ends.
TEST(OneWarehouse, is_never_remote_and_ends) {
    const World world = world_of(1);
    Rng rng(5);
    for (std::uint64_t i = 0; i < kTransactions; ++i) {
        const NewOrderInput order = draw_new_order(world, {1, 1}, rng);
        ASSERT_TRUE(order.all_local);
        const PaymentInput pay = draw_payment(world, {1, 1}, rng);
        ASSERT_EQ(pay.customer.c_w_id, 1);
        ASSERT_EQ(pay.customer.c_d_id, pay.d_id);
    }
}

TEST(Terminals, ten_stand_in_each_warehouse_one_per_district) {
    std::map<std::int64_t, std::set<std::int64_t>> districts;
    for (std::uint32_t client = 0; client < 150; ++client) {
        const Terminal home = terminal_of(client, 15);
        districts[home.w_id].insert(home.d_id);
    }
    EXPECT_EQ(districts.size(), 15U);
    for (const auto& [w_id, ids] : districts) {
        EXPECT_GE(w_id, 1);
        EXPECT_EQ(ids.size(), 10U);
        EXPECT_EQ(*ids.begin(), 1);
        EXPECT_EQ(*ids.rbegin(), 10);
    }
}

TEST(Terminals, fewer_clients_than_terminals_spread_over_warehouses_first) {
    std::set<std::int64_t> warehouses;
    for (std::uint32_t client = 0; client < 8; ++client) {
        warehouses.insert(terminal_of(client, 4).w_id);
    }
    EXPECT_EQ(warehouses.size(), 4U);
}

/// Probability of each value of NURand(a, low, high) by its definition: all pairs counted.
std::vector<double> nurand_shares(
    std::int64_t a, std::int64_t c, std::int64_t low, std::int64_t high
) {
    const std::int64_t range = high - low + 1;
    std::vector<double> shares(static_cast<std::size_t>(high + 1));
    const double each = 1.0 / (static_cast<double>(a + 1) * static_cast<double>(range));
    for (std::int64_t left = 0; left <= a; ++left) {
        for (std::int64_t right = low; right <= high; ++right) {
            shares[static_cast<std::size_t>(((left | right) + c) % range + low)] += each;
        }
    }
    return shares;
}

void expect_nurand(std::int64_t a, std::int64_t c, std::int64_t low, std::int64_t high) {
    Rng rng(static_cast<std::uint64_t>(a));
    test::Counts counts(static_cast<std::size_t>(high + 1));
    for (std::uint64_t i = 0; i < kTransactions; ++i) {
        const std::int64_t value = nurand(rng, a, c, low, high);
        ASSERT_GE(value, low);
        ASSERT_LE(value, high);
        ++counts[static_cast<std::size_t>(value)];
    }
    EXPECT_LT(test::fit_z(counts, nurand_shares(a, c, low, high)), 4.5) << a;
}

TEST(Nurand, follows_its_definition_for_last_names) { expect_nurand(kALast, 123, 0, 999); }
TEST(Nurand, follows_its_definition_for_customers) { expect_nurand(kACustomer, 77, 1, 3000); }
TEST(Nurand, follows_its_definition_for_items) { expect_nurand(kAItem, 4711, 1, 100'000); }

TEST(NurandConstants, run_and_load_differ_as_clause_2_1_6_1_wants) {
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        const NurandConstants c = constants_of(seed);
        const std::int64_t delta = std::abs(c.last_run - c.last_load);
        ASSERT_TRUE(delta >= 65 && delta <= 119 && delta != 96 && delta != 112) << delta;
        ASSERT_TRUE(c.last_load >= 0 && c.last_load <= 255 && c.last_run >= 0 && c.last_run <= 255);
        ASSERT_TRUE(c.customer >= 0 && c.customer <= 1023 && c.item >= 0 && c.item <= 8191);
    }
    EXPECT_FALSE(is_valid_delta(10, 10 + 64));
    EXPECT_TRUE(is_valid_delta(10, 10 + 65));
    EXPECT_FALSE(is_valid_delta(10, 10 + 96));
    EXPECT_FALSE(is_valid_delta(10 + 112, 10));
    EXPECT_TRUE(is_valid_delta(10 + 119, 10));
    EXPECT_FALSE(is_valid_delta(10 + 120, 10));
}

}  // namespace
}  // namespace oltpsim::workloads::tpcc
