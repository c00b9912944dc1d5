#include "workloads/tpcc/tables.hpp"

#include "workloads/tpcc/sizes.hpp"

#include <array>

namespace oltpsim::workloads::tpcc {
namespace {

using db::BulkColumn;
using enum db::ColumnType;

std::vector<BulkColumn> stock_columns() {
    std::vector<BulkColumn> columns{
        {"s_w_id", int32},
        {"s_i_id", int32},
        {"s_ytd", int32},
        {"s_order_cnt", int32},
        {"s_remote_cnt", int32},
        {"s_quantity", int32},
    };
    for (const char* name :
         {"s_dist_01",
          "s_dist_02",
          "s_dist_03",
          "s_dist_04",
          "s_dist_05",
          "s_dist_06",
          "s_dist_07",
          "s_dist_08",
          "s_dist_09",
          "s_dist_10"}) {
        columns.push_back({name, fixed_char});
    }
    columns.push_back({"s_data", text});
    return columns;
}

std::array<std::vector<BulkColumn>, kTableCount> make_columns() {
    return {{
        {{"w_id", int32},
         {"w_ytd", decimal},
         {"w_tax", decimal},
         {"w_name", text},
         {"w_street_1", text},
         {"w_street_2", text},
         {"w_city", text},
         {"w_state", fixed_char},
         {"w_zip", fixed_char}},
        {{"d_w_id", int32},
         {"d_id", int32},
         {"d_next_o_id", int64},
         {"d_ytd", decimal},
         {"d_tax", decimal},
         {"d_name", text},
         {"d_street_1", text},
         {"d_street_2", text},
         {"d_city", text},
         {"d_state", fixed_char},
         {"d_zip", fixed_char}},
        stock_columns(),
        {{"c_w_id", int32},       {"c_d_id", int32},          {"c_id", int32},
         {"c_since", timestamp},  {"c_payment_cnt", int32},   {"c_delivery_cnt", int32},
         {"c_balance", decimal},  {"c_ytd_payment", decimal}, {"c_credit_lim", decimal},
         {"c_discount", decimal}, {"c_credit", fixed_char},   {"c_last", text},
         {"c_first", text},       {"c_middle", fixed_char},   {"c_street_1", text},
         {"c_street_2", text},    {"c_city", text},           {"c_state", fixed_char},
         {"c_zip", fixed_char},   {"c_phone", fixed_char},    {"c_data", text}},
        {{"h_date", timestamp},
         {"h_c_w_id", int32},
         {"h_c_d_id", int32},
         {"h_c_id", int32},
         {"h_w_id", int32},
         {"h_d_id", int32},
         {"h_amount", decimal},
         {"h_data", text}},
        {{"o_w_id", int32},
         {"o_d_id", int32},
         {"o_id", int64},
         {"o_entry_d", timestamp},
         {"o_c_id", int32},
         {"o_carrier_id", int32},
         {"o_ol_cnt", int32},
         {"o_all_local", int32}},
        {{"no_w_id", int32}, {"no_d_id", int32}, {"no_o_id", int64}},
        {{"ol_w_id", int32},
         {"ol_d_id", int32},
         {"ol_o_id", int64},
         {"ol_number", int32},
         {"ol_delivery_d", timestamp},
         {"ol_i_id", int32},
         {"ol_supply_w_id", int32},
         {"ol_quantity", int32},
         {"ol_amount", decimal},
         {"ol_dist_info", fixed_char}},
        {{"i_id", int32},
         {"i_im_id", int32},
         {"i_price", decimal},
         {"i_name", text},
         {"i_data", text}},
        {{"m_id", int32}, {"m_warehouses", int32}, {"m_c_load", int32}, {"m_generator", int32}},
    }};
}

constexpr std::array<std::string_view, kTableCount> kTableNames{
    "warehouse",
    "district",
    "stock",
    "customer",
    "history",
    "orders",
    "new_order",
    "order_line",
    "item",
    "tpcc_metadata",
};

}  // namespace

std::string_view name_of(TableId table) noexcept {
    return kTableNames[static_cast<std::size_t>(table)];
}

const std::vector<BulkColumn>& columns_of(TableId table) {
    static const auto kColumns = make_columns();
    return kColumns[static_cast<std::size_t>(table)];
}

std::uint64_t loaded_rows(TableId table, std::uint64_t warehouses) noexcept {
    const std::uint64_t districts = warehouses * kDistricts;
    switch (table) {
        case TableId::warehouse: return warehouses;
        case TableId::district: return districts;
        case TableId::stock: return warehouses * kItems;
        case TableId::customer:
        case TableId::history: return districts * kCustomers;
        case TableId::orders: return districts * kOrders;
        case TableId::new_order: return districts * kNewOrders;
        case TableId::order_line: return districts * kOrders * (kFewestLines + kMostLines) / 2;
        case TableId::item: return kItems;
        case TableId::metadata: return 1;
    }
    return 0;
}

}  // namespace oltpsim::workloads::tpcc
