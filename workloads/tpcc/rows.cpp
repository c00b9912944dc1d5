// Contents of each table. Comments name the rule where the code does not say it. Source: TPC-C r5.11, clause 4.3.3.1.
#include "workloads/tpcc/rows.hpp"

namespace oltpsim::workloads::tpcc {
namespace {

using db::Value;

Value cents(std::int64_t amount) { return Value::decimal(amount, 2); }
Value rate(std::int64_t ten_thousandths) { return Value::decimal(ten_thousandths, 4); }

/// Street, street, city, state, zip into values [at, at + 5), texts [from, from + 5).
void fill_address(Rng& rng, Row& row, std::size_t at, std::size_t from) {
    for (std::size_t i = 0; i < 3; ++i) {
        row.values[at + i] = Value::text(row.texts[from + i].letters(rng, 10, 20));
    }
    row.values[at + 3] = Value::text(row.texts[from + 3].letters(rng, 2));
    row.values[at + 4] = Value::text(row.texts[from + 4].zip(rng));
}

bool is_delivered(std::int64_t o_id) { return o_id <= kDeliveredOrders; }

}  // namespace

std::span<const Value> RowSource::item(std::int64_t i_id, Row& row) const {
    Rng rng = rng_of(Table::item, i_id);
    row.values[0] = Value::integer(i_id);
    row.values[1] = Value::integer(rng.between(1, 10'000));
    row.values[2] = cents(rng.between(100, 10'000));
    row.values[3] = Value::text(row.texts[0].letters(rng, 14, 24));
    row.values[4] = Value::text(row.texts[1].data(rng));
    return row.first(5);
}

std::span<const Value> RowSource::warehouse(std::int64_t w_id, Row& row) const {
    Rng rng = rng_of(Table::warehouse, w_id);
    row.values[0] = Value::integer(w_id);
    row.values[1] = cents(30'000'000);
    row.values[2] = rate(rng.between(0, 2'000));
    row.values[3] = Value::text(row.texts[0].letters(rng, 6, 10));
    fill_address(rng, row, 4, 1);
    return row.first(9);
}

std::span<const Value> RowSource::district(std::int64_t w_id, std::int64_t d_id, Row& row) const {
    Rng rng = rng_of(Table::district, w_id, d_id);
    row.values[0] = Value::integer(w_id);
    row.values[1] = Value::integer(d_id);
    row.values[2] = Value::integer(kOrders + 1);
    row.values[3] = cents(3'000'000);
    row.values[4] = rate(rng.between(0, 2'000));
    row.values[5] = Value::text(row.texts[0].letters(rng, 6, 10));
    fill_address(rng, row, 6, 1);
    return row.first(11);
}

std::span<const Value> RowSource::stock(std::int64_t w_id, std::int64_t i_id, Row& row) const {
    Rng rng = rng_of(Table::stock, w_id, i_id);
    row.values[0] = Value::integer(w_id);
    row.values[1] = Value::integer(i_id);
    row.values[2] = Value::integer(0);  // S_YTD, S_ORDER_CNT, S_REMOTE_CNT
    row.values[3] = Value::integer(0);
    row.values[4] = Value::integer(0);
    row.values[5] = Value::integer(rng.between(10, 100));
    for (std::size_t d = 0; d < kDistricts; ++d) {
        row.values[6 + d] = Value::text(row.texts[d].letters(rng, 24));
    }
    row.values[16] = Value::text(row.texts[10].data(rng));
    return row.first(17);
}

std::span<const Value> RowSource::customer(
    std::int64_t w_id, std::int64_t d_id, std::int64_t c_id, Row& row
) const {
    Rng rng = rng_of(Table::customer, w_id, d_id, c_id);
    // The first 1,000 customers carry each name once, so that every name exists.
    const std::int64_t name = c_id <= kLastNames
                                  ? c_id - 1
                                  : nurand(rng, kALast, constants_.last_load, 0, kLastNames - 1);
    row.values[0] = Value::integer(w_id);
    row.values[1] = Value::integer(d_id);
    row.values[2] = Value::integer(c_id);
    row.values[3] = Value::timestamp(kLoadTime);
    row.values[4] = Value::integer(1);  // C_PAYMENT_CNT
    row.values[5] = Value::integer(0);  // C_DELIVERY_CNT
    row.values[6] = cents(-1'000);
    row.values[7] = cents(1'000);
    row.values[8] = cents(5'000'000);
    row.values[9] = rate(rng.between(0, 5'000));
    row.values[10] = Value::text(rng.below(10) == 0 ? "BC" : "GC");
    row.values[11] = Value::text(row.texts[0].last_name(static_cast<std::uint32_t>(name)));
    row.values[12] = Value::text(row.texts[1].letters(rng, 8, 16));
    row.values[13] = Value::text("OE");
    fill_address(rng, row, 14, 2);
    row.values[19] = Value::text(row.texts[7].digits(rng, 16));
    row.values[20] = Value::text(row.data.letters(rng, 300, 500));
    return row.first(21);
}

std::span<const Value> RowSource::history(
    std::int64_t w_id, std::int64_t d_id, std::int64_t c_id, Row& row
) const {
    Rng rng = rng_of(Table::history, w_id, d_id, c_id);
    row.values[0] = Value::timestamp(kLoadTime);
    row.values[1] = Value::integer(w_id);
    row.values[2] = Value::integer(d_id);
    row.values[3] = Value::integer(c_id);
    row.values[4] = Value::integer(w_id);
    row.values[5] = Value::integer(d_id);
    row.values[6] = cents(1'000);
    row.values[7] = Value::text(row.texts[0].letters(rng, 12, 24));
    return row.first(8);
}

std::span<const Value> RowSource::order(
    std::int64_t w_id, std::int64_t d_id, std::int64_t o_id, std::int64_t c_id, Row& row
) const {
    Rng rng = rng_of(Table::order, w_id, d_id, o_id);
    row.values[0] = Value::integer(w_id);
    row.values[1] = Value::integer(d_id);
    row.values[2] = Value::integer(o_id);
    row.values[3] = Value::timestamp(kLoadTime);
    row.values[4] = Value::integer(c_id);
    row.values[5] = is_delivered(o_id) ? Value::integer(rng.between(1, 10)) : Value::null();
    row.values[6] = Value::integer(line_count(w_id, d_id, o_id));
    row.values[7] = Value::integer(1);
    return row.first(8);
}

std::span<const Value> RowSource::new_order(
    std::int64_t w_id, std::int64_t d_id, std::int64_t o_id, Row& row
) const {
    row.values[0] = Value::integer(w_id);
    row.values[1] = Value::integer(d_id);
    row.values[2] = Value::integer(o_id);
    return row.first(3);
}

std::vector<std::uint32_t> RowSource::customers_of_orders(std::int64_t w_id, std::int64_t d_id)
    const {
    Rng rng = rng_of(Table::permutation, w_id, d_id);
    std::vector<std::uint32_t> ids(kCustomers);
    for (std::uint32_t i = 0; i < kCustomers; ++i) {
        const std::uint64_t other = rng.below(i + 1);
        ids[i] = ids[other];
        ids[other] = i + 1;
    }
    return ids;
}

std::uint32_t RowSource::line_count(std::int64_t w_id, std::int64_t d_id, std::int64_t o_id)
    const noexcept {
    constexpr std::uint64_t kRange = kMostLines - kFewestLines + 1;
    const auto index = static_cast<std::uint64_t>((w_id * kDistricts + d_id) * kOrders + o_id);
    const std::uint64_t word =
        mix64(base_ + static_cast<std::uint64_t>(Table::line_count) + mix64(index));
    return kFewestLines + static_cast<std::uint32_t>(((word >> 32) * kRange) >> 32);
}

std::uint64_t RowSource::lines_of(std::int64_t w_id, std::int64_t first, std::int64_t last)
    const noexcept {
    std::uint64_t sum = 0;
    for (std::int64_t d_id = first; d_id <= last; ++d_id) {
        for (std::int64_t o_id = 1; o_id <= kOrders; ++o_id) {
            sum += line_count(w_id, d_id, o_id);
        }
    }
    return sum;
}

RowSource::Lines::Lines(
    const RowSource& source, std::int64_t w_id, std::int64_t d_id, std::int64_t o_id
)
    : rng_(source.rng_of(Table::line, w_id, d_id, o_id)),
      w_id_(w_id),
      d_id_(d_id),
      o_id_(o_id),
      count_(source.line_count(w_id, d_id, o_id)) {}

bool RowSource::Lines::next(Row& row) {
    if (number_ == count_) {
        return false;
    }
    ++number_;
    row.values[0] = Value::integer(w_id_);
    row.values[1] = Value::integer(d_id_);
    row.values[2] = Value::integer(o_id_);
    row.values[3] = Value::integer(number_);
    row.values[4] = is_delivered(o_id_) ? Value::timestamp(kLoadTime) : Value::null();
    row.values[5] = Value::integer(rng_.between(1, kItems));
    row.values[6] = Value::integer(w_id_);
    row.values[7] = Value::integer(5);
    row.values[8] = cents(is_delivered(o_id_) ? 0 : rng_.between(1, 999'999));
    row.values[9] = Value::text(row.texts[0].letters(rng_, 24));
    return true;
}

}  // namespace oltpsim::workloads::tpcc
