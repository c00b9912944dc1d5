// Rows of the nine tables as a pure function of (seed, data index, table, key), by clause 4.3.3.1.
#pragma once

#include "core/rng.hpp"
#include "db/value.hpp"
#include "workloads/tpcc/nurand.hpp"
#include "workloads/tpcc/random_text.hpp"
#include "workloads/tpcc/sizes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace oltpsim::workloads::tpcc {

/// Raised when the generator changes: older loads can then no longer be resumed.
inline constexpr int kRowGenerator = 1;
/// Every date of the initial population, 2024-01-01 00:00:00 UTC in µs. The clause says "the current date and time given by
/// the operating system when the table is populated"; a fixed one makes an interrupted load end in the same rows.
inline constexpr std::int64_t kLoadTime = 1'704'067'200'000'000;

/// One row being made: values in the column order of tables.hpp, and the room for their texts. Reused row after row.
struct Row {
    std::array<db::Value, 21> values;
    std::array<Text<50>, 12> texts;
    Text<kDataLength> data;
    std::span<const db::Value> first(std::size_t columns) const { return {values.data(), columns}; }
};

/// Thread: any; const.
class RowSource {
public:
    RowSource(std::uint64_t seed, std::uint32_t data_index)
        : base_(seed_of(seed, data_index, kRowGenerator)), constants_(constants_of(base_)) {}

    const NurandConstants& constants() const noexcept { return constants_; }

    // Keys are 1-based. Each fills the values of its table and returns them; valid until the next call with `row`.
    std::span<const db::Value> item(std::int64_t i_id, Row& row) const;
    std::span<const db::Value> warehouse(std::int64_t w_id, Row& row) const;
    std::span<const db::Value> district(std::int64_t w_id, std::int64_t d_id, Row& row) const;
    std::span<const db::Value> stock(std::int64_t w_id, std::int64_t i_id, Row& row) const;
    std::span<const db::Value> customer(
        std::int64_t w_id, std::int64_t d_id, std::int64_t c_id, Row& row
    ) const;
    std::span<const db::Value> history(
        std::int64_t w_id, std::int64_t d_id, std::int64_t c_id, Row& row
    ) const;
    /// `c_id`: of customers_of_orders().
    std::span<const db::Value> order(
        std::int64_t w_id, std::int64_t d_id, std::int64_t o_id, std::int64_t c_id, Row& row
    ) const;
    std::span<const db::Value> new_order(
        std::int64_t w_id, std::int64_t d_id, std::int64_t o_id, Row& row
    ) const;

    /// O_C_ID of orders 1..3000 of a district, a random permutation.
    std::vector<std::uint32_t> customers_of_orders(std::int64_t w_id, std::int64_t d_id) const;
    /// O_OL_CNT, 5..15. Cheap enough to count all lines of a warehouse.
    std::uint32_t line_count(std::int64_t w_id, std::int64_t d_id, std::int64_t o_id)
        const noexcept;
    /// Lines of orders [1, 3000] of districts [first, last] of a warehouse.
    std::uint64_t lines_of(std::int64_t w_id, std::int64_t first, std::int64_t last) const noexcept;

    /// The lines of one order, one after the other.
    class Lines {
    public:
        Lines(const RowSource& source, std::int64_t w_id, std::int64_t d_id, std::int64_t o_id);
        /// False when there is none left.
        bool next(Row& row);
        static constexpr std::size_t kColumns = 10;

    private:
        Rng rng_;
        std::int64_t w_id_, d_id_, o_id_;
        std::uint32_t number_ = 0;
        std::uint32_t count_;
    };

private:
    enum class Table : std::uint8_t {
        item,
        warehouse,
        district,
        stock,
        customer,
        history,
        order,
        permutation,
        line,
        line_count
    };
    Rng rng_of(Table table, std::int64_t a, std::int64_t b = 0, std::int64_t c = 0) const noexcept {
        return Rng(seed_of(base_ + static_cast<std::uint64_t>(table), a, b, c));
    }

    std::uint64_t base_;
    NurandConstants constants_;
};

}  // namespace oltpsim::workloads::tpcc
