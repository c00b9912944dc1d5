// Values to PostgreSQL's binary formats and back. Pure; shared by statement parameters, COPY and results.
#pragma once

#include "db/value.hpp"
#include "drivers/postgresql/oids.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace oltpsim::drivers::postgresql {

/// Room for one encoded value that is not text.
inline constexpr std::size_t kSlotBytes = 32;
using Slot = std::array<char, kSlotBytes>;

/// Encodes a value (not NULL) as type `type`. Returns a view into `slot`, or into the value's own text.
/// Conversions are exact or refused: nothing when the value does not fit the type.
std::optional<std::string_view> encode(const db::Value& value, TypeOid type, Slot& slot) noexcept;

/// Can encode() and decode() do this type?
bool is_supported(TypeOid type) noexcept;

/// Decodes one cell. Text stays a view into `bytes`, or into `scratch` for numerics beyond 64 bits.
/// Nothing when the type is unknown or the length is wrong. Units: timestamps in µs since 1970 UTC.
std::optional<db::Value> decode(TypeOid type, std::string_view bytes, std::string& scratch);

}  // namespace oltpsim::drivers::postgresql
