// One function per transaction; the percentages stand where they are drawn.
#include "workloads/tpcc/inputs.hpp"

namespace oltpsim::workloads::tpcc {
namespace {

bool chance(Rng& rng, std::int64_t percent) { return rng.between(1, 100) <= percent; }

std::int64_t any_district(Rng& rng) { return rng.between(1, kDistricts); }

/// A warehouse other than `home`, all alike. Precondition: there are two or more.
std::int64_t other_warehouse(const World& world, std::int64_t home, Rng& rng) {
    const std::int64_t drawn = rng.between(1, std::int64_t{world.warehouses} - 1);
    return drawn < home ? drawn : drawn + 1;
}

std::int64_t draw_customer_id(const World& world, Rng& rng) {
    return nurand(rng, kACustomer, world.constants.customer, 1, kCustomers);
}

/// 60 % by last name, 40 % by number.
void choose_customer(const World& world, Rng& rng, CustomerChoice& choice) {
    if (chance(rng, 60)) {
        const std::int64_t name = nurand(rng, kALast, world.constants.last_run, 0, kLastNames - 1);
        choice.last_length = static_cast<std::uint8_t>(
            write_last_name(static_cast<std::uint32_t>(name), choice.last.data())
        );
    } else {
        choice.c_id = draw_customer_id(world, rng);
    }
}

}  // namespace

NewOrderInput draw_new_order(const World& world, const Terminal& home, Rng& rng) {
    NewOrderInput input;
    input.w_id = home.w_id;
    input.d_id = any_district(rng);
    input.c_id = draw_customer_id(world, rng);
    input.line_count = static_cast<std::uint32_t>(rng.between(kFewestLines, kMostLines));
    input.rolls_back = chance(rng, 1);
    for (std::uint32_t i = 0; i < input.line_count; ++i) {
        OrderLineInput& line = input.lines[i];
        line.i_id = nurand(rng, kAItem, world.constants.item, 1, kItems);
        line.supply_w_id = home.w_id;
        if (chance(rng, 1) && world.warehouses > 1) {
            line.supply_w_id = other_warehouse(world, home.w_id, rng);
            line.is_remote = true;
            input.all_local = false;
        }
        line.quantity = rng.between(1, 10);
    }
    if (input.rolls_back) {
        input.lines[input.line_count - 1].i_id = kUnusedItem;
    }
    return input;
}

PaymentInput draw_payment(const World& world, const Terminal& home, Rng& rng) {
    PaymentInput input;
    input.w_id = home.w_id;
    input.d_id = any_district(rng);
    input.customer.c_w_id = input.w_id;
    input.customer.c_d_id = input.d_id;
    if (!chance(rng, 85) && world.warehouses > 1) {
        input.customer.c_w_id = other_warehouse(world, home.w_id, rng);
        input.customer.c_d_id = any_district(rng);
    }
    choose_customer(world, rng, input.customer);
    input.amount_cents = rng.between(100, 500'000);
    return input;
}

OrderStatusInput draw_order_status(const World& world, const Terminal& home, Rng& rng) {
    OrderStatusInput input;
    input.customer.c_w_id = home.w_id;
    input.customer.c_d_id = any_district(rng);
    choose_customer(world, rng, input.customer);
    return input;
}

DeliveryInput draw_delivery(const Terminal& home, Rng& rng) {
    return {home.w_id, rng.between(1, 10)};
}

StockLevelInput draw_stock_level(const Terminal& home, Rng& rng) {
    return {home.w_id, home.d_id, rng.between(10, 20)};
}

}  // namespace oltpsim::workloads::tpcc
