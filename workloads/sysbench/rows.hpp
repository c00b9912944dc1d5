// Rows of sbtest tables as a pure function of (seed, data index, table, row).
#pragma once

#include "workloads/sysbench/digits.hpp"
#include "workloads/sysbench/distribution.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace oltpsim::workloads::sysbench {

/// One row; the texts point into the row itself.
struct Row {
    std::int64_t id = 0;
    std::int64_t k = 0;
    std::array<char, kCLength> c_chars{};
    std::array<char, kPadLength> pad_chars{};
    std::string_view c() const noexcept { return {c_chars.data(), c_chars.size()}; }
    std::string_view pad() const noexcept { return {pad_chars.data(), pad_chars.size()}; }
};

/// Raised when the generator changes: older loads can then no longer be verified.
inline constexpr int kRowGenerator = 1;

/// Thread: any. About 0.15 µs a row.
class RowSource {
public:
    RowSource(
        std::uint64_t seed,
        std::uint32_t data_index,
        std::uint32_t table_size,
        const DistributionShape& shape
    )
        : base_(seed_of(seed, data_index, kRowGenerator)),
          table_size_(table_size),
          distribution_(shape, table_size) {}

    /// `table` 0-based, `id` from 1.
    void fill(std::uint32_t table, std::int64_t id, Row& row) const {
        Rng rng(seed_of(base_, table, id));
        row.id = id;
        row.k = distribution_.draw(rng, 1, table_size_);
        write_c(rng, row.c_chars.data());
        write_pad(rng, row.pad_chars.data());
    }

private:
    std::uint64_t base_;
    std::uint32_t table_size_;
    Distribution distribution_;
};

}  // namespace oltpsim::workloads::sysbench
