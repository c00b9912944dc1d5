// Cardinalities and constants of TPC-C r5.11, clauses 1.2.1, 2.1.6 and 4.3.3.1.
#pragma once

#include <cstdint>

namespace oltpsim::workloads::tpcc {

inline constexpr std::uint32_t kItems = 100'000;
inline constexpr std::uint32_t kDistricts = 10;           ///< per warehouse
inline constexpr std::uint32_t kCustomers = 3'000;        ///< per district
inline constexpr std::uint32_t kOrders = 3'000;           ///< per district, when loaded
inline constexpr std::uint32_t kDeliveredOrders = 2'100;  ///< of them, the first ones
inline constexpr std::uint32_t kNewOrders = 900;          ///< of them, the last ones
inline constexpr std::uint32_t kTerminals = 10;           ///< per warehouse
inline constexpr std::uint32_t kFewestLines = 5;          ///< of an order
inline constexpr std::uint32_t kMostLines = 15;
inline constexpr std::uint32_t kLastNames = 1'000;
inline constexpr std::uint32_t kDataLength = 500;         ///< of C_DATA at most
inline constexpr std::uint32_t kUnusedItem = kItems + 1;  ///< "Item number is not valid"

/// Highest W: warehouse numbers stay 32-bit with room for arithmetic on rows.
inline constexpr std::uint32_t kMostWarehouses = 1'000'000;

}  // namespace oltpsim::workloads::tpcc
