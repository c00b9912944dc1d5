// Inputs of the five transactions, as a terminal's user would make them (clauses 2.4.1, 2.5.1, 2.6.1, 2.7.1, 2.8.1).
#pragma once

#include "core/rng.hpp"
#include "workloads/tpcc/nurand.hpp"
#include "workloads/tpcc/random_text.hpp"
#include "workloads/tpcc/sizes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace oltpsim::workloads::tpcc {

/// Where a terminal stands. Its warehouse is fixed, the district matters to Stock-Level only.
struct Terminal {
    std::int64_t w_id = 1;
    std::int64_t d_id = 1;
};

/// Ten terminals per warehouse, one per district; with fewer clients they are spread over warehouses first.
constexpr Terminal terminal_of(std::uint32_t client, std::uint32_t warehouses) noexcept {
    return {client % warehouses + 1, client / warehouses % kTerminals + 1};
}

/// What all transactions of a run share.
struct World {
    std::uint32_t warehouses = 1;
    NurandConstants constants;
};

struct OrderLineInput {
    std::int64_t i_id = 0;
    std::int64_t supply_w_id = 0;
    std::int64_t quantity = 0;
    bool is_remote = false;
};

struct NewOrderInput {
    std::int64_t w_id = 0, d_id = 0, c_id = 0;
    std::uint32_t line_count = 0;
    bool rolls_back = false;  ///< the last item is an unused one
    bool all_local = true;
    std::array<OrderLineInput, kMostLines> lines{};
    std::span<const OrderLineInput> all_lines() const { return {lines.data(), line_count}; }
};

/// A customer by number, or by last name: then the middle one of those who carry it.
struct CustomerChoice {
    std::int64_t c_w_id = 0, c_d_id = 0;
    std::int64_t c_id = 0;  ///< 0: by name
    std::array<char, kLongestLast> last{};
    std::uint8_t last_length = 0;
    bool by_name() const noexcept { return c_id == 0; }
    std::string_view c_last() const noexcept { return {last.data(), last_length}; }
};

struct PaymentInput {
    std::int64_t w_id = 0, d_id = 0;
    CustomerChoice customer;
    std::int64_t amount_cents = 0;
};

struct OrderStatusInput {
    CustomerChoice customer;
};

struct DeliveryInput {
    std::int64_t w_id = 0;
    std::int64_t carrier_id = 0;
    bool recorded = false;  ///< queued work leaves a record of what it delivered (clause 2.7.2.2)
};

struct StockLevelInput {
    std::int64_t w_id = 0, d_id = 0;
    std::int64_t threshold = 0;
};

NewOrderInput draw_new_order(const World& world, const Terminal& home, Rng& rng);
PaymentInput draw_payment(const World& world, const Terminal& home, Rng& rng);
OrderStatusInput draw_order_status(const World& world, const Terminal& home, Rng& rng);
DeliveryInput draw_delivery(const Terminal& home, Rng& rng);
StockLevelInput draw_stock_level(const Terminal& home, Rng& rng);

}  // namespace oltpsim::workloads::tpcc
