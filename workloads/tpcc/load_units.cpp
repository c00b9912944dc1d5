// One writer at a time: a session can feed one table only, so a unit goes through its tables one after the other.
#include "workloads/tpcc/load_units.hpp"

#include "workloads/tpcc/tables.hpp"

#include <fmt/format.h>

#include <array>

namespace oltpsim::workloads::tpcc {
namespace {

using Progress = std::function<void(std::uint64_t)>;

/// What a unit of a warehouse holds.
enum class Part : std::uint8_t { stock, customers, orders_low, orders_high };
constexpr std::uint32_t kParts = 4;
constexpr std::int64_t kMiddleDistrict = kDistricts / 2;

std::string_view label_of(Part part) {
    switch (part) {
        case Part::stock: return "stock";
        case Part::customers: return "customers";
        case Part::orders_low: return "orders of districts 1-5";
        case Part::orders_high: return "orders of districts 6-10";
    }
    return {};
}

/// One table being written: keeps the first error, reports progress now and then.
class TableWriter {
public:
    TableWriter(TableId table, db::AdminConnection& connection, const Progress& progress)
        : progress_(progress) {
        auto made = connection.bulk_writer(std::string(name_of(table)), columns_of(table));
        if (made) {
            writer_ = std::move(*made);
        } else {
            result_ = made.error();
        }
    }
    /// False once something has failed.
    bool add(std::span<const db::Value> row) {
        constexpr std::uint64_t kReportEvery = 2'000;
        if (writer_ == nullptr) {
            return false;
        }
        if (auto appended = writer_->append(row); !appended) {
            result_ = std::move(appended);
            writer_.reset();
            return false;
        }
        if (++unreported_ == kReportEvery) {
            progress_(unreported_);
            unreported_ = 0;
        }
        return true;
    }
    db::Result<void> finish() {
        if (writer_ != nullptr) {
            result_ = writer_->finish();
            writer_.reset();
            progress_(unreported_);
        }
        return result_;
    }

private:
    const Progress& progress_;
    std::unique_ptr<db::BulkWriter> writer_;
    db::Result<void> result_;
    std::uint64_t unreported_ = 0;
};

/// Writes units of one warehouse.
class WarehouseWriter {
public:
    WarehouseWriter(
        const RowSource& rows,
        std::int64_t w_id,
        db::AdminConnection& connection,
        const Progress& progress
    )
        : rows_(rows), w_id_(w_id), connection_(connection), progress_(progress) {}

    db::Result<void> write(Part part) {
        switch (part) {
            case Part::stock:
                return write_all({TableId::warehouse, TableId::district, TableId::stock});
            case Part::customers: return write_all({TableId::customer, TableId::history});
            case Part::orders_low: last_ = kMiddleDistrict; break;
            case Part::orders_high: first_ = kMiddleDistrict + 1; break;
        }
        return write_all({TableId::orders, TableId::new_order, TableId::order_line});
    }

private:
    db::Result<void> write_all(std::initializer_list<TableId> tables) {
        for (const TableId table : tables) {
            TableWriter writer(table, connection_, progress_);
            add_rows(table, writer);
            if (auto done = writer.finish(); !done) {
                return done;
            }
        }
        return {};
    }

    void add_rows(TableId table, TableWriter& writer) {
        switch (table) {
            case TableId::warehouse: writer.add(rows_.warehouse(w_id_, row_)); return;
            case TableId::stock:
                for (std::int64_t i = 1; i <= kItems && writer.add(rows_.stock(w_id_, i, row_));
                     ++i) {
                }
                return;
            default: break;
        }
        bool good = true;
        for (std::int64_t d = first_; d <= last_ && good; ++d) {
            good = add_district(table, d, writer);
        }
    }

