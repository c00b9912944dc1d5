// The statements of one target: expanded from statements.sql (or procedures.sql), one variant per number of lines where a
// statement holds a repeated part, numbered densely.
#pragma once

#include "db/connection.hpp"
#include "db/statement.hpp"
#include "workload/workload.hpp"
#include "workloads/tpcc/settings.hpp"
#include "workloads/tpcc/slots.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// What a statement is for. A dialect leaves out those it does not need: PostgreSQL, for instance, reads a district in
/// the statement that updates it, so it has no new_order_district.
enum class Role : std::uint8_t {
    new_order_district,  ///< D_NEXT_O_ID + 1
    new_order_header,    ///< rows: o_id and whatever else the terminal shows
    new_order_stock,     ///< n lines: S_QUANTITY, S_YTD, …
    new_order_lines,     ///< n lines; rows: s_i_id, price in cents, S_DIST_xx, …
    new_order_order,     ///< insert ORDER
    new_order_queue,     ///< insert NEW-ORDER
    new_order_insert,    ///< n lines: insert ORDER-LINE (and the two above where they are missing)
    customers_by_name,   ///< rows: c_id …, ordered by C_FIRST
    payment_warehouse,
    payment_district,
    payment_customer,
    payment_read,  ///< rows: what the terminal shows
    payment_history,
    order_status_customer,
    order_status_lines,
    delivery_oldest,     ///< rows: d_id, o_id of the oldest NEW-ORDER of each district
    delivery_take,       ///< n districts: delete NEW-ORDER
    delivery_orders,     ///< n districts: O_CARRIER_ID
    delivery_lines,      ///< n districts: OL_DELIVERY_D
    delivery_totals,     ///< n districts; rows: d_id, c_id, total in cents
    delivery_customers,  ///< n districts: C_BALANCE, C_DELIVERY_CNT
    stock_level,
    call_new_order,  ///< one call each, in mode procedures
    call_payment,
    call_order_status,
    call_delivery,
    call_stock_level,
};
inline constexpr std::size_t kRoles = 27;
std::string_view name_of(Role role) noexcept;

/// One expanded statement and where its placeholders take their values.
struct BoundStatement {
    std::uint32_t id = 0;
    std::vector<Source> sources;
};

/// Immutable once made. Thread: const.
class Statements {
public:
    /// Errors: unsupported for an unknown dialect or mode, schema_mismatch or bad_argument for a broken override file.
    static db::Result<Statements> make(const Settings& settings, const workload::Binding& binding);

    bool has(Role role) const noexcept { return !variants_[index(role)].empty(); }
    /// Precondition: has(role); `count` lines or districts where the statement repeats, else anything.
    const BoundStatement& get(Role role, std::size_t count = 0) const {
        const auto& all = variants_[index(role)];
        return all.size() == 1 ? all.front() : all[count];
    }
    const db::Statement& statement(const BoundStatement& bound) const { return set_[bound.id]; }
    const db::StatementSet& set() const noexcept { return set_; }

private:
    static std::size_t index(Role role) noexcept { return static_cast<std::size_t>(role); }
    db::Result<void> add(const db::SqlFile& file, Role role, bool numbered);

    db::StatementSet set_;
    std::array<std::vector<BoundStatement>, kRoles> variants_;  ///< by line count, or one
};

/// Room for the commands of one transaction and their parameters. Lifetime: the coroutine's frame.
class Batch {
public:
    static constexpr std::size_t kCommands = 8;

    Batch(const Statements& statements, const Bindings& bindings)
        : statements_(statements), bindings_(bindings) {}

    void control(db::CommandKind kind) { commands_[count_++] = {kind, nullptr, {}}; }
    /// Adds the statement if the dialect has it. Returns its place in the batch; absent: nullopt.
    std::optional<std::size_t> add(Role role, std::size_t lines = 0);
    /// Forgets all commands, for the next group.
    void clear() noexcept {
        count_ = 0;
        values_.clear();
    }
    std::span<const db::Command> commands();

private:
    const Statements& statements_;
    const Bindings& bindings_;
    std::array<db::Command, kCommands> commands_{};
    std::array<std::size_t, kCommands> first_{};
    std::size_t count_ = 0;
    std::vector<db::Value> values_;
};

}  // namespace oltpsim::workloads::tpcc
