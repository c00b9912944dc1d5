// Type numbers of PostgreSQL that we speak in binary, and which one a parameter is declared with.
// Source: src/include/catalog/pg_type.dat; these numbers never change between releases.
#pragma once

#include "db/value.hpp"

namespace oltpsim::drivers::postgresql {

using TypeOid = unsigned int;  // libpq's Oid

namespace oid {
inline constexpr TypeOid kBool = 16;
inline constexpr TypeOid kBytea = 17;
inline constexpr TypeOid kChar = 18;
inline constexpr TypeOid kName = 19;
inline constexpr TypeOid kInt8 = 20;
inline constexpr TypeOid kInt2 = 21;
inline constexpr TypeOid kInt4 = 23;
inline constexpr TypeOid kText = 25;
inline constexpr TypeOid kOid = 26;
inline constexpr TypeOid kJson = 114;
inline constexpr TypeOid kFloat4 = 700;
inline constexpr TypeOid kFloat8 = 701;
inline constexpr TypeOid kUnknown = 705;
inline constexpr TypeOid kBpchar = 1042;
inline constexpr TypeOid kVarchar = 1043;
inline constexpr TypeOid kDate = 1082;
inline constexpr TypeOid kTimestamp = 1114;
inline constexpr TypeOid kTimestamptz = 1184;
inline constexpr TypeOid kNumeric = 1700;
inline constexpr TypeOid kVoid = 2278;
}  // namespace oid

/// Declared type of a parameter. CHAR(n) must be bpchar: declared as text, the planner casts the column and
/// loses the index. Timestamps are without time zone; sessions run in UTC, so both column types mean the same.
constexpr TypeOid declared_oid(db::ColumnType type) noexcept {
    switch (type) {
        case db::ColumnType::int32: return oid::kInt4;
        case db::ColumnType::int64: return oid::kInt8;
        case db::ColumnType::float64: return oid::kFloat8;
        case db::ColumnType::text: return oid::kText;
        case db::ColumnType::fixed_char: return oid::kBpchar;
        case db::ColumnType::decimal: return oid::kNumeric;
        case db::ColumnType::timestamp: return oid::kTimestamp;
    }
    return oid::kText;
}

}  // namespace oltpsim::drivers::postgresql