    bool add_district(TableId table, std::int64_t d, TableWriter& writer) {
        bool good = true;
        const auto customers = table == TableId::orders ? rows_.customers_of_orders(w_id_, d)
                                                        : std::vector<std::uint32_t>{};
        const std::int64_t from = table == TableId::new_order ? kDeliveredOrders + 1 : 1;
        const std::int64_t to = table == TableId::district ? 1 : std::int64_t{kOrders};
        for (std::int64_t id = from; id <= to && good; ++id) {
            switch (table) {
                case TableId::district: good = writer.add(rows_.district(w_id_, d, row_)); break;
                case TableId::customer:
                    good = writer.add(rows_.customer(w_id_, d, id, row_));
                    break;
                case TableId::history: good = writer.add(rows_.history(w_id_, d, id, row_)); break;
                case TableId::new_order:
                    good = writer.add(rows_.new_order(w_id_, d, id, row_));
                    break;
                case TableId::orders: {
                    const std::uint32_t c_id = customers[static_cast<std::size_t>(id - 1)];
                    good = writer.add(rows_.order(w_id_, d, id, c_id, row_));
                    break;
                }
                default: good = add_lines(d, id, writer); break;
            }
        }
        return good;
    }

    bool add_lines(std::int64_t d, std::int64_t o_id, TableWriter& writer) {
        RowSource::Lines lines(rows_, w_id_, d, o_id);
        while (lines.next(row_)) {
            if (!writer.add(row_.first(RowSource::Lines::kColumns))) {
                return false;
            }
        }
        return true;
    }

    const RowSource& rows_;
    std::int64_t w_id_;
    db::AdminConnection& connection_;
    const Progress& progress_;
    std::int64_t first_ = 1;
    std::int64_t last_ = kDistricts;
    Row row_;
};

db::Result<void> write_items(
    const RowSource& rows,
    std::uint32_t warehouses,
    db::AdminConnection& connection,
    const Progress& progress
) {
    Row row;
    TableWriter items(TableId::item, connection, progress);
    for (std::int64_t i = 1; i <= kItems && items.add(rows.item(i, row)); ++i) {
    }
    if (auto done = items.finish(); !done) {
        return done;
    }
    TableWriter metadata(TableId::metadata, connection, progress);
    const std::array<db::Value, 4> facts{
        db::Value::integer(1),
        db::Value::integer(warehouses),
        db::Value::integer(rows.constants().last_load),
        db::Value::integer(kRowGenerator)
    };
    metadata.add(facts);
    return metadata.finish();
}

}  // namespace

std::vector<workload::LoadUnit> list_units(const RowSource& rows, std::uint32_t warehouses) {
    std::vector<workload::LoadUnit> all;
    all.reserve(1 + std::size_t{warehouses} * kParts);
    all.push_back({0, "item", kItems + 1});
    constexpr std::uint64_t kHalf = std::uint64_t{kDistricts} / 2 * (kOrders + kNewOrders);
    for (std::uint32_t w = 1; w <= warehouses; ++w) {
        const std::array<std::uint64_t, kParts> counts{
            1 + kDistricts + kItems,
            2ULL * kDistricts * kCustomers,
            kHalf + rows.lines_of(w, 1, kMiddleDistrict),
            kHalf + rows.lines_of(w, kMiddleDistrict + 1, kDistricts),
        };
        for (std::uint32_t part = 0; part < kParts; ++part) {
            all.push_back(
                {static_cast<std::uint32_t>(all.size()),
                 fmt::format("warehouse {} {}", w, label_of(static_cast<Part>(part))),
                 counts[part]}
            );
        }
    }
    return all;
}

db::Result<void> write_rows_of(
    const workload::LoadUnit& unit,
    const RowSource& rows,
    std::uint32_t warehouses,
    db::AdminConnection& connection,
    const Progress& progress
) {
    if (unit.id == 0) {
        return write_items(rows, warehouses, connection, progress);
    }
    const std::uint32_t index = unit.id - 1;
    WarehouseWriter writer(rows, index / kParts + 1, connection, progress);
    return writer.write(static_cast<Part>(index % kParts));
}

}  // namespace oltpsim::workloads::tpcc
