// New-Order, clause 2.4. Two groups: everything that follows from the inputs, then the inserts that need the order's number.
#include "workloads/tpcc/transactions.hpp"

#include <algorithm>
#include <array>

namespace oltpsim::workloads::tpcc {
namespace {

using db::CommandKind;
using db::Value;

constexpr std::size_t kDistInfo = 24;

/// What came back for one line; found stays false for an unused item.
struct LineAnswer {
    bool found = false;
    std::int64_t price_cents = 0;
    std::array<char, kDistInfo> dist_info{};
    std::uint8_t dist_length = 0;
};

/// One order while it is being placed.
class Order {
public:
    explicit Order(const NewOrderInput& input) : input_(input) {
        for (std::uint32_t i = 0; i < input.line_count; ++i) {
            order_[i] = static_cast<std::uint8_t>(i);
        }
        // Stock rows are locked in one order by everybody, so that two New-Orders do not deadlock on them.
        std::sort(order_.begin(), order_.begin() + input.line_count, [&](auto a, auto b) {
            const OrderLineInput& left = input.lines[a];
            const OrderLineInput& right = input.lines[b];
            return left.supply_w_id != right.supply_w_id ? left.supply_w_id < right.supply_w_id
                   : left.i_id != right.i_id             ? left.i_id < right.i_id
                                                         : a < b;
        });
    }

    void bind(Bindings& to) const {
        to.set(Slot::w_id, input_.w_id);
        to.set(Slot::d_id, input_.d_id);
        to.set(Slot::c_id, input_.c_id);
        to.set(Slot::line_count, input_.line_count);
        to.set(Slot::all_local, input_.all_local ? 1 : 0);
        to.set(Slot::now, now());
    }

    /// Binds lines for one stock statement, each item once, and returns how many; 0 when all had their turn. An order may
    /// hold an item twice, and its second line must see the stock that the first one left.
    std::size_t bind_round(Bindings& to) {
        round_size_ = 0;
        for (std::uint32_t i = 0; i < input_.line_count; ++i) {
            const std::uint8_t line = order_[i];
            const std::int64_t i_id = input_.lines[line].i_id;
            const bool twice =
                std::any_of(round_.begin(), round_.begin() + round_size_, [&](auto other) {
                    return input_.lines[other].i_id == i_id;
                });
            if (!done_[line] && !twice) {
                round_[round_size_++] = line;
            }
        }
        for (std::uint8_t i = 0; i < round_size_; ++i) {
            const OrderLineInput& line = input_.lines[round_[i]];
            done_[round_[i]] = true;
            to.set(i, LineSlot::i_id, line.i_id);
            to.set(i, LineSlot::supply_w_id, line.supply_w_id);
            to.set(i, LineSlot::quantity, line.quantity);
            to.set(i, LineSlot::remote, line.is_remote ? 1 : 0);
        }
        return round_size_;
    }

    /// Rows of new_order_lines for the round bound last: s_i_id, price in cents, S_DIST_xx, ….
    void take_round(const db::ResultSet& rows) {
        for (std::uint64_t row = 0; row < rows.rows(); ++row) {
            const std::int64_t i_id = rows.integer(row, 0);
            const auto end = round_.begin() + round_size_;
            const auto line = std::find_if(round_.begin(), end, [&](auto one) {
                return input_.lines[one].i_id == i_id;
            });
            if (line == end) {
                continue;
            }
            LineAnswer& answer = answers_[*line];
            answer.found = true;
            answer.price_cents = rows.integer(row, 1);
            const std::string_view text = rows.text(row, 2).substr(0, kDistInfo);
            std::copy(text.begin(), text.end(), answer.dist_info.begin());
            answer.dist_length = static_cast<std::uint8_t>(text.size());
        }
    }

    /// Binds the lines to insert, in the order they were entered. Unused items have none.
    std::size_t bind_inserts(Bindings& to) const {
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < input_.line_count; ++i) {
            const LineAnswer& answer = answers_[i];
            if (!answer.found) {
                continue;
            }
            const OrderLineInput& line = input_.lines[i];
            to.set(count, LineSlot::number, std::int64_t{i} + 1);
            to.set(count, LineSlot::i_id, line.i_id);
            to.set(count, LineSlot::supply_w_id, line.supply_w_id);
            to.set(count, LineSlot::quantity, line.quantity);
            to.set(
                count, LineSlot::line_amount, Value::decimal(line.quantity * answer.price_cents, 2)
            );
            to.set(
                count,
                LineSlot::dist_info,
                Value::text({answer.dist_info.data(), answer.dist_length})
            );
            ++count;
        }
        return count;
    }

private:
    const NewOrderInput& input_;
    std::array<std::uint8_t, kMostLines> order_{};
    std::array<std::uint8_t, kMostLines> round_{};
    std::uint8_t round_size_ = 0;
    std::array<bool, kMostLines> done_{};
    std::array<LineAnswer, kMostLines> answers_;
};

}  // namespace

Task<TxnStatus> new_order(const Statements& statements, Session& session, NewOrderInput input) {
    Bindings bindings;
    Order order(input);
    order.bind(bindings);
    Batch batch(statements, bindings);
    batch.control(CommandKind::begin);
    (void)batch.add(Role::new_order_district);
    const auto header = batch.add(Role::new_order_header);
    std::size_t round = order.bind_round(bindings);
    for (bool first = true; round > 0; first = false) {
        (void)batch.add(Role::new_order_stock, round);
        const auto lines = batch.add(Role::new_order_lines, round);
        const auto commands = batch.commands();
        const bool answered = co_await session.run(commands, true);
        if (!answered) {
            co_return TxnStatus::failed;
        }
        order.take_round(session.result(lines.value_or(0)));
        if (first) {
            if (session.result(header.value_or(0)).rows() == 0) {
                co_return TxnStatus::failed;
            }
            bindings.set(Slot::o_id, session.result(header.value_or(0)).integer(0, 0));
        }
        batch.clear();
        round = order.bind_round(bindings);
    }
    // An unused item rolls back, after the rest has been done (clause 2.4.2.3).
    const std::size_t found = order.bind_inserts(bindings);
    const bool complete = found == input.line_count;
    (void)batch.add(Role::new_order_order);
    (void)batch.add(Role::new_order_queue);
    (void)batch.add(Role::new_order_insert, found);
    batch.control(complete ? CommandKind::commit : CommandKind::rollback);
    const auto commands = batch.commands();
    const bool done = co_await session.run(commands, true);
    if (!done) {
        co_return TxnStatus::failed;
    }
    co_return complete ? TxnStatus::committed : TxnStatus::rolled_back_by_design;
}

}  // namespace oltpsim::workloads::tpcc
