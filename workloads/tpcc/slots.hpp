// Named parameters of the SQL files: {w_id} in a statement stands for a value of the transaction, {quantity} in a repeated
// part for a value of one of its lines. Each dialect's placeholders are made from them.
#pragma once

#include "db/value.hpp"
#include "workloads/tpcc/sizes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace oltpsim::workloads::tpcc {

/// Values of a transaction as a whole.
enum class Slot : std::uint8_t {
    w_id,
    d_id,
    c_id,
    c_w_id,
    c_d_id,
    c_last,
    o_id,
    line_count,
    all_local,
    now,
    amount,
    carrier_id,
    threshold,
    rounds,
    lines_text,
};
inline constexpr std::size_t kSlots = 15;

/// Values of one line of an order, or of one district of a Delivery.
enum class LineSlot : std::uint8_t {
    number,
    i_id,
    supply_w_id,
    quantity,
    remote,
    line_amount,
    dist_info,
    at_d_id,
    at_o_id,
    at_c_id,
    at_amount,
};
inline constexpr std::size_t kLineSlots = 11;

struct SlotName {
    std::string_view name;
    db::ColumnType type;
};
extern const std::array<SlotName, kSlots> kSlotNames;
extern const std::array<SlotName, kLineSlots> kLineSlotNames;

/// All values one transaction may bind. Lifetime: the coroutine's frame; texts are views.
struct Bindings {
    std::array<db::Value, kSlots> values;
    std::array<std::array<db::Value, kLineSlots>, kMostLines> lines;

    void set(Slot slot, db::Value value) { values[static_cast<std::size_t>(slot)] = value; }
    void set(std::size_t line, LineSlot slot, db::Value value) {
        lines[line][static_cast<std::size_t>(slot)] = value;
    }
    void set(Slot slot, std::int64_t value) { set(slot, db::Value::integer(value)); }
    void set(std::size_t line, LineSlot slot, std::int64_t value) {
        set(line, slot, db::Value::integer(value));
    }
};

/// Where a placeholder takes its value: line < 0 is the transaction's.
struct Source {
    std::int8_t line = -1;
    std::uint8_t slot = 0;
    const db::Value& value(const Bindings& from) const {
        return line < 0 ? from.values[slot] : from.lines[static_cast<std::size_t>(line)][slot];
    }
};

}  // namespace oltpsim::workloads::tpcc
